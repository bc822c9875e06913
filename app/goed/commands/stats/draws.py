"""Options of statistics that draw: how often, and from which seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

DRAWS, SEED = 2000, 1923  # those of goed.statistics.two_way, which takes numpy to read; a test holds them together
Function = TypeVar("Function", bound=Callable[..., object])


def draws_options(function: Function) -> Function:
    """`--draws N` and `--seed N`: the same two numbers give the same intervals."""
    draws = click.option(
        *("--draws", "n_draws"),
        type=click.IntRange(100, 20_000),
        default=DRAWS,
        show_default=True,
        metavar="N",
        help="Draws of the bootstrap.",
    )
    seed = click.option(
        "--seed", type=click.IntRange(0), default=SEED, show_default=True, metavar="N", help="Seed of the draws."
    )
    return draws(seed(function))
