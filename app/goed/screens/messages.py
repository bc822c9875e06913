"""What one part of the UI tells another."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from goed.annotation.queue_filter import Filter


@dataclass
class OpenCases(Message):
    """Show in Label the wrong forms of one kind that one model gave at one size."""

    language: str
    sampling: str
    model: str
    size: int
    part: str
    error: str  # the code that is stored

    def as_filter(self) -> Filter:
        """The queue that holds them, checked or not."""
        return Filter(
            languages=(self.language,),
            state="all",
            errors=(self.error,),
            models=(self.model,),
            samplings=(self.sampling,),
            sizes=(self.size,),
            parts=(self.part,),
        )
