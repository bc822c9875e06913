"""`goed stats measures`."""

from __future__ import annotations

from goed.commands.stats.statistic import statistic


@statistic("measures")
def command() -> None:
    """Measures of a domain beside its accuracy, over seeds.

    Each in its own unit; n is what it is a share or a mean of. Inflection has none besides its accuracy.
    """
