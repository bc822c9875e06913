"""Labelling outputs with the classifier of their language and features, whoever wrote it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout

from goed.errors import visible
from goed_classifiers.classifier import Classifier
from goed_classifiers.language_pack import LanguagePack
from goed_classifiers.registry import registry
from goed_classifiers.values import CORRECT, NO_CLASS, Case, Label

UNCLASSIFIED = "unclassified"  # the error of an output whose classifier fails
LONGEST_NAME = 100  # characters of a class, an error, a flag or a rule
LONGEST_EVIDENCE = 500


class LanguageLabeller:
    """Labels outputs; `warnings` tells of classifiers of other packages that do not work."""

    def __init__(self) -> None:
        self._registry = registry()
        self.warnings = list(self._registry.problems)
        self._trusts = True
        self._packs: dict[tuple[str, str], LanguagePack] = {}  # asked for with each output
        self._names: dict[tuple[str, str], str] = {}

    def pack(self, language: str, features: str) -> LanguagePack:
        """What is known of the inflection that features of a language are about."""
        key = (language, features)
        if key not in self._packs:
            self._packs[key] = self._registry.pack(language, features)
        return self._packs[key]

    def classifier(self, language: str, features: str) -> str:
        """Name and version of the classifier for features of a language."""
        key = (language, features)
        if key not in self._names:
            self._names[key] = str(self.pack(language, features).classifier)
        return self._names[key]

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

    def label(self, language: str, cases: Sequence[Case]) -> list[Label]:
        """One label a case; where another package's classifier fails, one that says so."""
        classifiers = [self.pack(language, case.features).classifier for case in cases]
        if all(classifier.is_built_in for classifier in classifiers):
            return [classifier.classify(case) for classifier, case in zip(classifiers, cases, strict=True)]
        with redirect_stdout(sys.stderr):  # results of goed's are on stdout
            return [self._safe_label(classifier, case) for classifier, case in zip(classifiers, cases, strict=True)]

    def of_word(self, language: str, case: Case) -> Callable[[str], Label] | None:
        """What labels predicted forms of a word faster than one by one, where the classifier has that."""
        classifier = self.pack(language, case.features).classifier
        return classifier.of_word(case) if classifier.is_built_in and classifier.of_word else None

    def _safe_label(self, classifier: Classifier, case: Case) -> Label:
        if classifier.is_built_in:
            return classifier.classify(case)
        try:
            if not self._trusts:
                raise RuntimeError("a process that it worked in ended before its time")
            return _checked_for(case, checked_label(classifier.classify(case)))
        except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
            reason = visible(f"{type(error).__name__}: {error}")
            self._warn(f"the classifier {classifier} fails, first on {visible(case.lemma)}: {reason}", classifier)
            error_name = CORRECT if case.predicted == case.gold else UNCLASSIFIED
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


def _checked_for(case: Case, label: Label) -> Label:
    """A label that agrees with exact match: correct is the gold form, and nothing else."""
    if case.predicted == case.gold:
        return label._replace(pred_class=label.gold_class, error=CORRECT)
    if label.error == CORRECT:
        raise ValueError("it calls a form correct that is not the gold form")
    return label


def _checked_name(name: object) -> str:
    """A class, an error or a flag that can be shown and kept in a table."""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or "," in name:
        raise ValueError(f"{name!r:.60} can be no name of a class, an error or a flag")
    return name
