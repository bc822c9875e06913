"""Making a study from its declaration: what is asked for, what contradicts it, and each stage of the way."""
