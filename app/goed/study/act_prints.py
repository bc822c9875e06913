"""By what an act is known in every copy of a study: who did it, when, and what it says, in words.

Numbers of acts and outputs differ from copy to copy once both are worked on. Two acts with the same print are one act.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from goed.study.items import INFLECTION, WITH_ITEM
from goed.study.judgements import COLUMNS
from goed.study.study import Study

SIZE = 16  # bytes of a print
MOST = 1 << (8 * SIZE)

Prints = dict[int, bytes]  # act → print, in the order in which acts hold


def act_prints(study: Study) -> Prints:
    """The print of every act. Of acts that are alike in everything, each one has another print."""
    said = _what_acts_say(study)
    prints: Prints = {}
    n_alike: dict[bytes, int] = {}
    for act_id, undoes_id, redoes_id, *words in study.connection.execute(
        "SELECT act.id, undoes_id, redoes_id, name, made_at, kind, is_blind FROM act "
        "JOIN annotator ON annotator.id = annotator_id ORDER BY clock, act.id"
    ):
        earlier = [prints.get(undoes_id, b""), prints.get(redoes_id, b"")]
        own = _digest([words, earlier, said.get(act_id, 0)])
        n_alike[own] = n_alike.get(own, 0) + 1
        prints[act_id] = own if n_alike[own] == 1 else _digest([own, n_alike[own]])
    return prints


def _what_acts_say(study: Study) -> dict[int, int]:
    """Act → a number for all that it says: a sum over its outputs, in whatever order they stand."""
    said: dict[int, int] = {}
    for act_id, verdict, domain, corpus, digest, token, *words in _annotations(study):
        if verdict is not None or domain != INFLECTION:  # what older schemas did not have has no part in their prints
            words += [verdict, domain]
        if corpus is not None:
            words += [corpus, digest, token]
        said[act_id] = (said.get(act_id, 0) + int.from_bytes(_digest(words))) % MOST
    return said


def _annotations(study: Study) -> Iterator[tuple[Any, ...]]:
    columns = ", ".join(f"annotation.{name}" for name in COLUMNS.split(", ") if name != "verdict")
    return study.connection.execute(
        "SELECT act_id, verdict, domain, corpus.name, corpus.digest, token, item.language, word, features, gold, "
        f"answer, {columns} FROM annotation JOIN output ON output.id = output_id {WITH_ITEM} "
        "LEFT JOIN corpus ON corpus.id = corpus_id"
    )


def _digest(content: object) -> bytes:
    return blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
