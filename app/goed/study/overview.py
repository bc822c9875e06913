"""What a study holds, in a few rows."""

from __future__ import annotations

from collections import Counter

from goed.study import splits as store_splits
from goed.study.declarations import newest_declaration
from goed.study.labels import classifiers_used
from goed.study.study import Study, one_number

Row = tuple[str, str, str, int, str]  # what, language, name, number, note


def rows(study: Study) -> list[Row]:
    """Items, splits, runs, predictions and labels, counted; first the declaration, where the study was made by one."""
    return [*_declaration(study), *_items(study), *_splits(study), *_runs(study), *_predictions(study), *_labels(study)]


def _declaration(study: Study) -> list[Row]:
    newest = newest_declaration(study)
    if newest is None:
        return []
    number = one_number(study.connection, "SELECT count(*) FROM declaration")
    return [("declaration", "", newest.name, number, f"taken up {newest.made_at} by goed {newest.goed}")]


def _items(study: Study) -> list[Row]:
    found = study.connection.execute(
        "SELECT language, count(*), sum(frequency IS NOT NULL), "
        "(SELECT count(*) FROM variant JOIN item AS i ON i.id = item_id WHERE i.language = item.language) "
        "FROM item GROUP BY language ORDER BY language"
    )
    return [
        ("items", language, "", number, f"{counted} with a frequency, {variants} variants")
        for language, number, counted, variants in found
    ]


def _splits(study: Study) -> list[Row]:
    found = []
    uncounted = _uncounted_lemmas(study)
    for split in store_splits.splits(study):
        sizes = store_splits.in_brief(list(store_splits.sizes(study, split.id)))
        n_items = store_splits.n_items(study, split.id)
        selection = "" if store_splits.has_finetune(study, split.id) else "; no fine-tune part"
        note = f"{sizes}; {n_items.get('dev', 0)} dev, {n_items.get('test', 0)} test{selection}"
        if split.sampling == "weighted" and not split.is_given and uncounted.get(split.language):
            note += f"; {uncounted[split.language]} lemmas without a count weigh 0.5"
        found.append(
            ("split", split.language, f"{split.sampling} {split.seed}", len(store_splits.sizes(study, split.id)), note)
        )
    return found


def _uncounted_lemmas(study: Study) -> dict[str, int]:
    """How many lemmas of each language no source has counted, or counted as 0."""
    return dict(
        study.connection.execute(
            "SELECT language, count(*) FROM (SELECT language, word FROM item LEFT JOIN variant ON item_id = item.id "
            "GROUP BY language, word HAVING total(item.frequency) + total(variant.frequency) = 0) GROUP BY language"
        ).fetchall()
    )


def _runs(study: Study) -> list[Row]:
    found = study.connection.execute(
        "SELECT language, model.name, state, count(*), kind, sum(selected_on = 'dev') FROM run "
        "JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
        "GROUP BY language, model.name, state ORDER BY language, model.name, state"
    )
    return [
        (f"runs {state}", language, model, number, kind + (f"; {on_dev} selected on dev" if on_dev else ""))
        for language, model, state, number, kind, on_dev in found
    ]


def _predictions(study: Study) -> list[Row]:
    found = study.connection.execute(
        "SELECT language, sum(n_predicted) FROM run_part JOIN run ON run.id = run_id "
        "JOIN split ON split.id = split_id GROUP BY language ORDER BY language"
    ).fetchall()
    outputs = study.connection.execute(
        "SELECT language, count(*), sum(NOT is_correct) FROM output JOIN item ON item.id = item_id GROUP BY language"
    )
    distinct = {language: f"{number} distinct outputs, {wrong} wrong" for language, number, wrong in outputs}
    return [("predictions", language, "", number, distinct.get(language, "")) for language, number in found]


def _labels(study: Study) -> list[Row]:
    """Outputs by the classifier that labelled them, and how many of them people have looked at."""
    checked = dict(
        study.connection.execute(
            "SELECT language, count(DISTINCT output_id) FROM annotation JOIN standing_act AS act ON act.id = act_id "
            "JOIN output ON output.id = output_id JOIN item ON item.id = item_id WHERE error IS NOT NULL "
            "GROUP BY language"
        ).fetchall()
    )
    numbers: Counter[tuple[str, str | None]] = Counter()
    for _, language, _, classifier, number in classifiers_used(study):
        numbers[language, classifier] += number
    return [
        ("labels", language, classifier or "none", number, f"{checked.get(language, 0)} outputs labelled by people")
        for (language, classifier), number in numbers.items()
    ]
