"""Examples of errors in sentences: what the most runs gave, drawn with the gold arc and the predicted one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from goed.domains.registry import domain_of
from goed.report.figures.tree_drawing import tree_svg
from goed.report.report_data import ReportData
from goed.statistics.examples import commonest_outputs
from goed.study.output_words import OutputWords, output_words

MOST_OUTPUTS = 100  # of each kind of error, among which short sentences are looked for
LONGEST_SENTENCE = 16  # words
DRAWN = 2  # of each kind


class DrawnExample(NamedTuple):
    """An error in its sentence."""

    svg: Markup
    where: str  # the sentence: danish, sentence 1,234
    evidence: str  # the classifier's


def drawn_examples(data: ReportData, language: str, kinds: Sequence[str]) -> dict[str, list[DrawnExample]]:
    """Up to two examples of each kind of error, in short sentences; none in domains that draw nothing."""
    if data.domain.text is None:
        return {}
    found = commonest_outputs(data.study, data.selection.on_test(), language, MOST_OUTPUTS)
    examples = {}
    for kind in kinds:
        ids = [output.id for output in found.get(kind, ())]
        words = output_words(data.study, ids)
        drawn = list(islice(_drawn(words[number] for number in ids), DRAWN))
        if drawn:
            examples[kind] = drawn
    return examples


def _drawn(outputs: Iterator[OutputWords]) -> Iterator[DrawnExample]:
    for output in outputs:
        if output.place is None or len(output.place.sentence) > LONGEST_SENTENCE:
            continue
        where = f"{output.place.corpus}, sentence {output.place.utterance + 1:,}"
        evidence = output.label.evidence if output.label else ""
        for told in domain_of(output.domain).told(output):
            if told.drawing is not None:
                yield DrawnExample(Markup(tree_svg(told.drawing)), where, evidence)
