"""What is known of children, held against a model: the list, what is measured, and what it says."""
