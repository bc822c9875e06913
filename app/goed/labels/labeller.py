"""Labelling outputs with the classifier of their language and features, whoever wrote it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout

from goed.domains.registry import AllSchemes, domain_of, domains
from goed.errors import visible
from goed.study.items import Known
from goed_classifiers.classifier import Classifier
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import CORRECT, NO_CLASS, Label

UNCLASSIFIED = "unclassified"  # the error of an output whose classifier fails
LONGEST_NAME = 100  # characters of a class, an error, a flag or a rule
LONGEST_EVIDENCE = 500


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
        return str(self.scheme(item).classifier)

    def error_name(self, classifier: Classifier, gold_class: str, pred_class: str, flags: tuple[str, ...]) -> str:
        """The name of the error that two classes make, with what is flagged besides."""
        try:
            return _checked_name(classifier.error_name(gold_class, pred_class, flags))
        except (Exception, SystemExit) as error:
            if classifier.is_built_in:
                raise
            reason = visible(f"{type(error).__name__}: {error}")
            self._warn(f"the classifier {classifier} cannot name an error: {reason}", classifier)
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
            self._warn(f"the classifier {classifier} fails, first on {visible(item.word)}: {reason}", classifier)
            error_name = CORRECT if answer == item.gold else UNCLASSIFIED
            return Label(NO_CLASS, NO_CLASS, error_name, (), "failed", reason[:LONGEST_EVIDENCE], 0.0)

    def distrust(self) -> None:
        """Call no classifier of another package any more."""
        self._trusts = False

    def add_warnings(self, warnings: Sequence[str]) -> None:
        """Take over what another process was warned of."""
        self.warnings += [warning for warning in warnings if warning not in self.warnings]

    def _warn(self, warning: str, classifier: Classifier) -> None:
        if not any(str(classifier) in earlier for earlier in self.warnings):
            self.warnings.append(warning)


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
