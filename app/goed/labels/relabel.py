"""Relabelling a study: finding outdated or missing labels, and replacing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goed.domains.registry import AllSchemes, domains
from goed.labels.labeller import SafeLabeller
from goed.study.items import (
    Known,
    any_without_label,
    gold_forms,
    n_items_by_features,
    n_unclassified,
    set_gold_classes,
)
from goed.study.items import (
    languages as languages_of,
)
from goed.study.output_words import StoredLabel, classifiers_used, labelled_outputs
from goed.study.outputs import LabelKinds, private_labels, replace_labels
from goed.study.study import Study
from goed_classifiers.registry import ANY_LANGUAGE
from goed_classifiers.values import Label


@dataclass
class Relabelled:
    """How many outputs were labelled, and how many of their labels changed."""

    n_outputs: int = 0
    n_changed: int = 0


def relabel(
    study: Study,
    labeller: SafeLabeller,
    languages: Sequence[str] | None = None,
    tell: Callable[[str, int], None] = lambda language, number: None,
    only_without: bool = False,
) -> Relabelled:
    """Relabel every output and every gold form of some languages, or label only those without a label.

    `tell` is called with the language and size of each batch. Only labels that change are written, in short
    transactions; what people said is not touched. After an interruption, the next call does the rest.
    """
    kinds = LabelKinds()
    done = Relabelled()
    for language in languages if languages is not None else languages_of(study):
        _label_gold_forms(study, labeller, language, only_without)
        for batch in labelled_outputs(study, language, only_without):
            changed = _changed(labeller, [stored for stored in batch if labeller.knows(stored.item)])
            if changed:
                replace_labels(study, kinds, changed)
            done.n_outputs += len(batch)
            done.n_changed += len(changed)
            tell(language, len(batch))
    return done


def _label_gold_forms(study: Study, labeller: SafeLabeller, language: str, only_without: bool) -> None:
    """Give gold forms the inflection class that their classifier sees in them."""
    golds = [gold for gold in gold_forms(study, language, only_without) if labeller.knows(gold[1])]
    labels = labeller.label([(item, item.gold) for _, item, _ in golds])
    new = [
        (item_id, label.gold_class)
        for (item_id, _, before), label in zip(golds, labels, strict=True)
        if label.gold_class != before
    ]
    set_gold_classes(study, new)


def label_missing(study: Study, languages: Sequence[str] | None = None) -> None:
    """Label what has no label: new gold forms, and outputs that lost theirs because a new item may change it."""
    relabel(study, SafeLabeller(), languages, only_without=True)


def label_after_interruption(study: Study) -> None:
    """Label the outputs left without a label by an interruption, if the study can be written."""
    if not study.read_only and any_without_label(study):
        label_missing(study)


def label_privately(study: Study) -> None:
    """Label those outputs for a command that only reads: it sees the labels, but the study's file is not changed."""
    with private_labels(study):
        label_missing(study)


def _changed(labeller: SafeLabeller, batch: Sequence[StoredLabel]) -> list[tuple[int, Label, str]]:
    labels = labeller.label([(stored.item, stored.answer) for stored in batch])
    classifiers = [labeller.classifier(stored.item) for stored in batch]
    return [
        (stored.output_id, label, classifier)
        for stored, label, classifier in zip(batch, labels, classifiers, strict=True)
        if label != stored.label or classifier != stored.classifier
    ]


MAX_NAMED = 3  # feature strings


def stale_labels(study: Study) -> list[str]:
    """Sentences on what has no label, or one from another classifier than the present one."""
    labeller = SafeLabeller()
    numbers: Counter[tuple[str, str | None, str]] = Counter()
    for domain, language, features, classifier, number in classifiers_used(study):
        item = Known(domain, language, "", features, "")
        if labeller.knows(item):
            numbers[language, classifier, labeller.classifier(item)] += number
    found = []
    for (language, classifier, present), number in numbers.items():
        if classifier is None:
            found.append(f"{number:,} outputs of {language} have no label; `goed classify` gives them one")
        elif classifier != present:
            found.append(
                f"{number:,} outputs of {language} were labelled by {classifier}, not by {present}; "
                "`goed classify` labels them anew"
            )
    for language in languages_of(study):
        number = n_unclassified(study, language)
        if number:
            found.append(f"{number:,} gold forms of {language} have no class; `goed classify` gives them one")
    return [*found, *labeller.warnings]


class UncoveredItems(NamedTuple):
    """The items of a language that no language pack covers."""

    language: str
    classifier: str
    number: int
    note: str

    def __str__(self) -> str:
        return f"{self.number:,} item{'' if self.number == 1 else 's'} of {self.language} {self.note}"


def left_to_generic(study: Study, of_languages: Collection[str] | None = None) -> list[UncoveredItems]:
    """The items that no language pack covers, so that the generic classifier labels their outputs."""
    schemes = AllSchemes()
    found: dict[str, dict[str, int]] = {}
    for domain, language, features, number in n_items_by_features(study):
        is_asked = domain in domains() and (of_languages is None or language in of_languages)
        if is_asked and schemes.of(domain, language, features) is ANY_LANGUAGE:
            found.setdefault(language, {})[features] = number
    return [
        UncoveredItems(language, ANY_LANGUAGE.classifier.name, sum(numbers.values()), _note(numbers))
        for language, numbers in found.items()
    ]


def _note(numbers: dict[str, int]) -> str:
    """(N;PL, V;NFIN and 3 more): no language pack is about them, …"""
    named = ", ".join(features or "no features" for features in list(numbers)[:MAX_NAMED])
    if len(numbers) > MAX_NAMED:
        named += f" and {len(numbers) - MAX_NAMED:,} more"
    return f"({named}): no language pack is about them, the generic classifier labels their outputs"
