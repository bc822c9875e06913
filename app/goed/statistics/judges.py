"""Annotators and the classifier, paired and grouped by the outputs that they labelled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from goed.errors import unknown_name_error
from goed.labels.peoples_labels import CLASSIFIER, ensure_labels_visible
from goed.study.judgements import Judgement, is_name_of_conflict, judgements
from goed.study.output_words import OutputWords, annotated_outputs
from goed.study.study import Study
from goed_classifiers.values import Label

COLUMNS = ("gold_class", "pred_class", "error", "flags")  # columns of a label, which can be compared one by one
LABEL = "label"  # all four together
WHAT = (*COLUMNS, LABEL)
VERDICT = "verdict"  # apart from the label; only of people, and only where they give some
NONE = "none"  # in place of a verdict that a judge does not give, or of a flag that a judge does not set


class LabelWords(NamedTuple):
    """What a judge says about an output, as words."""

    gold_class: str
    pred_class: str
    error: str
    flags: str  # sorted, with commas
    verdict: str = NONE


LabelsByJudge = Mapping[str, Mapping[int, LabelWords]]  # judge → output → label


class JudgedPair(NamedTuple):
    """Two judges, and what each says about the outputs of a language that both labelled."""

    language: str
    first: str  # the one that is judged
    second: str  # the standard that the first is compared with
    labels: list[tuple[LabelWords, LabelWords]]
    confidence: list[float] | None = None  # the classifier's for each output, if it is one of the two
    n_wrong: int = 0  # outputs that are not the gold form

    @property
    def what(self) -> tuple[str, ...]:
        """What they can be compared on."""
        return _what((self.first, self.second), self.labels)


class Panel(NamedTuple):
    """More than two judges, and what they say about the outputs of a language that at least two of them labelled."""

    language: str
    names: tuple[str, ...]
    labels: list[list[LabelWords]]

    @property
    def what(self) -> tuple[str, ...]:
        """What they can be compared on."""
        return _what(self.names, self.labels)


class Comparison(NamedTuple):
    """The pairs and the panels of judges that are compared."""

    pairs: list[JudgedPair]
    panels: list[Panel]

    def on(self, what: str) -> Comparison:
        """The pairs and panels that can be compared on one thing."""
        pairs = [pair for pair in self.pairs if what in pair.what]
        return Comparison(pairs, [panel for panel in self.panels if what in panel.what])


def compare(
    study: Study,
    languages: Collection[str] | None = None,
    names: Sequence[str] = (),
    only_wrong: bool = False,
    domain: str | None = None,
) -> Comparison:
    """Put judges side by side; a note without a label does not count.

    Without names everybody is compared: the classifier with each person, people with each other, and all of them
    together. A single name compares the classifier with that person (the classifier's own name: with each person);
    several names are compared with each other, in their order.
    """
    ensure_labels_visible(study)
    peoples = judgements(study)
    people = [
        name
        for name, theirs in peoples.items()
        if any(judgement.is_label for judgement in theirs.values()) and (name in names or not is_name_of_conflict(name))
    ]
    for name in names:
        if name not in (CLASSIFIER, *people):
            raise unknown_name_error(name, "annotator who has labelled outputs of this study", [CLASSIFIER, *people])
    names = list(dict.fromkeys(names))
    outputs: dict[str, dict[int, OutputWords]] = {}
    for output in annotated_outputs(study):
        is_chosen = (languages is None or output.language in languages) and domain in (None, output.domain)
        if is_chosen and not (only_wrong and output.is_right):
            outputs.setdefault(output.language, {})[output.id] = output
    pairs: list[JudgedPair] = []
    panels: list[Panel] = []
    for language, theirs in sorted(outputs.items()):
        said = _said(theirs, peoples, people)
        pairs += _pairs(theirs, said, names)
        panels += _panels(language, said, names)
    return Comparison(pairs, panels)


def column_getter(what: str) -> Callable[[LabelWords], Hashable]:
    """A function that picks what is compared: one column of a label, the whole label, or the verdict."""
    if what == LABEL:
        return lambda words: words[: len(COLUMNS)]
    place = LabelWords._fields.index(what)
    return lambda words: words[place]


def _what(names: Sequence[str], labels: Iterable[Sequence[LabelWords]]) -> tuple[str, ...]:
    """What judges can be compared on: on verdicts only where they are people, and have given some."""
    has_verdicts = CLASSIFIER not in names and any(words.verdict != NONE for said in labels for words in said)
    return (*WHAT, VERDICT) if has_verdicts else WHAT


def _said(
    outputs: Mapping[int, OutputWords], peoples: Mapping[str, Mapping[int, Judgement]], people: Sequence[str]
) -> LabelsByJudge:
    """What each judge says about these outputs: the classifier, then people in the order in which they came."""
    known: dict[LabelWords, LabelWords] = {}  # equal labels share one tuple, since few are different

    def words(label: Label | Judgement) -> LabelWords:
        verdict = label.verdict if isinstance(label, Judgement) else None
        classes = str(label.gold_class), str(label.pred_class), str(label.error)
        own = LabelWords(*classes, ",".join(sorted(label.flags)), verdict or NONE)
        return known.setdefault(own, own)

    said = {CLASSIFIER: {number: words(output.label) for number, output in outputs.items() if output.label}}
    for name in people:
        theirs = peoples[name].items()
        said[name] = {number: words(each) for number, each in theirs if each.is_label and number in outputs}
    return {judge: labels for judge, labels in said.items() if labels}


def _pairs(outputs: Mapping[int, OutputWords], said: LabelsByJudge, names: Sequence[str]) -> Iterator[JudgedPair]:
    """The pairs of judges that have outputs in common."""
    if len(names) == 1:
        others = list(said) if names == [CLASSIFIER] else names
        pairs = [(CLASSIFIER, other) for other in others if other != CLASSIFIER]
    else:
        pairs = list(combinations(names or said, 2))
    for first, second in pairs:
        shared = sorted(said.get(first, {}).keys() & said.get(second, {}).keys())
        if shared:
            both = [outputs[number] for number in shared]
            yield JudgedPair(
                both[0].language,
                first,
                second,
                [(said[first][number], said[second][number]) for number in shared],
                [each.label.confidence for each in both if each.label] if CLASSIFIER in (first, second) else None,
                sum(not each.is_right for each in both),
            )


def _panels(language: str, said: LabelsByJudge, names: Sequence[str]) -> Iterator[Panel]:
    """All people, and all people with the classifier; or only `names`. Two judges are a pair, not a panel."""
    people = [judge for judge in said if judge != CLASSIFIER]
    for panel in [names] if names else [people, [*people, CLASSIFIER]]:
        judges = [name for name in panel if name in said]
        if len(judges) > 2:
            by_output: dict[int, list[LabelWords]] = {}
            for judge in judges:
                for number, words in said[judge].items():
                    by_output.setdefault(number, []).append(words)
            labels = [words for words in by_output.values() if len(words) > 1]
            if labels:
                yield Panel(language, tuple(judges), labels)
