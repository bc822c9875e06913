"""Files made by hand that no reader should choke on: each has a name, and a function that makes it at a path."""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from hostile import material

MB = 1_000_000
ACCENTS = "\u0301\u0316"  # above and below: NFC sorts them
Maker = Callable[[Path], object]


def _bytes(content: bytes) -> Maker:
    return lambda path: path.write_bytes(content)


def _text(text: str) -> Maker:
    return _bytes(text.encode())


def _sqlite(path: Path) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)")


def _zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", "<worksheet/>" * 10)


def _hundred_mb(byte: bytes) -> Maker:
    """A large file is written once, and called by many names."""

    def make(path: Path) -> None:
        large = path.parent.parent / f"large-{byte.hex()}"
        if not large.exists():
            with large.open("wb") as file:
                for _ in range(100):
                    file.write(byte * MB)
        os.link(large, path)

    return make


def _accents(number: int) -> Maker:
    heap = "a" + ACCENTS * (number // 2)
    return _text(f"lemma\tfeatures\tgold\tpredicted\tpred_class\n{heap}\tN;PL\tb\tc\tsuffix\n")


def _sparse(path: Path) -> None:
    """Ten gigabytes of NULs, which take no place on the disk."""
    with path.open("wb") as file:
        file.truncate(10 * 1000 * MB)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


ANY: dict[str, Maker] = {
    "nothing": _bytes(b""),
    "99 bytes": _bytes(b"SQLite format 3\0" + b"x" * 83),
    "a line of 100 MB": _hundred_mb(b"a"),
    "100 MB of line ends": _hundred_mb(b"\n"),
    "10 GB of NULs": _sparse,
    "a word with 240,000 accents": _accents(240_000),
    "9,000 accents on a letter": _accents(9_000),
    "only a BOM": _bytes(b"\xef\xbb\xbf"),
    "only line ends": _bytes(b"\r\r\n\n\r"),
    "only tabs": _bytes(b"\t\t\t\n" * 10),
    "UTF-16": _bytes(material.LABELS_TSV.decode().encode("utf-16")),
    "UTF-16 without a mark": _bytes(material.LABELS_TSV.decode().encode("utf-16-le")),
    "UTF-32": _bytes(material.LABELS_TSV.decode().encode("utf-32")),
    "Latin-1": _bytes("sing\tsäng\tV;PST\n".encode("latin-1")),
    "half a character": _bytes(b"sing\tsa\xed\xa0\x80ng\tV;PST\n"),
    "a slash of two bytes": _bytes(b"sing\tsa\xc0\xafng\tV;PST\n"),
    "a spreadsheet": _zip,
    "gzip": lambda path: path.write_bytes(gzip.compress(material.ITEMS)),
    "a picture": _bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
    "a program": _bytes(b"\x7fELF" + bytes(range(256)) * 4),
    "another program's SQLite file": _sqlite,
    "a link to itself": _loop,
    "a link to nothing": lambda path: path.symlink_to("nothing-like-it"),
    "a link to /dev/zero": lambda path: path.symlink_to("/dev/zero"),
    "a link to the memory of this process": lambda path: path.symlink_to("/proc/self/mem"),
    "a pipe that nobody writes into": lambda path: os.mkfifo(path),
    "a folder": lambda path: path.mkdir(),
    "nothing like it": lambda path: None,
}


def _columns(path: Path) -> None:
    path.write_text("\t".join(f"c{number}" for number in range(200_000)) + "\n", "utf-8")


def _keys(path: Path) -> None:
    path.write_text("".join(f'{{"k{number}": 1}}\n' for number in range(60_000)), "utf-8")


TABLES: dict[str, tuple[str, Maker]] = {
    "a quotation mark that is never closed": (
        ".csv",
        _text('lemma,features,gold,predicted\na,"b\n' + "x,y\n" * 300_000),
    ),
    "a cell of 20 million letters": (".csv", _text("lemma,features,gold,predicted\n" + "x" * 20 * MB + ",a,b,c\n")),
    "200,000 columns": (".tsv", _columns),
    "200,000 columns, parted by commas": (".csv", lambda path: path.write_text(",".join(map(str, range(200_000))))),
    "a million commas": (".csv", _text("," * MB)),
    "the same column 1,000 times": (".csv", _text("lemma," * 1000 + "\n")),
    "JSON that is nested 100,000 deep": (".jsonl", _text("[" * 100_000)),
    "objects that are nested 50,000 deep": (".jsonl", _text('{"a":' * 50_000 + "1" + "}" * 50_000)),
    "60,000 rows with a key each": (".jsonl", _keys),
    "a JSON list of 30 MB": (".jsonl", _text("[" + "1," * 15 * MB + "1]")),
    "a JSON number of 100,000 digits": (".jsonl", _text('{"lemma": ' + "9" * 100_000 + "}")),
    "half characters in JSON": (".jsonl", _text('{"lemma": "\\ud800", "\\udc00": 1}')),
    "rubbish that is called parquet": (".parquet", _bytes(b"PAR1" + bytes(range(256)) * 9 + b"PAR1")),
}
TOML: dict[str, str] = {
    "arrays in arrays, 100,000 deep": "x = " + "[" * 100_000,
    "tables in tables, 30,000 deep": "x = " + "{a=" * 30_000,
    "a dotted key of 10,000 parts": ".".join("a" * 10_000) + " = 1",
    "a table of 100,000 names": "[" + ".".join("a" * 100_000) + "]",
    "100,000 tables": "".join(f"[t{number}]\n" for number in range(60_000)),
    "100,000 elements of an array of tables": "[[predictions]]\n" * 60_000,
    "a key of 900,000 letters": "a" * 900_000 + " = 1",
    "a number of 100,000 digits": "x = " + "9" * 100_000,
    "a hexadecimal number of 900,000 digits": "x = 0x" + "f" * 900_000,
    "a list of 200 lines before a mistake": "languages = [\n" + '"qgo",\n' * 200 + "]\nlanguage = 1\n",
    "a name of 400,000 parts": "[" + ".".join("a" * 400_000) + "]",
    "a text that is never closed": 'x = """' + "a\n" * 100_000,
    "an escape of half a character": 'title = "\\ud800"',
    "an escape beyond Unicode": 'title = "\\U00110000"',
    "ten million sizes": 'languages = ["qgo"]\n[splits]\nsizes = "1:9999999:1"\n',
    "a thousand seeds of ten million": 'languages = ["qgo"]\n[splits]\nseeds = ["0:9999999", "0:9999999"]\n',
    "models that are called as paths": '[models."../x"]\ncommand="true {test} {out}"\n',
    "models whose names go over lines": '[models."a\\nb"]\ncommand="true {test} {out}"\n',
    "a command with a quotation mark": '[models.a]\ncommand = "true \\" {test} {out}"\n',
    "a command of nothing": "[models.a]\ncommand = []\n",
    "a time without end": '[models.a]\ncommand = "true {test} {out}"\ntime_limit = inf\n',
    "a time that is no number": '[models.a]\ncommand = "true {test} {out}"\ntime_limit = nan\n',
    "a year for a language": "languages = [1979-05-27]\n",
    "a pattern that fits in many ways": (
        'languages = ["qgo"]\n[data]\npath = "long"\npattern = "{language}{sampling}{seed}{size}{part}{model}!"\n'
    ),
}


def parquet_of_billions(letters: int, n_rows: int) -> bytes:
    """A file of some kilobytes that stands for gigabytes: one word, millions of times."""
    import pyarrow
    import pyarrow.parquet

    word = pyarrow.array(["x" * letters])
    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * n_rows, pyarrow.int32()), word)
    names = ("lemma", "features", "gold", "predicted", "pred_class")
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(dict.fromkeys(names, column)), sink, compression="zstd")
    return sink.getvalue()
