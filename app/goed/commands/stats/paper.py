"""`goed stats paper`."""

from __future__ import annotations

from goed.commands.stats.statistic import statistic


@statistic("paper")
def command() -> None:
    """Errors by what the wrong form shows, as Kodner et al. (2023) count.

    English: reg, irr (with a bare lemma in t or d, as in hit-hit) and ?. German: the plural suffix. Arabic: the classes
    of both forms, and PATB for errors of the gold form. mean is the rate among the items asked, over seeds; share is
    the part of all errors, checked how much of it people have looked at. Part test, unless --part says otherwise.
    """
