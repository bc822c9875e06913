"""What one part of the UI tells another."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class OpenCases(Message):
    """Show in Label the wrong forms of one kind that one model gave at one size."""

    language: str
    sampling: str
    model: str
    size: int
    part: str
    error: str  # the code that is stored
