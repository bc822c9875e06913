"""Scores of files: what readers give is put before the measures, and what these say becomes a table."""
