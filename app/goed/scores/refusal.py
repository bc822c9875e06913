"""What a measure says where it cannot be computed in fair time or memory."""

from __future__ import annotations

from goed.errors import GoedError


class TooLargeError(GoedError):
    """There is too much of something."""
