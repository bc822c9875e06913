"""The card beside an exported data set: what it holds, where it comes from, and under which licences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goed import __version__
from goed.errors import visible
from goed.labels.peoples_labels import CLASSIFIER, DISPUTED
from goed.sources.embedded import SOURCE_PREFIX, licences
from goed.statistics.selection import Selection
from goed.study.items import sources_of_items
from goed.study.output_words import classifiers_used
from goed.study.study import Study, now
from goed.study.tallies import PartTally, part_tallies

if TYPE_CHECKING:
    from goed.report.labels import LabelRow

COLUMNS = """\
| column | what it holds |
|---|---|
| `language` | ISO 639-3 |
| `lemma`, `features`, `gold` | the item and its gold form |
| `predicted` | what a model gave, in Unicode NFC; empty where it gave nothing |
| `gold_class`, `pred_class` | inflection class of the gold form, and the class that the predicted form shows |
| `error` | follows from the two classes and the flags; `correct` where the prediction is the gold form |
| `flags` | marks besides, parted by commas |
| `source` | whose label it is: annotators, `classifier`, or `disputed` (annotators differ: the classifier's stands) |
| `rule`, `confidence` | the classifier's rule and how sure it is; empty where people decided |
| `n_predictions` | how many predictions of the selected runs are this output |
| `note` | what annotators wrote |
| `verdict`, `domain` | what people say apart from the kind of error; what is learnt. Only where there are any |
"""

READING = """\
Forms are as the models gave them, and so not to be trusted. In csv and tsv, control characters, bidi overrides and the
like are written as `\\x1b` or `\\u202e`, and a backslash beside them as `\\x5c`. In csv only, and only in `lemma`,
`gold`, `predicted` and `note`, a cell that a spreadsheet would take for a formula begins with an apostrophe (and a
semicolon before one is written as `\\x3b`). In tsv, a cell that begins with a quotation mark is quoted, as spreadsheets
do. `goed import labels` undoes all of it.
"""


def data_card(
    study: Study, selection: Selection, only_wrong: bool, file: str, rows: Sequence[LabelRow], sha256: str
) -> str:
    """The card in Markdown."""
    paragraphs = [
        f"# {_text(file)}",
        f"Labelled outputs of inflection models: one row per distinct output. Written by goed {__version__} on {now()} "
        f"from the study {_text(study.path.name)}. SHA-256 of the file: `{sha256}`.",
        f"Taken in: {_selection(selection)}{'; only outputs that are wrong' if only_wrong else ''}.",
        "## What is in it\n\n" + _contents(rows) + "\n\n" + _models(study, selection),
        "## Labels\n\n" + _labels(study, rows),
        "## Columns\n\n" + COLUMNS + "\n" + READING.strip(),
        "## Sources and licences\n\n" + _licences(study, {row.language for row in rows}),
    ]
    return "\n\n".join(paragraph.strip() for paragraph in paragraphs) + "\n"


def _selection(selection: Selection) -> str:
    chosen = {
        "languages": selection.languages,
        "samplings": selection.samplings,
        "models": selection.models,
        "sizes": selection.sizes,
        "parts": selection.parts,
    }
    said = [
        f"{name} {', '.join(map(_text, map(str, values)))}" for name, values in chosen.items() if values is not None
    ]
    return "; ".join(said) or "everything in the study"


def _contents(rows: Sequence[LabelRow]) -> str:
    lines = ["| language | outputs | of them wrong | predictions |", "|---|---|---|---|"]
    for language in sorted({row.language for row in rows}):
        of_language = [row for row in rows if row.language == language]
        n_wrong = sum(row.error != "correct" for row in of_language)
        n_predictions = sum(row.n_predictions for row in of_language)
        lines.append(f"| {_text(language)} | {len(of_language):,} | {n_wrong:,} | {n_predictions:,} |")
    return "\n".join(lines)


def _models(study: Study, selection: Selection) -> str:
    """Which models predicted, on how many runs."""
    runs = {(tally.model, tally.split_id, tally.size, tally.training_seed) for tally in _selected(study, selection)}
    counts = Counter(model for model, *_ in runs)
    return f"Predicted by {', '.join(f'{_text(model)} (runs: {counts[model]:,})' for model in sorted(counts))}."


def _selected(study: Study, selection: Selection) -> list[PartTally]:
    return [tally for tally in part_tallies(study) if selection.has(tally)]


def _labels(study: Study, rows: Sequence[LabelRow]) -> str:
    sources = Counter(row.source for row in rows)
    n_checked = sum(number for source, number in sources.items() if source not in (CLASSIFIER, DISPUTED))
    languages = {row.language for row in rows}
    used = sorted({str(name) for _, language, _, name, _ in classifiers_used(study) if name and language in languages})
    lines = [f"People checked {n_checked:,} of {len(rows):,} rows ({n_checked / len(rows):.1%}).", ""]
    lines += [f"- {_text(source)}: {number:,}" for source, number in sources.most_common()]
    return "\n".join([*lines, "", f"Classifiers: {', '.join(map(_text, used)) or 'none'}."])


def _licences(study: Study, languages: set[str]) -> str:
    """The licence of every embedded file that items of these languages come from, and the other sources by name."""
    by_file = {licence.file: licence for licence in licences()}
    embedded, others = [], []
    for path, sha256 in sources_of_items(study, languages):
        file = path.removeprefix(SOURCE_PREFIX)
        if path.startswith(SOURCE_PREFIX):
            if file.split("/")[0] in languages and file in by_file:
                embedded.append(f"| {file} | {by_file[file].licence} | {by_file[file].sources} |")
        else:
            others.append(f"- {_text(path)}" + (f" (SHA-256 `{sha256}`)" if sha256 else ""))
    parts = []
    if embedded:
        parts.append(
            "Lemmas, features, gold forms and accepted variants of these files come with goed; their licences hold for "
            "what is taken from them here:\n\n| file | licence | from |\n|---|---|---|\n" + "\n".join(embedded)
        )
    if others:
        parts.append("Brought in by the study's owner, who knows under which licence:\n\n" + "\n".join(others))
    return "\n\n".join(parts) or "No source is known."


def _text(text: str) -> str:
    """Somebody's text in Markdown: shown, never obeyed."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#&" else c for c in visible(text))
