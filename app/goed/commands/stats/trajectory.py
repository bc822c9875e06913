"""`goed stats trajectory`."""

from __future__ import annotations

from goed.commands.stats.statistic import by_option, statistic


@statistic("trajectory", by_option("Part the items or the errors, too, as errors does."))
def command() -> None:
    """Kinds of error along the sizes of training sets.

    As errors, and with what is right; change is the difference from the size before.
    """
