"""The labelled data set of a domain that learns from corpora: one row per distinct answer to a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goed.labels.peoples_labels import CLASSIFIER, ensure_labels_visible, label_counts, peoples_labels
from goed.report.corpus_parts import corpus_parts
from goed.report.data_card import CardRow
from goed.report.token_columns import GOLD_IN_WORDS, PREDICTED_IN_WORDS, TokenColumns
from goed.study.selection import Selection
from goed.study.splits import TrainingSet
from goed.study.study import Study
from goed.study.tallies import NO_LABEL, LabelKind, column_length, how_often_predicted, output_columns
from goed.study.token_outputs import TokenOutput, token_outputs
from goed.tables.growing_table import write_growing_table
from goed_classifiers.values import CORRECT

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 20_000
OF_ANSWERS = ("gold", GOLD_IN_WORDS, "predicted", PREDICTED_IN_WORDS)
OF_LABELS = ("gold_class", "pred_class", "error", "flags", "verdict", "source", "rule", "confidence", "evidence")
OF_OUTPUTS = ("n_predictions", "note", "domain")

Row = tuple[Any, ...]


class TokenDataSet:
    """The data set of one domain; rows come in the order of corpora and their words."""

    def __init__(self, study: Study, selection: Selection, domain: str, only_wrong: bool) -> None:
        self._study, self._domain, self._only_wrong = study, domain, only_wrong
        self._is_everything = selection == Selection()
        self._columns = TokenColumns(domain)
        self._peoples = peoples_labels(study)
        self._counts = label_counts(study, self._peoples)
        self._kinds = self._counts.of_outputs(output_columns(study))
        parts = [part.tally.run_part_id for part in corpus_parts(study, selection)]
        self._number_of = how_often_predicted(study, parts, column_length(study))
        self.card_rows: list[CardRow] = []  # what was written so far, for the card

    @property
    def names(self) -> list[str]:
        """The columns."""
        return ["language", *self._columns.names, *OF_ANSWERS, *OF_LABELS, *OF_OUTPUTS]

    def frames(self) -> Iterator[pd.DataFrame]:
        """The rows, some thousands at a time."""
        import pandas as pd

        rows = self._rows()
        while some := list(islice(rows, ROWS_AT_ONCE)):
            yield pd.DataFrame(some, columns=self.names).astype({"confidence": float})

    def _rows(self) -> Iterator[Row]:
        for output in token_outputs(self._study, self._domain):
            number, said = int(self._number_of[output.id]), self._peoples.get(output.id)
            if not number and not (self._is_everything and said is not None):
                continue
            kind_id = int(self._kinds[output.id])
            kind = self._counts.kinds[kind_id]
            error = kind.error if kind_id != NO_LABEL else ""
            if self._only_wrong and error == CORRECT:
                continue
            source = said.source if said else CLASSIFIER
            self.card_rows.append(CardRow(output.language, error, number, source))
            of_label = (kind.gold_class, kind.pred_class, error, ",".join(kind.flags), kind.verdict, source)
            of_output = (number, said.note if said else "", self._domain)
            yield (*self._of_answer(output), *of_label, *_reason(kind, output), *of_output)

    def _of_answer(self, output: TokenOutput) -> Row:
        item, answer = output.item, output.answer
        gold_in_words, in_words = self._columns.in_words(output.language, item, (item.gold, answer))
        return (
            output.language,
            *self._columns.of(item, TrainingSet()),
            *(item.gold, gold_in_words, answer, in_words),
        )


def _reason(kind: LabelKind, output: TokenOutput) -> Row:
    """Rule, confidence and evidence, which only a classifier's label has."""
    return (kind.rule, kind.confidence, "" if kind.is_peoples else output.evidence)


def write_token_data_set(
    study: Study, selection: Selection, domain: str, only_wrong: bool, draft: Path
) -> Sequence[CardRow]:
    """Write the data set to a file; returns what its card counts, one for each row."""
    ensure_labels_visible(study)
    with study.one_moment():  # runs and labels may come in meanwhile
        data_set = TokenDataSet(study, selection, domain, only_wrong)
        write_growing_table(draft, data_set.frames())
    return data_set.card_rows
