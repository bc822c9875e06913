"""Names of files that come from names in a study."""

from __future__ import annotations


def file_name(name: str) -> str:
    """A name as one part of a path, on any system; two names never become the same.

    >>> file_name("cluzh-b4:best"), file_name("..")
    ('cluzh-b4%3Abest', '%2E.')
    """
    escaped = "".join(f"%{ord(c):02X}" if c in '%/\\:*?"<>|' else c for c in name)
    return f"%2E{escaped[1:]}" if escaped.startswith(".") else escaped
