"""Tags chosen by patterns, as a shell chooses files: `I*` is every tag that begins with I, `!ID` but not that one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate

NONE = "none"


def chosen_tags(tags: Iterable[str], patterns: Sequence[str]) -> list[str]:
    """The tags that one of the patterns fits, and none of those with a ! before them; `none` fits nothing."""
    wanted = [re.compile(translate(pattern)) for pattern in patterns if pattern != NONE and pattern[:1] != "!"]
    unwanted = [re.compile(translate(pattern[1:])) for pattern in patterns if pattern[:1] == "!"]
    return [tag for tag in tags if _fits(tag, wanted) and not _fits(tag, unwanted)]


def _fits(tag: str, patterns: Sequence[re.Pattern[str]]) -> bool:
    return any(pattern.match(tag) for pattern in patterns)
