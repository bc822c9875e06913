"""`goed stats shape`."""

from __future__ import annotations

from goed.commands.stats.statistic import by_option, statistic


@statistic("shape", by_option("Part the items by these in place of gold_class; `--by part` takes all items together."))
def command() -> None:
    """Does learning go up, down and up again, or to and fro?

    For each class of items: the shape of its accuracy along the training sizes, for all seeds together (seed `all`)
    and for each by itself. Parts are core (words the learner knows) and test and dev as one (test+dev), unless --part
    chooses. Outputs flagged `variant` or `gold-error` are left out; missing predictions are wrong.

    \b
    u-shaped     falls, then rises, and no other swing is near as large
    monotone     goes one way; direction says which
    oscillating  goes to and fro by more than the noise of items
    hump-shaped  rises, then falls
    flat         nothing moves it, and a change of 15 points would show
    can't say    under 30 items or 4 sizes, too much noise, or another shape

    \b
    first, lowest, last  accuracies: at the first size, the lowest, at the last
    change, low, high    rise along a straight line, with its 95 % interval
    dip, dip_size        how far the lowest stretch lies under what comes before
                         and after it (the nearer of both), and where it begins
    main_error, rise     the error that grew most there, and by how much
    p_u                  two-lines test (Simonsohn 2018): small where one line
                         falls and then one rises
    p_monotone           small where no path that only rises or only falls fits
    oscillation          standard deviation of runs around their best path with
                         one turn at most, beyond the noise of items
    p_oscillation        small where that is more than the noise of items gives
    n_items, n_seeds     different items, and seeds; n_sizes: sizes

    A u must have both lines of the two-lines test (p_u < .05), a dip of 3 points or more, no other swing of more than
    45 % of the dip, and a third of the dip must be left without any one seed (or, in one seed, without any one size
    between the ends). Noise: the same items right at one size and wrong at another; runs, whose noise is taken as 2
    points at least; and seeds that drift apart.
    """
