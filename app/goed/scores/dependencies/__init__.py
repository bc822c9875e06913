"""Scores of dependency trees, and what is wrong with a wrong attachment."""
