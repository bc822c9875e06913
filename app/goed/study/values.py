"""Values that cannot be: of the right type, and nothing that any goed writes."""

from __future__ import annotations

import sqlite3

WHOLE = "BETWEEN 0 AND 2147483647"
NO_OBJECT = "NOT json_valid({0}) OR json_type({0}) != 'object'"

NO_NAME = "{0} = '' OR instr({0}, char(0)) OR length({0}) > 200"

# What no row may be → what it means if one is. SQLite itself looks after types and keys.
RULES = {
    "the settings of a model are no JSON": f"model WHERE {NO_OBJECT.format('settings')}",
    "the versions of a run are no JSON": f"run WHERE versions IS NOT NULL AND ({NO_OBJECT.format('versions')})",
    "the scope of an audit is no JSON": f"sample WHERE {NO_OBJECT.format('scope')}",
    "what a declaration was made with is no JSON": f"declaration WHERE {NO_OBJECT.format('data')}",
    "a model has a name that cannot be": f"model WHERE {NO_NAME.format('name')}",
    "an annotator has a name that cannot be": f"annotator WHERE {NO_NAME.format('name')}",
    "a language has a name that cannot be": f"split WHERE {NO_NAME.format('language')}",
    "an item has a language that cannot be": f"item WHERE {NO_NAME.format('language')}",
    "a sampling has a name that cannot be": f"split WHERE {NO_NAME.format('sampling')}",
    "an act has no moment": "act WHERE julianday(made_at) IS NULL",
    "a sitting has no moment": "sitting WHERE julianday(started_at) + julianday(seen_at) IS NULL",
    "a run has no moment": "run WHERE started_at IS NOT NULL AND julianday(started_at) IS NULL",
    "an act is of an unknown kind": "act WHERE kind NOT IN ('label', 'adjudicate', 'note', 'mark', 'import', 'undo')",
    "an item has an impossible number": f"item WHERE id NOT {WHOLE} OR NOT frequency BETWEEN 0 AND 1e300",
    "an item's features are missing": "item WHERE feature_set_id NOT IN (SELECT id FROM feature_set)",
    "an output has an impossible number": f"output WHERE id NOT {WHOLE} OR is_correct NOT IN (0, 1)",
    "a split has an impossible number": f"split WHERE seed NOT {WHOLE}",
    "a training set has an impossible size": f"training_set WHERE size NOT {WHOLE} OR n_items NOT {WHOLE}",
    "a run has an impossible number": (
        f"run WHERE id NOT {WHOLE} OR size NOT {WHOLE} OR training_seed NOT {WHOLE} OR NOT seconds BETWEEN 0 AND 1e300"
    ),
    "a kind of label has an impossible number": f"label_kind WHERE id NOT {WHOLE} OR NOT confidence BETWEEN 0 AND 1",
    "an output of an audit has an impossible probability": (
        "sample_output WHERE NOT (probability > 0 AND probability <= 1) OR n_predictions < 1"
    ),
}


def values_that_cannot_be(db: sqlite3.Connection) -> list[str]:
    """Values of the right type that no goed writes, be it by damage or by another program."""
    return [meaning for meaning, query in RULES.items() if db.execute(f"SELECT 1 FROM {query} LIMIT 1").fetchone()]
