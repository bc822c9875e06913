"""A fingerprint of all that statistics are made from, so that what was made from it is known to be up to date."""

from __future__ import annotations

import hashlib

from goed.study.study import Study

QUERIES = (
    "SELECT max(id), count(*), sum(n_predicted), sum(n_correct) FROM run_part",
    "SELECT state, count(*) FROM run GROUP BY state ORDER BY state",
    "SELECT count(*), sum(length(gold)), sum(frequency) FROM item",
    "SELECT split_id, size FROM training_set ORDER BY split_id, size",
    "SELECT gold_class, pred_class, error, flags, rule, confidence, classifier, count(*) FROM label "
    "JOIN label_kind ON label_kind.id = kind_id GROUP BY kind_id ORDER BY 1, 2, 3, 4, 5, 6, 7",
    "SELECT max(id), count(*) FROM act",
    "SELECT max(id) FROM sample",
    "SELECT sha256 FROM declaration ORDER BY id",
)


def state_of_results(study: Study) -> str:
    """Other predictions, labels, acts of people or items give another one."""
    found = [study.connection.execute(query).fetchall() for query in QUERIES]
    return hashlib.sha256(repr(found).encode()).hexdigest()
