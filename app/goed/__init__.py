"""goed: how inflection models learn, and what their errors show."""

__version__ = "0.1.0"
