"""What a study holds: in a few rows, and as a fingerprint."""

from __future__ import annotations

import hashlib
from collections import Counter

from goed.study import splits as store_splits
from goed.study.corpora import n_utterances_by_section, stored_corpora
from goed.study.declarations import newest_declaration
from goed.study.output_words import classifiers_used
from goed.study.study import Study, one_number

Row = tuple[str, str, str, int, str, str]  # what, language, name, number, note, domain


def rows(study: Study) -> list[Row]:
    """All that there is, counted; first the declaration, if the study was made from one."""
    material = [*_declaration(study), *_items(study), *_corpora(study), *_splits(study)]
    return [*material, *_runs(study), *_predictions(study), *_labels(study)]


def _declaration(study: Study) -> list[Row]:
    newest = newest_declaration(study)
    if newest is None:
        return []
    number = one_number(study.connection, "SELECT count(*) FROM declaration")
    return [("declaration", "", newest.name, number, f"taken up {newest.made_at} by goed {newest.goed}", "")]


def _items(study: Study) -> list[Row]:
    found = study.connection.execute(
        "SELECT domain, language, count(*), sum(frequency IS NOT NULL), (SELECT count(*) FROM variant "
        "JOIN item AS i ON i.id = item_id WHERE i.language = item.language AND i.domain = item.domain) "
        "FROM item GROUP BY domain, language ORDER BY language, domain"
    )
    return [
        ("items", language, "", number, f"{counted} with a frequency, {variants} variants", domain)
        for domain, language, number, counted, variants in found
    ]


def _corpora(study: Study) -> list[Row]:
    """Corpora, counted in tokens."""
    found = []
    for corpus in stored_corpora(study):
        sections = [f"{n:,} {name}" for name, n in n_utterances_by_section(study, corpus.id).items() if name]
        told = [f"{corpus.n_utterances:,} utterances", ", ".join(sections), corpus.licence]
        found.append(("corpus", corpus.language, corpus.name, corpus.n_tokens, "; ".join(filter(None, told)), ""))
    return found


def _splits(study: Study) -> list[Row]:
    found = []
    uncounted = _uncounted_lemmas(study)
    for split in sorted(store_splits.splits(study), key=lambda split: (split.language, split.corpus)):
        sizes = store_splits.sizes_in_words(list(store_splits.sizes(study, split.id)))
        n_items = store_splits.n_items(study, split.id)
        selection = "" if split.corpus_id or store_splits.has_finetune(study, split.id) else "; no fine-tune part"
        note = f"{sizes}; {n_items.get('dev', 0)} dev, {n_items.get('test', 0)} test{selection}"
        if split.sampling == "weighted" and not split.is_given and uncounted.get((split.domain, split.language)):
            note += f"; {uncounted[split.domain, split.language]} lemmas without a count weigh 0.5"
        n_sizes = len(store_splits.sizes(study, split.id))
        name = f"{split.corpus} {split.sampling} {split.seed}".lstrip()
        found.append(("split", split.language, name, n_sizes, note, split.domain))
    return found


def _uncounted_lemmas(study: Study) -> dict[tuple[str, str], int]:
    """(Domain, language) → how many of its lemmas have no count, or a count of 0."""
    rows = study.connection.execute(
        "SELECT domain, language, count(*) FROM (SELECT domain, language, word FROM item "
        "LEFT JOIN variant ON item_id = item.id GROUP BY domain, language, word "
        "HAVING total(item.frequency) + total(variant.frequency) = 0) GROUP BY domain, language"
    )
    return {(domain, language): number for domain, language, number in rows}


def _runs(study: Study) -> list[Row]:
    found = study.connection.execute(
        f"SELECT split.domain, language, {store_splits.CORPUS_NAME} AS corpus, model.name, state, count(*), kind, "
        f"sum(selected_on = 'dev') FROM {store_splits.RUNS} GROUP BY language, split.domain, corpus, model.name, state "
        "ORDER BY language, split.domain, corpus, model.name, state"
    )
    return [
        (
            *(f"runs {state}", language, f"{corpus} {model}".lstrip(), number),
            *(kind + (f"; {on_dev} selected on dev" if on_dev else ""), domain),
        )
        for domain, language, corpus, model, state, number, kind, on_dev in found
    ]


def _predictions(study: Study) -> list[Row]:
    found = study.connection.execute(
        "SELECT split.domain, language, sum(n_predicted) FROM run_part JOIN run ON run.id = run_id "
        "JOIN split ON split.id = split_id GROUP BY language, split.domain ORDER BY language, split.domain"
    ).fetchall()
    outputs = study.connection.execute(
        "SELECT domain, language, count(*), sum(NOT is_correct) FROM output JOIN item ON item.id = item_id "
        "GROUP BY domain, language"
    )
    distinct = {of[:2]: f"{of[2]} distinct outputs, {of[3]} wrong" for of in outputs}
    return [("predictions", of[1], "", of[2], distinct.get(of[:2], ""), of[0]) for of in found]


def _labels(study: Study) -> list[Row]:
    """Outputs by the classifier that labelled them, and how many of them people have looked at."""
    found = study.connection.execute(
        "SELECT domain, language, count(DISTINCT output_id) FROM annotation "
        "JOIN standing_act AS act ON act.id = act_id JOIN output ON output.id = output_id "
        "JOIN item ON item.id = item_id WHERE error IS NOT NULL "
        "GROUP BY domain, language"
    )
    checked = {(domain, language): number for domain, language, number in found}
    numbers: Counter[tuple[str, str, str | None]] = Counter()
    for domain, language, _, classifier, number in classifiers_used(study):
        numbers[domain, language, classifier] += number
    return [
        ("labels", of[1], of[2] or "none", number, f"{checked.get(of[:2], 0)} outputs labelled by people", of[0])
        for of, number in numbers.items()
    ]


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
    """A fingerprint that changes with predictions, labels, acts of people and items."""
    found = [study.connection.execute(query).fetchall() for query in QUERIES]
    return hashlib.sha256(repr(found).encode()).hexdigest()
