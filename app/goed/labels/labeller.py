"""Labelling outputs with the classifier of their language and features, whoever wrote it: at once, or ahead.

A few outputs are labelled in this process when their labels are needed. Once there are many and others follow, a
process of its own labels them beside the one that reads on. If it fails, this one does its work; but another
package's classifier, which may be why, is not called again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from multiprocessing.connection import Connection

from goed.domains.registry import AllSchemes, domain_of, domains
from goed.errors import visible
from goed.processes import be_silent, end_with_parent, ignoring_interrupts
from goed.study.items import Known
from goed_classifiers.classifier import Classifier
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS, Label

UNCLASSIFIED = "unclassified"  # the error of an output whose classifier fails
LONGEST_NAME = 100  # characters of a class, an error, a flag or a rule
LONGEST_EVIDENCE = 500
MOST_WORDS = 50_000  # that are kept ready for their next form
MANY = 3_000  # outputs at once from which on a process of its own is worth its start

Portion = tuple[Sequence[int], Sequence[str]]  # items, and a predicted form of each
Reason = tuple[str, str]  # evidence, what else was considered
WithoutReason = tuple[str, str, str, tuple[str, ...], str, float]  # the rest of a label
Packed = tuple[
    list[WithoutReason], "array[int]", list[Reason], list[str]
]  # each once, their numbers, reasons, warnings


class LanguageLabeller:
    """Labels outputs; `warnings` tells of classifiers of other packages that do not work."""

    def __init__(self) -> None:
        self.schemes = AllSchemes()
        self.warnings = list(self.schemes.problems)
        self._trusts = True

    def knows(self, item: Known) -> bool:
        """Whether the domain of an item is here; that it is not is a warning."""
        if item.domain in domains():
            return True
        domain = f"outputs of the domain {item.domain}"
        self.add_warnings([f"{domain} were not looked at: the package that brings it is not installed"])
        return False

    def scheme(self, item: Known) -> ErrorScheme:
        """The scheme that outputs of an item are labelled by."""
        return self.schemes.of(item.domain, item.language, item.features)

    def classifier(self, item: Known) -> str:
        """Name and version of the classifier for an item."""
        return name_of(self.scheme(item).classifier)

    def error_name(self, classifier: Classifier, gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
        """The name of the error that two classes make, with what is flagged besides."""
        try:
            return _checked_name(classifier.error_name(gold_class, pred_class, flags))
        except (Exception, SystemExit) as error:
            if classifier.is_built_in:
                raise
            reason = visible(f"{type(error).__name__}: {error}")
            self._warn(classifier, f"cannot name an error: {reason}")
            return UNCLASSIFIED

    def label(self, outputs: Sequence[tuple[Known, str]]) -> list[Label]:
        """One label for each item with its answer; where another package's classifier fails, one that says so."""
        classifiers = [self.scheme(item).classifier for item, _ in outputs]
        if all(classifier.is_built_in for classifier in classifiers):
            return [
                classifier.classify(domain_of(item.domain).case(item, answer))
                for classifier, (item, answer) in zip(classifiers, outputs, strict=True)
            ]
        with redirect_stdout(sys.stderr):  # results of goed's are on stdout
            return [
                self._safe_label(classifier, item, answer)
                for classifier, (item, answer) in zip(classifiers, outputs, strict=True)
            ]

    def of_word(self, item: Known) -> Callable[[str], Label] | None:
        """What labels answers to an item faster than one by one, where the classifier has that."""
        classifier = self.scheme(item).classifier
        if not (classifier.is_built_in and classifier.of_word):
            return None
        return classifier.of_word(domain_of(item.domain).case(item, ""))

    def _safe_label(self, classifier: Classifier, item: Known, answer: str) -> Label:
        try:
            if not (self._trusts or classifier.is_built_in):
                raise RuntimeError("a process that it worked in ended before its time")
            label = classifier.classify(domain_of(item.domain).case(item, answer))
            return label if classifier.is_built_in else _checked_for(item, answer, checked_label(label))
        except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
            reason = visible(f"{type(error).__name__}: {error}")
            self._warn(classifier, f"fails, first on {visible(item.word)}: {reason}")
            error_name = CORRECT if answer == item.gold else UNCLASSIFIED
            return Label(NO_CLASS, NO_CLASS, error_name, (), "failed", reason[:LONGEST_EVIDENCE], 0.0)

    def distrust(self) -> None:
        """Call no classifier of another package any more."""
        self._trusts = False

    def add_warnings(self, warnings: Sequence[str]) -> None:
        """Take over what another process was warned of."""
        self.warnings += [warning for warning in warnings if warning not in self.warnings]

    def _warn(self, classifier: Classifier, what: str) -> None:
        name = name_of(classifier)
        if not any(name in earlier for earlier in self.warnings):
            self.warnings.append(f"the classifier {name} {what}")


def name_of(classifier: Classifier) -> str:
    """Name and version, which each label keeps: english 1."""
    return f"{classifier.name} {classifier.version}"


def checked_label(label: object) -> Label:
    """What another package's classifier returned, if it is a label."""
    if not isinstance(label, Label):
        raise TypeError(f"it gave {label!r:.60} and no Label")
    for name in (label.gold_class, label.pred_class, label.error, *label.flags):
        _checked_name(name)
    if not all(isinstance(text, str) for text in (label.rule, label.evidence, label.considered)):
        raise TypeError("rule, evidence and considered must be text")
    if isinstance(label.flags, str):
        raise TypeError("flags must be several, not one text")
    return label._replace(
        flags=tuple(sorted(set(label.flags))),
        rule=visible(label.rule)[:LONGEST_NAME],
        evidence=visible(label.evidence)[:LONGEST_EVIDENCE],
        considered=visible(label.considered)[:LONGEST_EVIDENCE],
        confidence=min(1.0, max(0.0, float(label.confidence))),
    )


def _checked_for(item: Known, answer: str, label: Label) -> Label:
    """A label that agrees with exact match: correct is the gold answer, and nothing else."""
    if answer == item.gold:
        return label._replace(pred_class=label.gold_class, error=CORRECT)
    if label.error == CORRECT:
        raise ValueError("it calls a form correct that is not the gold form")
    return label


def _checked_name(name: object) -> str:
    """A class, an error or a flag that can be shown and kept in a table."""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or "," in name:
        raise ValueError(f"{name!r:.60} can be no name of a class, an error or a flag")
    return name


class LabelsAhead:
    """Labels predicted forms of items; see `goed.study.outputs.Labeller`."""

    def __init__(self) -> None:
        self._here = OutputLabeller()
        self._begun: deque[Portion] = deque()  # portions whose labels were not asked for yet
        self._helper: Helper | None = None

    @property
    def warnings(self) -> list[str]:
        """What is wrong with classifiers of other packages."""
        return self._here.labeller.warnings

    def classifier(self, item: Known) -> str:
        """Name and version of the classifier for an item."""
        return self._here.labeller.classifier(item)

    def know(self, items: Mapping[int, Known]) -> None:
        """Hear of the items that outputs will be about."""
        self._here.know(items)
        if self._helper:
            self._helper.tell(items)

    def begin(self, item_ids: Sequence[int], forms: Sequence[str], others_follow: bool) -> None:
        """Begin to label predicted forms of items."""
        portion = (array("q", item_ids), forms)
        self._begun.append(portion)
        if self._helper:
            self._helper.tell(portion)
        elif others_follow and len(forms) >= MANY and (os.cpu_count() or 1) > 1:
            with suppress(OSError):  # as many processes as there may be: then this one does it
                self._helper = Helper(self._here.items, self._begun)

    def next(self) -> list[Label]:
        """The labels of the portion that was begun first among those that are left."""
        portion = self._begun.popleft()
        labels = None
        if self._helper:
            labels = self._helper.next(self._here.labeller)
            if labels is None or not self._begun:
                self._helper.stop()
                self._helper = None
            if labels is None:  # the classifier of another package may have ended it, and would end this process
                self._here.labeller.distrust()
        return self._here.label(*portion) if labels is None else labels


class OutputLabeller:
    """Labels outputs of items that it has heard of, in this process or another."""

    def __init__(self) -> None:
        self.labeller = LanguageLabeller()
        self.items: dict[int, Known] = {}
        self._of_item: dict[int, Callable[[str], Label] | None] = {}  # what labels its forms, if not one by one

    def know(self, items: Mapping[int, Known]) -> None:
        """Hear of items."""
        self.items.update(items)
        for item_id in items:
            self._of_item.pop(item_id, None)  # other accepted forms, perhaps

    def label(self, item_ids: Sequence[int], forms: Sequence[str]) -> list[Label]:
        """One label for each predicted form."""
        labels: dict[int, Label] = {}
        one_by_one: list[int] = []  # places
        for place, (item_id, form) in enumerate(zip(item_ids, forms, strict=True)):
            labelled = self._what_labels(item_id)
            if labelled:
                labels[place] = labelled(form)
            else:
                one_by_one.append(place)
        outputs = [(self.items[item_ids[place]], forms[place]) for place in one_by_one]
        labels.update(zip(one_by_one, self.labeller.label(outputs), strict=True))
        return [labels[place] for place in range(len(forms))]

    def _what_labels(self, item_id: int) -> Callable[[str], Label] | None:
        """What labels the forms of an item, made when its first one comes."""
        if item_id not in self._of_item:
            if len(self._of_item) >= MOST_WORDS:
                self._of_item.clear()
            self._of_item[item_id] = self.labeller.of_word(self.items[item_id])
        return self._of_item[item_id]


class Helper:
    """A process that labels what it is told of.

    It is given something only when it has said that it is free, and is waited for only when its labels are needed.
    """

    def __init__(self, items: Mapping[int, Known], begun: Iterable[Portion]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_help, args=(theirs, os.getpid()), daemon=True)
        self._waiting: list[Mapping[int, Known] | Portion] = [items, *begun]
        self._done: deque[Packed] = deque()  # portions that came back
        self._is_free = False
        with ignoring_interrupts():
            self._process.start()
        theirs.close()

    def tell(self, what: Mapping[int, Known] | Portion) -> None:
        """Hand over items or a portion, now or later."""
        self._waiting.append(what)
        with suppress(EOFError, OSError):  # `next` finds out that the process is over
            if self._is_free or self._pipe.poll():
                self._exchange()

    def next(self, labeller: LanguageLabeller) -> list[Label] | None:
        """The labels of the next portion; None where the process has ended before its time."""
        try:
            while not self._done:
                self._exchange()
        except (EOFError, OSError):
            return None
        kinds, numbers, reasons, warnings = self._done.popleft()
        labeller.add_warnings(warnings)
        return [
            Label(gold_class, pred_class, error, flags, rule, evidence, confidence, considered)
            for (gold_class, pred_class, error, flags, rule, confidence), (evidence, considered) in zip(
                map(kinds.__getitem__, numbers), reasons, strict=True
            )
        ]

    def stop(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join()

    def _exchange(self) -> None:
        """Take what it has done, and give it all that waits."""
        if not self._is_free:
            self._done += self._pipe.recv()
            self._is_free = True
        if self._waiting:
            self._pipe.send(self._waiting)
            self._waiting, self._is_free = [], False


def _help(pipe: Connection, parent: int) -> None:
    """Label portions until nobody is there any more."""
    end_with_parent(parent)
    be_silent()
    gc.disable()  # a few hundred thousand small tuples, and then the process is over
    here = OutputLabeller()
    done: list[Packed] = []
    with suppress(EOFError, OSError):
        while True:
            pipe.send(done)
            done = []
            for told in pipe.recv():
                if isinstance(told, Mapping):
                    here.know(told)
                else:
                    done.append(_packed(here.label(*told), here.labeller.warnings))
    os._exit(0)  # there is nothing to clean up


def _packed(labels: Iterable[Label], warnings: list[str]) -> Packed:
    """Labels for the way: each kind once, few as they are, and for each label its kind's number and reason."""
    kinds: dict[WithoutReason, int] = {}
    numbers, reasons = array("l"), []
    for gold_class, pred_class, error, flags, rule, evidence, confidence, considered in labels:
        kind = (gold_class, pred_class, error, flags, rule, confidence)
        numbers.append(kinds.setdefault(kind, len(kinds)))
        reasons.append((evidence, considered))
    return list(kinds), numbers, reasons, warnings
