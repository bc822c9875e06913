"""Checking labels: queues of outputs, what is known of each, and the acts of a person. No terminal in here."""
