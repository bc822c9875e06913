"""Readers of tagged text, treebanks and derivations: what the field's other learners are scored on."""
