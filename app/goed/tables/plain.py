"""The values of results as Python's own, whatever counted them."""

from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> Any:
    """numpy's and pandas' numbers as Python's, and what is not a number as nothing."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
