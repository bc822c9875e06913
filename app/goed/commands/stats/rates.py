"""`goed stats rates`."""

from __future__ import annotations

from goed.commands.stats.statistic import draws_options, statistic


@statistic("rates", draws_options, of_classes=["rate"])
def command() -> None:
    """Over-regularization and its like, as studies of children count.

    A rate is errors / (errors + right forms of the same kind of word). English: over-regularization (bringed / bringed
    or brought) and over-irregularization (truck / truck or tricked). German: how often words of other classes get this
    ending (any→-(e)s). Arabic: one kind of plural for another, Snd for both sound ones. Parts test and core (words the
    learner knows), unless --part says otherwise.

    value is the rate, numerator and denominator what it is made of, over seeds; n_items counts different items, and
    n_left_out the outputs of the same words flagged `variant` or `gold-error`, which are left out. Size `all` takes all
    sizes together.

    low and high: a 95 % interval from a bootstrap over items and splits at once, since the same items stand in many
    runs (`resampled` says so; with one split there are only items to draw). It is rather too wide than too narrow, and
    never a point: where an error never happens, each different item counts once.
    """
