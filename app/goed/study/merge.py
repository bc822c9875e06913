"""Merging: bringing in the acts of another copy of a study, all of them or none.

Ids of acts and outputs differ from copy to copy once both are worked on. An act is recognised in every copy by its
*print*, a hash of who did it, when, and what it says in words. The other study is copied first and read from that copy,
so that its own file is not changed.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from goed.drafts import draft_folder
from goed.errors import GoedError
from goed.study.acts import annotator_id, next_act_id
from goed.study.items import INFLECTION, WITH_ITEM, ItemBook, NewItem, add_source
from goed.study.judgements import COLUMNS
from goed.study.samples import insert_sample
from goed.study.study import Study, explaining, insert, one_number
from goed.study.study_files import copy_study

PRINT_BYTES = 16  # bytes of a print
PRINT_MODULUS = 1 << (8 * PRINT_BYTES)

Prints = dict[int, bytes]  # act → print, in the order in which acts hold


def act_prints(study: Study) -> Prints:
    """The print of every act; acts that are alike in everything are numbered, so that each has its own."""
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
    """Act → a hash of all that it says: a sum over its outputs, so that their order does not matter."""
    said: dict[int, int] = {}
    for act_id, verdict, domain, corpus, digest, token, *words in _annotations(study):
        if verdict is not None or domain != INFLECTION:  # else the prints of older acts stay as they are
            words += [verdict, domain]
        if corpus is not None:
            words += [corpus, digest, token]
        said[act_id] = (said.get(act_id, 0) + int.from_bytes(_digest(words))) % PRINT_MODULUS
    return said


def _annotations(study: Study) -> Iterator[tuple[Any, ...]]:
    columns = ", ".join(f"annotation.{name}" for name in COLUMNS.split(", ") if name != "verdict")
    return study.connection.execute(
        "SELECT act_id, verdict, domain, corpus.name, corpus.digest, token, item.language, word, features, gold, "
        f"answer, {columns} FROM annotation JOIN output ON output.id = output_id {WITH_ITEM} "
        "LEFT JOIN corpus ON corpus.id = corpus_id"
    )


def _digest(content: object) -> bytes:
    return blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=PRINT_BYTES).digest()


@dataclass
class MergeResult:
    """What a merge brought in."""

    acts: Counter[str] = field(default_factory=Counter)  # annotator → acts
    n_outputs: int = 0  # that these acts are about
    n_new_outputs: int = 0  # of those, how many were not here


@dataclass(frozen=True)
class MergePlan:
    """Which acts of another copy are new here."""

    new: Sequence[int]  # acts of the other copy, in the order in which they hold
    same: Mapping[int, int]  # acts of the other copy → the same ones here
    only_here: Sequence[int]  # acts that the other copy does not have
    n_acts_here: int  # when the plan was made
    path: str  # of the other copy


@contextmanager
def other_copy(study: Study, path: Path) -> Iterator[Study]:
    """A copy of another study, in the present schema; the original may be in use, or read-only."""
    Study.refuse_what_is_no_study(path)
    if path.samefile(study.path):
        raise GoedError(f"{path} is the study itself; name another copy of it")
    with draft_folder(study.path) as folder:
        copy = folder / "other.goed"
        copy_study(path, copy)
        try:
            opened = Study.open(copy)
        except GoedError as error:  # name the file that the user named
            raise GoedError(str(error).replace(str(copy), str(path))) from error
        with closing(opened):
            with explaining(path):
                (answer,) = opened.connection.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise GoedError(f"{path} is damaged: `goed check --study {path}` says how badly; nothing was merged")
            yield opened


def n_outputs_of(study: Study, act_ids: Iterable[int]) -> int:
    """How many outputs acts are about, counted once for each act."""
    rows = study.connection.execute("SELECT act_id, count(*) FROM annotation GROUP BY act_id")
    of_act = dict(rows.fetchall())
    return sum(of_act.get(act_id, 0) for act_id in act_ids)


def bring_in(study: Study, other: Study, plan: MergePlan) -> MergeResult | None:
    """Bring in acts, and whatever they refer to; None if somebody has done something here in the meantime."""
    with study.transaction() as db:
        if one_number(db, "SELECT count(*) FROM act") != plan.n_acts_here:
            return None
        return _Merge(db, other.connection, plan).all()


class _Merge:
    """Brings in the tables of the other copy, those that others refer to first."""

    def __init__(self, db: sqlite3.Connection, other: sqlite3.Connection, plan: MergePlan) -> None:
        self._db, self._other, self._plan = db, other, plan
        self._brought = MergeResult()
        self._acts = dict(plan.same)  # numbers there → numbers here
        self._annotators = {
            number: annotator_id(db, name)
            for number, name in other.execute("SELECT id, name FROM annotator ORDER BY id").fetchall()
        }

    def all(self) -> MergeResult:
        """Bring in everything that the new acts refer to, and then the acts."""
        _temporary(self._other, "new_act", self._plan.new)
        outputs = self._outputs()
        sittings, samples, sources = self._sittings(), self._samples(outputs), self._sources()
        self._bring_acts(sittings, samples, sources)
        self._bring_annotations(outputs)
        self._store_concurrent_pairs()
        return self._brought

    def _outputs(self) -> dict[int, int]:
        """Output id there → here, for new acts and samples; missing outputs and items are added."""
        rows = self._other.execute(
            "SELECT output.id, domain, language, answer, item.id, word, gold, features, frequency, corpus_id, token "
            f"FROM output {WITH_ITEM} WHERE output.id IN "
            "(SELECT output_id FROM annotation WHERE act_id IN (SELECT id FROM new_act) "
            "UNION SELECT output_id FROM sample_output) ORDER BY output.id"
        ).fetchall()
        corpora = self._corpora({row[-2] for row in rows})
        books: dict[tuple[str, str], ItemBook] = {}
        outputs = {}
        for output_id, domain, language, predicted, item_there, *words, corpus_id, token in rows:
            if (domain, language) not in books:
                books[domain, language] = ItemBook(self._db, language, None, domain)
            item = NewItem(*words)._replace(corpus_id=corpora[corpus_id], token=token)
            item_id = self._item(books[domain, language], item, item_there)
            outputs[output_id] = self._output(item_id, predicted, predicted == item.gold)
        if rows and sum(book.n_added for book in books.values()) == len({row[4] for row in rows}):
            raise GoedError(f"{self._plan.path} is no copy of this study: none of the words it is about is in it")
        return outputs

    def _corpora(self, wanted: Collection[int]) -> dict[int, int]:
        """Corpus id there → here. A merge brings in no corpora: it is refused if acts are about one that is missing
        here, or has other content here.
        """
        query = "SELECT name, id, digest FROM corpus"
        here = {name: (number, digest) for name, number, digest in self._db.execute(query)}
        found = {0: 0}
        for name, number_there, digest_there in self._other.execute(query).fetchall():
            found[number_there], digest = here.get(name, (0, None))
            if number_there in wanted and digest != digest_there:
                has = "has not got; import that corpus here" if digest is None else "has with other content; rename it"
                about = f"acts or audits there are about the corpus {name}"
                raise GoedError(f"{self._plan.path}: {about}, which this study {has} first")
        return found

    def _item(self, book: ItemBook, word: NewItem, number_there: int) -> int:
        known = book.known(word)
        if word.gold in known:
            return known[word.gold]
        item_id = book.item(word)
        variants = self._other.execute("SELECT answer, frequency FROM variant WHERE item_id = ?", (number_there,))
        for answer, frequency in variants.fetchall():
            book.variant(item_id, answer, frequency)
        book.save()
        return item_id

    def _output(self, item_id: int, answer: str, is_correct: bool) -> int:
        row = self._db.execute("SELECT id FROM output WHERE item_id = ? AND answer = ?", (item_id, answer)).fetchone()
        if row:
            return int(row[0])
        self._brought.n_new_outputs += 1
        return insert(self._db, "output", item_id=item_id, answer=answer, is_correct=is_correct)

    def _sittings(self) -> dict[int, int]:
        """Sitting id there → here; a sitting that is in both copies gets the later end."""
        found = {}
        for number, annotator, started_at, seen_at, has_ended in self._other.execute(
            "SELECT id, annotator_id, started_at, seen_at, has_ended FROM sitting ORDER BY id"
        ).fetchall():
            person = self._annotators[annotator]
            row = self._db.execute(
                "SELECT id FROM sitting WHERE annotator_id = ? AND started_at = ?", (person, started_at)
            ).fetchone()
            if row is None:
                moments = {"started_at": started_at, "seen_at": seen_at, "has_ended": has_ended}
                found[number] = insert(self._db, "sitting", annotator_id=person, **moments)
            else:
                query = "UPDATE sitting SET seen_at = max(seen_at, ?), has_ended = max(has_ended, ?) WHERE id = ?"
                self._db.execute(query, (seen_at, has_ended, row[0]))
                found[number] = row[0]
        return found

    def _samples(self, outputs: Mapping[int, int]) -> dict[int, int]:
        """Sample id there → here; missing samples are added with their outputs."""
        columns = ("drawn_at", "scope", "seed", "size", "n_outputs", "n_predictions")
        found = {}
        for number, annotator, *drawn in self._other.execute(
            f"SELECT id, annotator_id, {', '.join(columns)} FROM sample ORDER BY id"
        ).fetchall():
            person = self._annotators[annotator]
            rows = self._other.execute(_MEMBERS, (number,)).fetchall()
            members = [(place, outputs[output], *rest) for place, output, *rest in rows if output in outputs]
            here = self._db.execute(
                "SELECT id FROM sample WHERE annotator_id = ? AND (drawn_at, scope, seed, size) = (?, ?, ?, ?)",
                (person, *drawn[:4]),
            ).fetchall()
            same = next((each for (each,) in here if self._db.execute(_MEMBERS, (each,)).fetchall() == members), None)
            if same is None:
                sample = {"annotator_id": person, **dict(zip(columns, drawn, strict=True))}
                same = insert_sample(self._db, sample, members)
            found[number] = same
        return found

    def _sources(self) -> dict[int, int]:
        """Source id there → here, for the files that new imports of labels came from."""
        found = {}
        for number, path, sha256, imported_at in self._other.execute(
            "SELECT id, path, sha256, imported_at FROM source WHERE id IN "
            "(SELECT source_id FROM act WHERE id IN (SELECT id FROM new_act))"
        ).fetchall():
            found[number] = add_source(self._db, path, sha256)
            self._db.execute("UPDATE source SET imported_at = ? WHERE id = ?", (imported_at, found[number]))
        return found

    def _bring_acts(self, sittings: Mapping[int, int], samples: Mapping[int, int], sources: Mapping[int, int]) -> None:
        next_id = next_act_id(self._db)
        rows = self._other.execute(
            "SELECT act.id, annotator_id, made_at, clock, kind, undoes_id, redoes_id, sitting_id, sample_id, "
            "source_id, is_blind, name FROM act JOIN annotator ON annotator.id = annotator_id "
            "WHERE act.id IN (SELECT id FROM new_act) ORDER BY clock, act.id"
        ).fetchall()
        for act_id, annotator, made_at, clock, kind, undoes, redoes, sitting, sample, source, is_blind, name in rows:
            self._acts[act_id] = next_id
            done = {"annotator_id": self._annotators[annotator], "made_at": made_at, "clock": clock, "kind": kind}
            about = {"undoes_id": self._acts.get(undoes), "redoes_id": self._acts.get(redoes), "is_blind": is_blind}
            by = {"sitting_id": sittings.get(sitting), "sample_id": samples.get(sample)}
            insert(self._db, "act", id=next_id, **done, **about, **by, source_id=sources.get(source))
            self._brought.acts[name] += 1
            next_id += 1

    def _bring_annotations(self, outputs: Mapping[int, int]) -> None:
        rows = self._other.execute(
            f"SELECT act_id, output_id, {COLUMNS} FROM annotation WHERE act_id IN (SELECT id FROM new_act)"
        ).fetchall()
        self._db.executemany(
            f"INSERT INTO annotation (act_id, output_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((self._acts[act_id], outputs[output_id], *said) for act_id, output_id, *said in rows),
        )
        self._brought.n_outputs = len({output_id for _, output_id, *_ in rows})

    def _store_concurrent_pairs(self) -> None:
        """Store the pairs of concurrent acts: two judgements of an output by one person, or two adjudications of it,
        made in copies that did not know of each other; also the pairs that the other copy has stored.
        """
        _temporary(self._db, "only_here", self._plan.only_here)
        _temporary(self._db, "brought", [self._acts[act_id] for act_id in self._plan.new])
        pairs = self._db.execute(_CONCURRENT).fetchall()
        pairs += [
            (self._acts[one], self._acts[other])
            for one, other in self._other.execute("SELECT act_id, other_id FROM concurrent_act").fetchall()
        ]
        clocks = dict(self._db.execute("SELECT id, clock FROM act").fetchall()) if pairs else {}
        self._db.executemany(
            "INSERT OR IGNORE INTO concurrent_act (act_id, other_id) VALUES (?, ?)",
            [sorted(pair, key=lambda act_id: (clocks[act_id], act_id)) for pair in pairs],
        )


_MEMBERS = (
    "SELECT position, output_id, n_predictions, probability FROM sample_output WHERE sample_id = ? ORDER BY position"
)
_CONCURRENT = """
SELECT DISTINCT here.act_id, there.act_id
FROM brought
JOIN annotation AS there ON there.act_id = brought.id
JOIN annotation AS here ON here.output_id = there.output_id
JOIN only_here ON only_here.id = here.act_id
JOIN act AS new ON new.id = there.act_id
JOIN act AS own ON own.id = here.act_id
WHERE (new.kind = 'adjudicate') = (own.kind = 'adjudicate')
  AND (new.kind = 'adjudicate' OR new.annotator_id = own.annotator_id)
  AND ((here.error IS NOT NULL AND there.error IS NOT NULL) OR (here.note IS NOT NULL AND there.note IS NOT NULL))
"""


def _temporary(db: sqlite3.Connection, name: str, numbers: Iterable[int]) -> None:
    """Put a list of ids into a temporary table that queries can use."""
    db.execute(f"DROP TABLE IF EXISTS temp.{name}")
    db.execute(f"CREATE TEMP TABLE {name} (id INTEGER PRIMARY KEY)")
    db.executemany(f"INSERT INTO temp.{name} VALUES (?)", ((number,) for number in numbers))
