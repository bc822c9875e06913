"""CoNLL-U files that goed marked: their trees are gold, and what was answered stands in MISC.

Taken for predictions, they would be right without exception.
"""

from __future__ import annotations

import re
from pathlib import Path

from goed.errors import InputError

PREDICTED_HEAD = "PredHead"  # what MISC calls the answer
MARKED = re.compile(rf"^[0-9]+\t.*[\t|]{PREDICTED_HEAD}=[0-9]".encode(), re.MULTILINE)


def refuse_marked(path: Path) -> None:
    """Raise an error if a file of predicted trees is one whose answers stand in MISC; what is no file is not read."""
    if not path.is_file():
        return
    content = path.read_bytes()
    if found := MARKED.search(content):
        raise InputError(
            path,
            f"the answer stands in MISC ({PREDICTED_HEAD}), and HEAD is gold; `goed export --predictions` writes files "
            "whose HEAD is the answer",
            content.count(b"\n", 0, found.start()) + 1,
        )
