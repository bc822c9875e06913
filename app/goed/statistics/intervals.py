"""95 % intervals for shares, and for numbers that rise with a share, such as kappa."""

from __future__ import annotations

from math import ceil, floor, sqrt
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)  # 1.96: one in twenty lies further out

Interval = tuple[float, float]  # its low and its high end


def wilson(share: float, n: float, z: float = Z) -> Interval:
    """Wilson's score interval for a share of n (Wilson 1927, Journal of the American Statistical Association 22).

    It holds every p that is at most z of its own standard errors, sqrt(p (1 - p) / n), away from the observed share:

        (share + z²/2n ± z sqrt(share (1 - share) / n + z²/4n²)) / (1 + z²/n)

    It stays between 0 and 1, and does not shrink to a point where all or none of n were seen.

    >>> [round(end, 3) for end in wilson(1.0, 10)]
    [0.722, 1.0]
    """
    middle = share + z**2 / (2 * n)
    reach = z * sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    low, high = ((middle + side * reach) / (1 + z**2 / n) for side in (-1, 1))
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding must not put the share outside


def beyond_chance(observed: float, by_chance: float, interval: Interval) -> tuple[float, float, float] | None:
    """Agreement beyond chance, with its interval: (observed - by_chance) / (1 - by_chance), which is Cohen's kappa.

    The interval is that of the observed agreement, transformed in the same way with chance held fixed, as in Cohen's
    own standard error (Cohen 1960, Educational and Psychological Measurement 20). Unlike one made from that standard
    error, it does not shrink to a point at full agreement. None where chance alone gives full agreement.
    """
    if by_chance >= 1:
        return None
    low, high = (max(-1.0, (share - by_chance) / (1 - by_chance)) for share in interval)  # no kappa is less than -1
    return (observed - by_chance) / (1 - by_chance), low, high


def outwards(low: float, high: float, digits: int) -> str:
    """An interval for people, rounded outwards: 99.6 to 100 is shown as (99–100), not as the point 100."""
    low, high = floor(10**digits * low) / 10**digits, ceil(10**digits * high) / 10**digits
    return f"({low:.{digits}f}–{high:.{digits}f})"
