"""What a study holds, without numbers and moments: two studies in which the same was done have the same of it."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

OF_OUTPUT = (
    "JOIN output ON output.id = annotation.output_id JOIN item ON item.id = output.item_id "
    "JOIN feature_set ON feature_set.id = item.feature_set_id"
)
QUERIES = (
    "SELECT language, word, features, gold, frequency FROM item JOIN feature_set ON feature_set.id = feature_set_id",
    "SELECT word, variant.answer FROM variant JOIN item ON item.id = item_id",
    "SELECT language, sampling, seed, size, n_items FROM split JOIN training_set ON split_id = split.id",
    "SELECT * FROM prediction_table",
    "SELECT * FROM label_table {that_count}",
    "SELECT name, kind, redoes_id IS NULL, undoes_id IS NULL, is_blind, word, features, item.gold, output.answer, "
    "annotation.gold_class, pred_class, error, flags, note, is_marked FROM act "
    "JOIN annotator ON annotator.id = annotator_id LEFT JOIN annotation ON act_id = act.id "
    + OF_OUTPUT.replace("JOIN", "LEFT JOIN"),
    "SELECT name, seed, size FROM sample JOIN annotator ON annotator.id = annotator_id",
)
BEFORE_9 = {"word": "lemma", "gold": "form", "answer": "form"}  # names of columns in schemas that were upgraded
# Of an import that was cut off, what it stored last may be outputs: they count when something visible predicts them.
OF_VISIBLE = (
    "WHERE NOT EXISTS (SELECT 1 FROM staged_part) OR (language, lemma, features, gold, predicted) IN "
    "(SELECT language, lemma, features, gold, predicted FROM prediction_table)"
)
# What goed may leave in a folder: the study, copies of it from before, and what was there or was asked for.
LEFT_OVER = re.compile(r"-wal$|-shm$|-journal$|\.new$|\.goed-draft$|\.checkpoints$|^goed-")


def what_counts(study: Path) -> str:
    """A fingerprint of all that was brought in, made, and said."""
    found = []
    with closing(sqlite3.connect(study)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        names = BEFORE_9 if schema < 9 else {}
        for query in QUERIES:
            query = re.sub(r"\b(word|gold|answer)\b", lambda name: names.get(name[0], name[0]), query)
            query = query.format(that_count="" if names else OF_VISIBLE)
            rows = sorted(map(repr, connection.execute(query)))
            found.append(hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16])
    return " ".join(found)


def said_by(study: Path, annotator: str) -> list[tuple[str, str]]:
    """The cases that an annotator has labelled: lemma and predicted form, one for each act."""
    with closing(sqlite3.connect(study)) as connection:
        return connection.execute(
            "SELECT word, output.answer FROM act JOIN annotation ON act_id = act.id "
            "JOIN annotator ON annotator.id = annotator_id JOIN output ON output.id = output_id "
            "JOIN item ON item.id = item_id WHERE act.kind = 'label' AND annotator.name = ?",
            (annotator,),
        ).fetchall()


def left_over(folder: Path) -> list[str]:
    """Temporary files anywhere in a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if LEFT_OVER.search(path.name))
