"""Studies that were damaged: by disks and transfers, byte by byte, and by other programs, value by value."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from hypothesis import strategies as st

from goed.study.study import APPLICATION_ID

PAGE = 4096
FIELDS = {16: 2, 18: 1, 19: 1, 20: 1, 21: 1, 24: 4, 28: 4, 32: 4, 36: 4, 40: 4, 44: 4, 52: 4, 56: 4, 60: 4, 68: 4}
IN_A_HEADER = {
    **FIELDS,
    0: 16,
    22: 1,
    23: 1,
    48: 4,
    62: 2,
    64: 4,
    72: 20,
    92: 4,
    96: 4,
}  # place → bytes; from SQLite's page
NUMBERS = (0, 1, 2, 7, 255, 256, 65_535, 2**31 - 1, 2**31, 2**32 - 1, 512, 4096, 1_000_000, APPLICATION_ID)

NASTY_VALUES = (
    None, 0, 1, -1, 2, 3, 99_999, 2**31, 2**32 + 1, 2**63 - 1, -(2**63), 0.5, -0.0, 1e308, -1e308, 1e-320, float("inf"),
    "", " ", "a", "0", "1", "-1", "1e400", "nan", "\0", "a\0b", "\x1b[31m", "\u202e", "x" * 300, "ab" * 20_000, "\n",
    "\r\n",
    "test", "core", "dev", "done", "running", "failed", "planned", "undo", "redo", "label", "import", "wrong", "qgo",
    "eng",
    "[]", "{}", "[1]", "1.5", "null", "true", '"a"', '{"a": 1}', '{"languages": 1}', '{"languages": [[1]]}',
    "[" * 3_000,
    '{"forms": "none"}', '{"order": 7}', '{"sizes": ["a"]}', '{"below": "x"}', '{"pattern": "(((("}',
    '{"queue": "audit"}',
    '{"queue": "audit", "sample_id": 99}', '{"queue": "double", "other": "nobody"}', '{"pair": ["a", 1]}',
    '{"data": 5}',
    '{"seed": "NaN", "models": null}', "NaN", "2026-13-45", "yesterday", "0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59",
    "2026-01-01T00:00:00", "'; DROP TABLE item; --", "../../etc/passwd", "/dev/zero", "$(touch x)", "a,b", "classifier",
    b"", b"\xff", b"\x00" * 40, b"\xff" * 40, b"\x01\x00\x00", b"a" * 3,
)  # fmt: skip
NOT_UTF_8 = (b"\xff\xfe", b"caf\xe9", b"\xed\xa0\x80", b"\xc0\xaf", b"a\x80")  # as text

Damage = tuple[str, int, int | float | str | bytes | tuple[bytes] | None]  # table.column, row, value


class Damaged(bytes):
    """A study's file that was damaged; where it makes a test fail it is shown as what was done to it."""

    done: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"<the study, {len(self):,} bytes of it, after {'; '.join(self.done)}>"


def damaged_bytes(whole: bytes) -> st.SearchStrategy[Damaged]:
    """A study's file with some of its bytes changed, moved, lost, or doubled."""
    return st.composite(_damaged_bytes)(whole)


def _damaged_bytes(draw: st.DrawFn, whole: bytes) -> Damaged:
    content, done = bytearray(whole), []
    for _ in range(draw(st.integers(1, 3))):
        n_pages = max(1, len(content) // PAGE)
        place = draw(st.integers(0, max(0, len(content) - 1)))
        page = draw(st.integers(0, n_pages - 1)) * PAGE
        what = draw(
            st.sampled_from(["flip", "flip", "some", "head", "page head", "zero", "copy", "cut", "noise", "grow"])
        )
        done.append(f"{what} (byte {place}, page {page // PAGE})")
        match what:
            case "flip" if content:
                content[place] ^= 1 << draw(st.integers(0, 7))
            case "some":
                piece = draw(st.binary(min_size=1, max_size=20))
                content[place : place + len(piece)] = piece
            case "head":
                field = draw(st.sampled_from(sorted(IN_A_HEADER)))
                size = IN_A_HEADER[field]
                number = draw(st.sampled_from(NUMBERS)) % 256 ** min(size, 8)
                content[field : field + size] = number.to_bytes(size, "big")
            case "page head":
                start = page + (100 if page == 0 else 0)
                piece = draw(st.binary(min_size=1, max_size=12))
                content[start : start + len(piece)] = piece
            case "zero":
                content[page : page + PAGE] = bytes(len(content[page : page + PAGE]))
            case "copy":
                other = draw(st.integers(0, n_pages - 1)) * PAGE
                content[page : page + PAGE] = content[other : other + PAGE]
            case "cut":
                del content[place:]
            case "noise":
                content[place : place + 64] = draw(st.binary(min_size=64, max_size=64))
            case "grow":
                content += draw(st.binary(max_size=50)) * draw(st.sampled_from([1, 100]))
    damaged = Damaged(content)
    damaged.done = done
    return damaged


def places(whole: Path) -> list[tuple[str, str, int]]:
    """Every column of every table that has rows: table, column, how many rows."""
    with closing(sqlite3.connect(whole)) as db:
        names = db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlite%'"
        ).fetchall()
        return [
            (name, column, n_rows)
            for (name,) in names
            for (n_rows,) in db.execute(f"SELECT count(*) FROM {name}").fetchall()
            if n_rows
            for _, column, *_ in db.execute(f"PRAGMA table_info({name})").fetchall()
        ]


def damages(where: list[tuple[str, str, int]]) -> st.SearchStrategy[list[Damage]]:
    """Some values that no goed would have written."""
    values = st.one_of(
        st.sampled_from(NASTY_VALUES), st.sampled_from([(text,) for text in NOT_UTF_8]), st.integers(-5, 400)
    )
    one = st.sampled_from(where).flatmap(
        lambda place: st.tuples(st.just(f"{place[0]}.{place[1]}"), st.integers(-1, place[2] - 1), values)
    )
    return st.lists(one, min_size=1, max_size=3)


def with_values(path: Path, whole: bytes, wrong: list[Damage]) -> None:
    """Write a study some of whose values are wrong, against the types, checks and keys of its own schema.

    A row of -1 stands for all rows.
    """
    path.write_bytes(whole)
    kept = _without_rules(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for column, row, value in wrong:
            table, name = column.split(".")
            keys = [each[1] for each in db.execute(f"PRAGMA table_info({table})") if each[5]] or ["rowid"]
            mark = "CAST(? AS TEXT)" if isinstance(value, tuple) else "?"
            one = f"WHERE ({', '.join(keys)}) = (SELECT {', '.join(keys)} FROM {table} LIMIT 1 OFFSET {row})"
            content = value[0] if isinstance(value, tuple) else value
            with suppress(sqlite3.IntegrityError):  # a number that is no whole number cannot be that of a row
                db.execute(f"UPDATE OR IGNORE {table} SET {name} = {mark} {one if row >= 0 else ''}", (content,))
    _with_schema(path, kept)


def _without_rules(path: Path) -> list[tuple[str, str]]:
    """Let the tables of a study take any value; what their SQL was."""
    with closing(sqlite3.connect(path)) as db:
        kept = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'").fetchall()
    loose = [(name, sql.replace("STRICT, ", "").replace("STRICT", "").replace("NOT NULL", "")) for name, sql in kept]
    _with_schema(path, [(name, _typeless(sql)) for name, sql in loose])
    return kept


def _typeless(sql: str) -> str:
    """Without affinity a number stays a number in a column of text; the key of a table by rowid stays as it is."""
    for name in (" INTEGER ", " TEXT ", " REAL ", " BLOB "):
        sql = (
            sql.replace(name, " ") if name != " INTEGER " else sql.replace(" INTEGER  ", " ").replace(" INTEGER,", " ,")
        )
    return sql


def _with_schema(path: Path, tables: list[tuple[str, str]]) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        (cookie,) = db.execute("PRAGMA schema_version").fetchone()
        db.execute("PRAGMA writable_schema = ON")
        db.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [(sql, name) for name, sql in tables])
        db.execute(f"PRAGMA schema_version = {cookie + 1}")
