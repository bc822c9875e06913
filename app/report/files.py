"""Files that goed writes: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that nobody ever sees half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def file_name(name: str) -> str:
    """A name as one part of a path, on any system; two names never become the same.

    >>> file_name("cluzh-b4:best"), file_name("..")
    ('cluzh-b4%3Abest', '%2E.')
    """
    escaped = "".join(f"%{ord(c):02X}" if c in '%/\\:*?"<>|' else c for c in name)
    return f"%2E{escaped[1:]}" if escaped.startswith(".") else escaped
