"""The command line: one file a command; results on stdout, talk on stderr."""

from app.command_line.group import main

__all__ = ["main"]
