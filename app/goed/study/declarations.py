"""The declarations that a study was made from, in full, so that it can be made again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goed import __version__
from goed.study.study import Study, insert, now


class StoredDeclaration(NamedTuple):
    """A declaration as the study keeps it."""

    made_at: str
    name: str
    path: str
    sha256: str
    text: str
    data: Mapping[str, Sequence[str]]  # option → paths that were given beside the file
    goed: str


def newest_declaration(study: Study) -> StoredDeclaration | None:
    """The declaration that is valid now; None if the study was not made from one."""
    row = study.connection.execute(
        "SELECT made_at, name, path, sha256, text, data, goed FROM declaration ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    made_at, name, path, sha256, text, data, goed = row
    return StoredDeclaration(made_at, name, path, sha256, text, json.loads(data), goed)


def add_declaration(
    study: Study, name: str, path: str, sha256: str, text: str, data: Mapping[str, Sequence[str]]
) -> bool:
    """Store a declaration, unless it is the valid one already; returns whether it was stored."""
    newest = newest_declaration(study)
    if newest is not None and (newest.sha256, newest.data) == (sha256, data):
        return False
    file = {"name": name, "path": path, "sha256": sha256, "text": text}
    with study.transaction() as db:
        insert(db, "declaration", made_at=now(), **file, data=json.dumps(data, ensure_ascii=False), goed=__version__)
    return True
