"""`goed score`: measures of the field's other learners, on files."""
