"""Dask tells of everything on stderr, where goed says in a sentence what the user can do about it."""

from __future__ import annotations

import logging
import os
import warnings

LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


def keep_quiet() -> None:
    """Let Dask and what it is built on say nothing, unless GOED_DEBUG is set."""
    if os.environ.get("GOED_DEBUG"):
        return
    warnings.filterwarnings("ignore", module=r"(distributed|dask|tornado)(\..*)?")
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [logging.NullHandler()]
        logger.propagate = False
