"""Labelling outputs with their language's classifier, here or in a helper process.

A few outputs are labelled in this process when their labels are needed. Once there are many and more follow, a helper
process labels them while this one reads on. If the helper fails, this process takes over, but no longer calls
classifiers of other packages, since one of them may be the cause.
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
from goed.processes import discard_output, end_with_parent, ignoring_interrupts
from goed.study.items import Known
from goed_classifiers.classifier import Classifier
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS, Label

UNCLASSIFIED = "unclassified"  # the error of an output whose classifier fails
LONGEST_NAME = 100  # characters of a class, an error, a flag or a rule
LONGEST_EVIDENCE = 500
MAX_WORDS = 50_000  # words kept ready for their next form
MANY = 3_000  # outputs at once that make starting a helper process worthwhile

Portion = tuple[Sequence[int], Sequence[str]]  # items, and a predicted form of each
Reason = tuple[str, str]  # evidence, what else was considered
LabelKindTuple = tuple[str, str, str, tuple[str, ...], str, float]  # a label without its reason
PackedLabels = tuple[
    list[LabelKindTuple], "array[int]", list[Reason], list[str]
]  # distinct labels, the number of each output's, reasons, warnings


class SafeLabeller:
    """Labels outputs; `warnings` says which classifiers of other packages do not work, and why."""

    def __init__(self) -> None:
        self.schemes = AllSchemes()
        self.warnings = list(self.schemes.problems)
        self._trusts = True

    def knows(self, item: Known) -> bool:
        """Whether an item's domain is installed; adds a warning if it is not."""
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
        """The name of the error that two classes and some flags make up."""
        try:
            return _checked_name(classifier.error_name(gold_class, pred_class, flags))
        except (Exception, SystemExit) as error:
            if classifier.is_built_in:
                raise
            reason = visible(f"{type(error).__name__}: {error}")
            self._warn(classifier, f"cannot name an error: {reason}")
            return UNCLASSIFIED

    def label(self, outputs: Sequence[tuple[Known, str]]) -> list[Label]:
        """One label for each item and answer; if another package's classifier fails, a label that says so."""
        classifiers = [self.scheme(item).classifier for item, _ in outputs]
        if all(classifier.is_built_in for classifier in classifiers):
            return [
                classifier.classify(domain_of(item.domain).case(item, answer))
                for classifier, (item, answer) in zip(classifiers, outputs, strict=True)
            ]
        with redirect_stdout(sys.stderr):  # stdout is for goed's own results
            return [
                self._safe_label(classifier, item, answer)
                for classifier, (item, answer) in zip(classifiers, outputs, strict=True)
            ]

    def item_labeller(self, item: Known) -> Callable[[str], Label] | None:
        """A function that labels answers to one item faster than `label` does, if the classifier has one."""
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
        """Stop calling classifiers of other packages."""
        self._trusts = False

    def add_warnings(self, warnings: Sequence[str]) -> None:
        """Take over the warnings of another process."""
        self.warnings += [warning for warning in warnings if warning not in self.warnings]

    def _warn(self, classifier: Classifier, what: str) -> None:
        name = name_of(classifier)
        if not any(name in earlier for earlier in self.warnings):
            self.warnings.append(f"the classifier {name} {what}")


def name_of(classifier: Classifier) -> str:
    """Name and version as stored with each label, such as `english 1`."""
    return f"{classifier.name} {classifier.version}"


def checked_label(label: object) -> Label:
    """What another package's classifier returned, tidied up; raises if it is not a valid label."""
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
    """The label, made to agree with exact match: the gold answer, and nothing else, is correct."""
    if answer == item.gold:
        return label._replace(pred_class=label.gold_class, error=CORRECT)
    if label.error == CORRECT:
        raise ValueError("it calls a form correct that is not the gold form")
    return label


def _checked_name(name: object) -> str:
    """The name of a class, an error or a flag; raises ValueError if it cannot be shown or kept in a table."""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or "," in name:
        raise ValueError(f"{name!r:.60} can be no name of a class, an error or a flag")
    return name


class LabelsAhead:
    """Labels predicted forms while others are still read; see `goed.study.outputs.Labeller`."""

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

    def add_items(self, items: Mapping[int, Known]) -> None:
        """Announce the items that outputs will be about."""
        self._here.add_items(items)
        if self._helper:
            self._helper.send(items)

    def begin(self, item_ids: Sequence[int], forms: Sequence[str], others_follow: bool) -> None:
        """Start labelling predicted forms of items, in a helper process if there are many and others follow."""
        portion = (array("q", item_ids), forms)
        self._begun.append(portion)
        if self._helper:
            self._helper.send(portion)
        elif others_follow and len(forms) >= MANY and (os.cpu_count() or 1) > 1:
            with suppress(OSError):  # no more processes allowed: this one does it
                self._helper = Helper(self._here.items, self._begun)

    def next(self) -> list[Label]:
        """The labels of the oldest portion that was begun and not fetched yet."""
        portion = self._begun.popleft()
        labels = None
        if self._helper:
            labels = self._helper.next(self._here.labeller)
            if labels is None or not self._begun:
                self._helper.stop()
                self._helper = None
            if labels is None:  # perhaps another package's classifier crashed it, and would crash this one
                self._here.labeller.distrust()
        return self._here.label(*portion) if labels is None else labels


class OutputLabeller:
    """Labels outputs of items announced by `add_items`; used both in this process and in the helper."""

    def __init__(self) -> None:
        self.labeller = SafeLabeller()
        self.items: dict[int, Known] = {}
        self._of_item: dict[int, Callable[[str], Label] | None] = {}  # a faster way to label its forms, if there is one

    def add_items(self, items: Mapping[int, Known]) -> None:
        """Announce items."""
        self.items.update(items)
        for item_id in items:
            self._of_item.pop(item_id, None)  # its accepted forms may have changed

    def label(self, item_ids: Sequence[int], forms: Sequence[str]) -> list[Label]:
        """One label for each predicted form."""
        labels: dict[int, Label] = {}
        one_by_one: list[int] = []  # places
        for place, (item_id, form) in enumerate(zip(item_ids, forms, strict=True)):
            labelled = self._labeller_of_item(item_id)
            if labelled:
                labels[place] = labelled(form)
            else:
                one_by_one.append(place)
        outputs = [(self.items[item_ids[place]], forms[place]) for place in one_by_one]
        labels.update(zip(one_by_one, self.labeller.label(outputs), strict=True))
        return [labels[place] for place in range(len(forms))]

    def _labeller_of_item(self, item_id: int) -> Callable[[str], Label] | None:
        """The function that labels an item's forms (see `item_labeller`), made when its first form comes."""
        if item_id not in self._of_item:
            if len(self._of_item) >= MAX_WORDS:
                self._of_item.clear()
            self._of_item[item_id] = self.labeller.item_labeller(self.items[item_id])
        return self._of_item[item_id]


class Helper:
    """A process that labels portions of outputs.

    It is sent work only when it has said that it is free, and is waited for only when its labels are needed.
    """

    def __init__(self, items: Mapping[int, Known], begun: Iterable[Portion]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_label_for_parent, args=(theirs, os.getpid()), daemon=True)
        self._waiting: list[Mapping[int, Known] | Portion] = [items, *begun]
        self._done: deque[PackedLabels] = deque()  # portions that came back
        self._is_free = False
        with ignoring_interrupts():
            self._process.start()
        theirs.close()

    def send(self, what: Mapping[int, Known] | Portion) -> None:
        """Send items or a portion, now or when the process is free."""
        self._waiting.append(what)
        with suppress(EOFError, OSError):  # the process has ended: `next` will find out
            if self._is_free or self._pipe.poll():
                self._exchange()

    def next(self, labeller: SafeLabeller) -> list[Label] | None:
        """The labels of the next portion; None if the process has died."""
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
        """Receive the labels that are done, and send everything that waits."""
        if not self._is_free:
            self._done += self._pipe.recv()
            self._is_free = True
        if self._waiting:
            self._pipe.send(self._waiting)
            self._waiting, self._is_free = [], False


def _label_for_parent(pipe: Connection, parent: int) -> None:
    """Label portions until the other end of the pipe is closed."""
    end_with_parent(parent)
    discard_output()
    gc.disable()  # the process makes a few hundred thousand small tuples, and ends
    here = OutputLabeller()
    done: list[PackedLabels] = []
    with suppress(EOFError, OSError):
        while True:
            pipe.send(done)
            done = []
            for told in pipe.recv():
                if isinstance(told, Mapping):
                    here.add_items(told)
                else:
                    done.append(_packed(here.label(*told), here.labeller.warnings))
    os._exit(0)  # there is nothing to clean up


def _packed(labels: Iterable[Label], warnings: list[str]) -> PackedLabels:
    """Labels made compact for the pipe: each distinct kind once, and each label's kind (its number) and reason."""
    kinds: dict[LabelKindTuple, int] = {}
    numbers, reasons = array("l"), []
    for gold_class, pred_class, error, flags, rule, evidence, confidence, considered in labels:
        kind = (gold_class, pred_class, error, flags, rule, confidence)
        numbers.append(kinds.setdefault(kind, len(kinds)))
        reasons.append((evidence, considered))
    return list(kinds), numbers, reasons, warnings
