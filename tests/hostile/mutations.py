"""Valid files, damaged as files come to be damaged, and as somebody would damage them who means harm."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

NASTY_TEXT = (
    "", " ", "\t", "\t\t\t", "\r", "\n\n", "\r\n", "\0", "\ufeff", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029",
    "\x1b[2J\x1b[31m", "\x07", "\x7f", "\u202e", "\u2066", "\u200b", "\u200d", "\u00ad", "\ufffe", "\uffff",
    "\U0010ffff",
    "\ue000", "e\u0301", "\u1100\u1161\u11a8", "\u0301" * 40, "ﷺ", "ﬃ", "İ", "ß", "👩‍👩‍👧", "بُخارات",
    '"', '""', "'", '"a', 'a"b', ",", ";", "|", "\\", "\\x00", "\\ud800", "\\u202e", "\\U00110000", "`", "<UNK>", "#",
    "=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "0", "-0", "1e400", "-1e400", "nan", "inf", "-inf", "1e15",
    "1" * 400, "9" * 5000, "1_000", "0x10", "٣", "²", "½", "1,5", "1.5", "50%", "101", "NULL", "None", "true", "{}",
    "[]",
    "../../../etc/passwd", "/dev/zero", "'; DROP TABLE item; --", "$(touch x)", "`touch x`", "{size}", "{language}",
    "{0.__class__}", "%s%n", "%", "a" * 5_000, "ab " * 2_000, "V;PST", "N;PL", "x" * 101, "lemma", "classifier",
)  # fmt: skip
NASTY_BYTES = (
    *(text.encode("utf-8", "surrogatepass") for text in NASTY_TEXT),
    b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xc0\xaf", b"\xc0\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xe9", b"\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xe2\x82", b"PK\x03\x04", b"\x1f\x8b\x08", b"PAR1",
)  # fmt: skip

Mutation = Callable[[st.DrawFn, bytes], bytes]


def mutated(valid: bytes, pieces: Sequence[bytes] = (), most: int = 4) -> st.SearchStrategy[bytes]:
    """A valid file with some mutations; `pieces` are words that mean something to its reader."""
    return st.composite(_mutated)(valid, (*NASTY_BYTES, *pieces * 3), most)


def _mutated(draw: st.DrawFn, valid: bytes, pieces: Sequence[bytes], most: int) -> bytes:
    content = valid
    for _ in range(draw(st.integers(1, most))):
        content = draw(st.sampled_from(MUTATIONS))(draw, content, pieces)
    return content


def _place(draw: st.DrawFn, content: bytes) -> int:
    return draw(st.integers(0, len(content)))


def _truncated(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    return content[: _place(draw, content)]


def _flipped(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    if not content:
        return b"\x00"
    place = draw(st.integers(0, len(content) - 1))
    return content[:place] + bytes([content[place] ^ (1 << draw(st.integers(0, 7)))]) + content[place + 1 :]


def _spliced(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    place = _place(draw, content)
    return content[:place] + draw(st.sampled_from(pieces)) + content[place:]


def _overwritten(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    place, piece = _place(draw, content), draw(st.sampled_from(pieces))
    return content[:place] + piece + content[place + len(piece) :]


def _without_some(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    place = _place(draw, content)
    return content[:place] + content[place + draw(st.integers(1, 30)) :]


def _lines(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    """A line is doubled, dropped, moved, joined with the next, or stands many times."""
    lines = content.split(b"\n")
    place, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["double", "drop", "swap", "join", "many"])):
        case "double":
            lines.insert(other, lines[place])
        case "drop":
            del lines[place]
        case "swap":
            lines[place], lines[other] = lines[other], lines[place]
        case "join":
            lines[place : place + 2] = [b"".join(lines[place : place + 2])]
        case "many":
            lines[place:place] = [lines[place]] * 300
    return b"\n".join(lines)


def _cell(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    """A cell is something else; it keeps its place, so that readers come as far as to look at it."""
    for sign in (b"\t", b",", b"=", b":"):
        if sign in content:
            break
    lines = content.split(b"\n")
    place = draw(st.integers(0, len(lines) - 1))
    cells = lines[place].split(sign)
    cells[draw(st.integers(0, len(cells) - 1))] = draw(st.sampled_from(pieces))
    lines[place] = sign.join(cells)
    return b"\n".join(lines)


def _columns_swapped(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    sign = b"\t" if b"\t" in content else b","
    lines = content.split(b"\n")
    place = draw(st.integers(0, len(lines) - 1))
    cells = lines[place].split(sign)
    lines[place] = sign.join(draw(st.permutations(cells)) if len(cells) < 20 else cells)
    return b"\n".join(lines)


def _encoded_otherwise(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    name = draw(st.sampled_from(["utf-16", "utf-16-le", "utf-32", "latin-1", "utf-7", "utf-8-sig", "cp1252", "cp500"]))
    return content.decode("utf-8", "replace").encode(name, "replace")


def _line_ends(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    return content.replace(b"\n", draw(st.sampled_from([b"\r\n", b"\r", b"\n\n", b"\x85", b"\0\n", b""])))


def _random(draw: st.DrawFn, content: bytes, pieces: Sequence[bytes]) -> bytes:
    return draw(st.binary(max_size=200))


MUTATIONS = [
    _cell, _cell, _cell, _cell, _spliced, _spliced, _overwritten, _lines, _lines, _truncated, _flipped, _flipped,
    _without_some, _columns_swapped, _encoded_otherwise, _line_ends, _random,
]  # fmt: skip
