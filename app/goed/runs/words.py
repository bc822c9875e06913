"""How far a training is, in words."""

from __future__ import annotations

from goed.models.interface import Progress


def progress_in_words(progress: Progress) -> str:
    """How far one is: epoch 12 of 60, 81.7 % (best 83.3 %), 40 s left."""
    words = [f"{progress.unit} {progress.done:,} of {progress.of:,}"]
    if progress.accuracy is not None:
        best = progress.best is not None and progress.best > progress.accuracy
        words.append(
            f"{100 * progress.accuracy:.1f} %" + (f" (best {100 * (progress.best or 0):.1f} %)" if best else "")
        )
    if progress.seconds_left is not None:
        words.append(f"{duration(progress.seconds_left)} left")
    return ", ".join(words)


def duration(seconds: float) -> str:
    """Seconds, minutes or hours, in few characters: 40 s, 12 min, 7.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
