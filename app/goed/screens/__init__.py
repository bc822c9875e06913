"""The annotator: a terminal UI for judging outputs, running models and looking at what they learned."""
