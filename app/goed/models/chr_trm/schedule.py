"""What happens at which update: how fast it learns, and when it is checked."""

from __future__ import annotations

import math
from dataclasses import dataclass

from goed.models.chr_trm.settings import ChrTrmSettings


@dataclass(frozen=True)
class Schedule:
    """The settings' schedule for a training set of so many items; only whole epochs are trained."""

    settings: ChrTrmSettings
    items: int

    @property
    def epoch(self) -> int:
        """Updates in which every item is seen once."""
        return math.ceil(self.items / self.settings.batch)

    @property
    def epochs(self) -> int:
        """How often every item is seen."""
        return math.ceil(self.settings.updates / self.epoch)

    @property
    def updates(self) -> int:
        """All updates."""
        return self.epochs * self.epoch

    def rate(self, update: int) -> float:
        """The learning rate of an update, counted from 0: it rises evenly from 0 to its peak, then it falls."""
        settings = self.settings
        if update < settings.warmup:
            return settings.rate * update / settings.warmup
        if settings.decay == "root":
            return settings.rate * math.sqrt(max(settings.warmup, 1) / max(update, 1))
        left = (self.updates - update) / max(self.updates - settings.warmup, 1)
        return settings.rate * (left if settings.decay == "linear" else (1 - math.cos(math.pi * left)) / 2)

    def is_checked(self, done: int) -> bool:
        """Whether the items that it selects on are decoded after so many updates: every few epochs, and at the end."""
        every = max(1, self.epochs // self.settings.checks)
        return done == self.updates or done % (every * self.epoch) == 0
