"""Items and what is known of them: gold answer, frequency, accepted variants."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from goed.models.sentence import Place
from goed.study.study import Study, now, one_number
from goed_classifiers.values import Case

# Joins that add the words: to a table with an item_id, and to items themselves.
WITH_ITEM = "JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id"
ITEMS = "item JOIN feature_set ON feature_set.id = feature_set_id"

INFLECTION = "inflection"  # the domain of items, unless somebody says another one
WRITTEN_AT_ONCE = 10_000  # rows: the lock is held for some hundredths of a second


class Item(NamedTuple):
    """A word, what is asked about it, and the gold answer, with its frequency where a source counted it.

    In inflection: a lemma, its features, and the gold form.
    """

    id: int
    word: str
    features: str
    gold: str
    frequency: float | None
    gold_class: str | None = None  # from the classifier
    place: Place | None = None  # in a corpus


class Known(NamedTuple):
    """All that a classifier may know about an item."""

    domain: str
    language: str
    word: str
    features: str
    gold: str
    accepted: frozenset[str] = frozenset()  # other answers that a source lists as right
    place: Place | None = None  # in a corpus

    def case(self, answer: str) -> Case:
        """An answer to the item, as a classifier of inflection is given it."""
        return Case(self.word, self.features, self.gold, answer, self.accepted)


Question = tuple[str, str, int, int]  # word, features, corpus, token


class NewItem(NamedTuple):
    """An item as a source gives it."""

    word: str
    gold: str
    features: str
    frequency: float | None = None
    corpus_id: int = 0  # the corpus that it is in; 0: none
    token: int = 0

    @property
    def question(self) -> Question:
        """What is asked. Items with the same question accept each other's gold answers, except in corpora."""
        return (self.word, self.features, self.corpus_id, self.token)


class Added(NamedTuple):
    """What an import of items changed."""

    items: int
    variants: int
    frequencies: int


class Measure(NamedTuple):
    """A measure of a part of a run other than its number of right answers."""

    value: float | None  # None if it is not defined
    n: float  # how many things it is a share or a mean of
    flag: str = ""  # why it is not defined, or what else one should know


class ItemBook:
    """The items of one domain and language by what they ask; adds missing ones, inside a transaction."""

    def __init__(self, db: sqlite3.Connection, language: str, source_id: int | None, domain: str = INFLECTION) -> None:
        self._db = db
        self._domain, self._language = domain, language
        self._source_id = source_id
        self._features: dict[str, int] = dict(db.execute("SELECT features, id FROM feature_set").fetchall())
        self._by_key: dict[Question, dict[str, int]] = {}  # → gold answer → item
        self._next_id = 1 + one_number(db, "SELECT coalesce(max(id), 0) FROM item")
        self._new_items: list[tuple[object, ...]] = []
        self._variants: list[tuple[int, str, float | None, int | None]] = []
        self.n_added = self.n_variants = 0
        for item_id, gold, *question in db.execute(
            f"SELECT item.id, gold, word, features, corpus_id, token FROM {ITEMS} "
            "WHERE language = ? AND domain = ? ORDER BY item.id",
            (language, domain),
        ):
            self._by_key.setdefault(tuple(question), {})[gold] = item_id

    def known(self, new: NewItem) -> dict[str, int]:
        """The items of a word with these features, in the same place: gold answer → item id."""
        return self._by_key.get(new.question, {})

    def item(self, new: NewItem) -> int:
        """The item with exactly this gold answer, made if missing; outside corpora, other golds become its variants."""
        golds = self._by_key.setdefault(new.question, {})
        if new.gold not in golds:
            item_id = self._next_id
            self._next_id += 1
            for gold, other_id in () if new.corpus_id else golds.items():
                self.variant(other_id, new.gold, new.frequency)
                self.variant(item_id, gold, None)
            golds[new.gold] = item_id
            row = (item_id, self._domain, self._language, new.word, self._features_id(new.features), new.gold)
            self._new_items.append((*row, new.frequency, self._source_id, new.corpus_id, new.token))
            self.n_added += 1
        return golds[new.gold]

    def variant(self, item_id: int, answer: str, frequency: float | None) -> None:
        """Keep another gold answer as accepted for an item."""
        self._variants.append((item_id, answer, frequency, self._source_id))

    def save(self) -> None:
        """Write what was added."""
        self._db.executemany(
            "INSERT INTO item (id, domain, language, word, feature_set_id, gold, frequency, source_id, corpus_id, "
            "token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            self._new_items,
        )
        before = self._number_of_variants()
        self._db.executemany(
            "INSERT INTO variant (item_id, answer, frequency, source_id) VALUES (?, ?, ?, ?) "
            f"ON CONFLICT DO UPDATE SET frequency = {_LARGER} WHERE {_LARGER} IS NOT frequency",
            self._variants,
        )
        self.n_variants += self._number_of_variants() - before
        # A newly accepted answer may change the labels of an item's outputs: they are removed, to be given again.
        self._db.executemany(
            "DELETE FROM label WHERE output_id IN (SELECT id FROM output WHERE item_id = ?)",
            [(item_id,) for item_id in dict.fromkeys(item_id for item_id, *_ in self._variants)],
        )
        self._new_items.clear()
        self._variants.clear()

    def _number_of_variants(self) -> int:
        return one_number(self._db, "SELECT count(*) FROM variant")

    def _features_id(self, features: str) -> int:
        if features not in self._features:
            query = "INSERT INTO feature_set (features) VALUES (?) RETURNING id"
            self._features[features] = one_number(self._db, query, (features,))
        return self._features[features]


# Of two counts of one answer the larger one stands, whichever came first.
_LARGER = "max(coalesce(excluded.frequency, frequency), coalesce(frequency, excluded.frequency))"


def add_items(
    db: sqlite3.Connection,
    language: str,
    items: Iterable[NewItem],
    path: str,
    sha256: str | None,
    domain: str = INFLECTION,
) -> Added:
    """Add a source's items; another gold answer for a word and features that the study has becomes a variant."""
    book = ItemBook(db, language, add_source(db, path, sha256), domain)
    counts: dict[NewItem, list[float]] = {}  # word → its counts in this source, which are summed
    for new in items:
        of_word = counts.setdefault(new._replace(frequency=None), [])
        if new.frequency is not None:
            of_word.append(new.frequency)
    frequencies: dict[int, float] = {}
    for word, of_word in counts.items():
        new = word._replace(frequency=math.fsum(of_word) if of_word else None)
        golds = book.known(new)
        if new.gold in golds or not golds or new.corpus_id:
            item_id = book.item(new)
            if new.frequency is not None:
                frequencies[item_id] = new.frequency
        else:
            book.variant(next(iter(golds.values())), new.gold, new.frequency)
    book.save()
    db.executemany(
        "UPDATE item SET frequency = max(:frequency, coalesce(frequency, 0)) WHERE id = :id AND NOT counts_all_forms",
        [{"id": item_id, "frequency": frequency} for item_id, frequency in frequencies.items()],
    )
    return Added(book.n_added, book.n_variants, len(frequencies))


def add_frequencies(
    db: sqlite3.Connection,
    language: str,
    counts: Iterable[NewItem],
    path: str,
    sha256: str | None,
    domain: str = INFLECTION,
) -> Added:
    """Take only the counts: an item gets the sum of its word's rows with its features.

    Where the source has no row with just these features, rows with more tags count: an Arabic plural N;HUM;MASC;PL
    gets the sum over all its cases, N;HUM;ACC;DEF;MASC;PL among them.
    """
    rows_of: dict[str, list[NewItem]] = {}
    for row in counts:
        rows_of.setdefault(row.word, []).append(row)
    add_source(db, path, sha256)
    found = {}
    for item in _items(db, domain, language):
        rows = rows_of.get(item.word, [])
        tags = set(item.features.split(";"))
        same = [row for row in rows if row.features == item.features]
        matching = same or [row for row in rows if tags <= set(row.features.split(";"))]
        if matching:
            found[item.id] = sum(row.frequency or 0.0 for row in matching)
    db.executemany(
        "UPDATE item SET frequency = ?, counts_all_forms = 1 WHERE id = ?",
        [(frequency, item_id) for item_id, frequency in found.items()],
    )
    return Added(0, 0, len(found))


def add_source(db: sqlite3.Connection, path: str, sha256: str | None) -> int:
    """Record the file that something came from; returns its id."""
    path = path.encode("utf-8", "backslashreplace").decode()  # not every name of a file is UTF-8
    query = "INSERT INTO source (path, sha256, imported_at) VALUES (?, ?, ?) RETURNING id"
    return one_number(db, query, (path, sha256, now()))


def variants_version(db: sqlite3.Connection) -> int:
    """A number that grows whenever an import brings new accepted forms."""
    return one_number(db, "SELECT coalesce(max(source_id), 0) FROM variant")


def languages(study: Study) -> list[str]:
    """The languages that the study has items of."""
    rows = study.connection.execute("SELECT DISTINCT language FROM item ORDER BY language")
    return [language for (language,) in rows]


def n_items_by_features(study: Study) -> list[tuple[str, str, str, int]]:
    """Domain, language, features and number of items, the most frequent features of a language first."""
    return study.connection.execute(
        f"SELECT domain, language, features, count(*) AS n FROM {ITEMS} "
        "GROUP BY domain, language, feature_set_id ORDER BY language, n DESC, features"
    ).fetchall()


def items_of(study: Study, language: str, domain: str = INFLECTION) -> list[Item]:
    """All items of a domain and a language, in the order in which they came."""
    return _items(study.connection, domain, language)


def items_in_their_places(study: Study, domain: str) -> list[Item]:
    """All items of a domain; those of corpora with their places."""
    place = place_finder(study)
    rows = study.connection.execute(
        f"SELECT corpus_id, token, item.id, word, features, gold, frequency, gold_class FROM {ITEMS} WHERE domain = ?",
        (domain,),
    )
    return [Item._make((*item, place(corpus_id, token))) for corpus_id, token, *item in rows]


def newest_item(study: Study) -> int:
    """The highest number of an item; items are only ever added."""
    return one_number(study.connection, "SELECT coalesce(max(id), 0) FROM item")


def item_ids_of(study: Study, domain: str) -> list[int]:
    """The numbers of all items of a domain."""
    return [item_id for (item_id,) in study.connection.execute("SELECT id FROM item WHERE domain = ?", (domain,))]


def domains_and_languages(study: Study) -> list[tuple[str, str]]:
    """The domains and languages that the study has items of."""
    return study.connection.execute("SELECT DISTINCT domain, language FROM item ORDER BY domain, language").fetchall()


def sources_of_items(study: Study, languages: Collection[str]) -> list[tuple[str, str | None]]:
    """Path and SHA-256 of the files that items and accepted variants of some languages came from."""
    marks = ", ".join("?" * len(languages))
    return study.connection.execute(
        "SELECT DISTINCT path, sha256 FROM source WHERE id IN ("
        f"SELECT source_id FROM item WHERE language IN ({marks}) "
        f"UNION SELECT variant.source_id FROM variant JOIN item ON item.id = item_id WHERE language IN ({marks})) "
        "OR path GLOB 'goed:*' ORDER BY source.id",
        (*languages, *languages),
    ).fetchall()


def known_sources(study: Study) -> set[str]:
    """SHA-256 of every file that something was imported from."""
    rows = study.connection.execute("SELECT DISTINCT sha256 FROM source WHERE sha256 IS NOT NULL")
    return {sha256 for (sha256,) in rows}


def word_frequencies(study: Study, language: str, domain: str = INFLECTION) -> dict[tuple[str, str], float]:
    """(Word, features) → how often all its accepted forms were counted."""
    totals: dict[tuple[str, str], float] = {}
    by_answer: dict[tuple[str, str], dict[str, float]] = {}
    for word, features, gold, frequency, counts_all_forms in study.connection.execute(
        f"SELECT word, features, gold, frequency, counts_all_forms FROM {ITEMS} "
        "WHERE language = :language AND domain = :domain AND frequency IS NOT NULL "
        f"UNION ALL SELECT word, features, variant.answer, variant.frequency, 0 FROM {ITEMS} "
        "JOIN variant ON item_id = item.id "
        "WHERE language = :language AND domain = :domain AND variant.frequency IS NOT NULL",
        {"language": language, "domain": domain},
    ):
        key = (word, features)
        if counts_all_forms:
            totals[key] = max(frequency, totals.get(key, 0.0))
        else:
            of_word = by_answer.setdefault(key, {})
            of_word[gold] = max(frequency, of_word.get(gold, 0.0))  # an answer may be in both tables
    return {key: math.fsum(of_word.values()) for key, of_word in by_answer.items()} | totals


def _items(db: sqlite3.Connection, domain: str, language: str) -> list[Item]:
    rows = db.execute(
        f"SELECT item.id, word, features, gold, frequency, gold_class FROM {ITEMS} "
        "WHERE language = ? AND domain = ? ORDER BY item.id",
        (language, domain),
    )
    return [Item(*row) for row in rows]


def accepted_forms(db: sqlite3.Connection, language: str) -> dict[int, frozenset[str]]:
    """The accepted variants of the items that have some."""
    forms: dict[int, set[str]] = {}
    for item_id, answer in db.execute(
        "SELECT item_id, variant.answer FROM variant JOIN item ON item.id = item_id WHERE language = ?", (language,)
    ):
        forms.setdefault(item_id, set()).add(answer)
    return {item_id: frozenset(of_item) for item_id, of_item in forms.items()}


def gold_forms(study: Study, language: str, only_without: bool = False) -> list[tuple[int, Known, str | None]]:
    """The items of a language with the present class of their gold answer, or only those without a class."""
    condition = "AND gold_class IS NULL" if only_without else ""
    rows = study.connection.execute(
        f"SELECT item.id, gold_class, corpus_id, token, domain, language, word, features, gold FROM {ITEMS} "
        f"WHERE language = ? {condition} ORDER BY item.id",
        (language,),
    ).fetchall()
    place = place_finder(study)
    return [
        (item_id, Known._make((*item, frozenset(), place(corpus_id, token))), gold_class)
        for item_id, gold_class, corpus_id, token, *item in rows
    ]


def place_finder(study: Study) -> Callable[[int, int], Place | None]:
    """A function that finds the place of a token of a corpus; None where the corpus is 0, for items of no corpus."""

    def find(corpus_id: int, token: int) -> Place | None:
        if not corpus_id:
            return None
        from goed.study.places import place_in_corpus  # numpy: only where there are corpora

        return place_in_corpus(study, corpus_id, token)

    return find


def n_unclassified(study: Study, language: str) -> int:
    """How many gold forms have no class."""
    query = "SELECT count(*) FROM item WHERE language = ? AND gold_class IS NULL"
    return one_number(study.connection, query, (language,))


def set_gold_classes(study: Study, classes: Sequence[tuple[int, str]]) -> None:
    """Store the inflection classes of gold forms: item, class."""
    for start in range(0, len(classes), WRITTEN_AT_ONCE):
        with study.transaction() as db:
            rows = [(gold_class, item_id) for item_id, gold_class in classes[start : start + WRITTEN_AT_ONCE]]
            db.executemany("UPDATE item SET gold_class = ? WHERE id = ?", rows)


def any_without_label(study: Study) -> bool:
    """Whether any output lacks a label, as after an interrupted upgrade or import of items."""
    (n_outputs, n_labels) = study.connection.execute(
        "SELECT (SELECT count(*) FROM output), (SELECT count(*) FROM label)"
    ).fetchone()
    if n_outputs == n_labels:  # one label for each output; counting takes a tenth of the time
        return False
    row = study.connection.execute(
        "SELECT 1 FROM output LEFT JOIN label ON output_id = output.id WHERE output_id IS NULL LIMIT 1"
    ).fetchone()
    return row is not None
