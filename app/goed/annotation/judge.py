"""Completes labels: from the class that a form shows follow the name of the error and the flags that still fit."""

from __future__ import annotations

from typing import NamedTuple

from goed.labels.labeller import LanguageLabeller
from goed.study.judgements import Judgement
from goed.study.output_words import OutputWords
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS


class Held(NamedTuple):
    """What a person says of a form before giving its class; it becomes part of the label once the class is given."""

    flags: frozenset[str] = frozenset()  # to be given, or taken away where they are there
    gold_class: str | None = None
    verdict: str | None = None

    def toggled(self, flag: str) -> Held:
        """With a flag added, or removed if it was there."""
        return self._replace(flags=self.flags ^ {flag})


NOTHING_HELD = Held()


class Judge:
    """Makes labels of what people say."""

    def __init__(self) -> None:
        self._labeller = LanguageLabeller()

    def classes(self, output: OutputWords) -> tuple[str, ...]:
        """The classes that an output may have, in the order of their keys."""
        return self._scheme(output).classifier.classes

    def flags(self, output: OutputWords) -> tuple[str, ...]:
        """The flags that an output may have."""
        return tuple(flag.name for flag in self._scheme(output).flags)

    def _scheme(self, output: OutputWords) -> ErrorScheme:
        return self._labeller.schemes.of(output.domain, output.language, output.features)

    def present(self, output: OutputWords, mine: Judgement | None) -> Judgement:
        """The label to start from: the person's own, else the classifier's."""
        if mine is not None and mine.is_label:
            return mine.label
        if output.label is not None:
            return Judgement(*output.label[:4])
        gold_class = output.gold_class or NO_CLASS
        return self._named(output, Judgement(gold_class, NO_CLASS, None, ()))

    def unseen(self, output: OutputWords) -> Judgement:
        """The label to start from where the classifier's is hidden: it keeps flags that anybody sees."""
        start = self.present(output._replace(label=None), None)
        flags = output.label.flags if output.label is not None else ()
        seen = {flag.name for flag in self._scheme(output).flags if flag.is_seen}
        return start._replace(flags=tuple(flag for flag in flags if flag in seen))

    def with_class(self, output: OutputWords, start: Judgement, pred_class: str) -> Judgement:
        """The label with another predicted class; flags that only go with the old one are dropped.

        A right form shows the class of the gold form, whichever that is.
        """
        if output.predicted == output.gold:
            return self.with_gold_class(output, start, pred_class)
        said = self._named(output, start._replace(pred_class=pred_class))
        dropped = {
            flag.name
            for flag in self._scheme(output).flags
            if flag.only_with not in ("", said.pred_class, said.error) or flag.said_by == said.error
        }
        return self._named(output, said._replace(flags=tuple(flag for flag in said.flags if flag not in dropped)))

    def with_gold_class(self, output: OutputWords, start: Judgement, gold_class: str) -> Judgement:
        """The label with another gold class."""
        return self._named(output, start._replace(gold_class=gold_class))

    def with_flags(self, output: OutputWords, start: Judgement, flags: tuple[str, ...]) -> Judgement:
        """The label with other flags."""
        return self._named(output, start._replace(flags=tuple(sorted(flags))))

    def with_held(self, output: OutputWords, start: Judgement, held: Held) -> Judgement:
        """The label with what was held for it."""
        said = self.with_flags(output, start, tuple(set(start.flags) ^ held.flags)) if held.flags else start
        said = said if held.verdict is None else said._replace(verdict=held.verdict)
        return said if held.gold_class is None else self.with_gold_class(output, said, held.gold_class)

    def _named(self, output: OutputWords, said: Judgement) -> Judgement:
        """The label with the error that follows from its classes and flags."""
        if output.predicted == output.gold:
            return said._replace(pred_class=said.gold_class, error=CORRECT)
        classes = str(said.gold_class), str(said.pred_class)
        return said._replace(error=self._labeller.error_name(self._scheme(output).classifier, *classes, said.flags))
