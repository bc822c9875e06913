"""Labelling again what the study holds: after a new classifier, another accepted form, or an upgrade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goed.labels.labeller import LanguageLabeller
from goed.study.items import languages as languages_of
from goed.study.labels import (
    LabelKinds,
    StoredLabel,
    any_without_label,
    gold_forms,
    labelled_outputs,
    replace_labels,
    set_gold_classes,
)
from goed.study.study import Study
from goed_classifiers.values import Label


@dataclass
class Relabelled:
    """What a labelling did."""

    n_outputs: int = 0
    n_changed: int = 0


def relabel(
    study: Study,
    labeller: LanguageLabeller,
    languages: Sequence[str] | None = None,
    tell: Callable[[str, int], None] = lambda language, number: None,
    only_without: bool = False,
) -> Relabelled:
    """Label every output and every gold form of some languages anew, or only those without a label.

    `tell` hears of each batch. Only labels that change are written, in short transactions; what people said is not
    touched. Interrupted, it has done a part of the work, and the next call does the rest.
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


def _label_gold_forms(study: Study, labeller: LanguageLabeller, language: str, only_without: bool) -> None:
    """Give gold forms the inflection class that their classifier sees in them."""
    golds = [gold for gold in gold_forms(study, language, only_without) if labeller.knows(gold.item)]
    labels = labeller.label([(gold.item, gold.item.gold) for gold in golds])
    set_gold_classes(
        study,
        [
            (gold.item_id, label.gold_class)
            for gold, label in zip(golds, labels, strict=True)
            if label.gold_class != gold.gold_class
        ],
    )


def label_missing(study: Study, languages: Sequence[str] | None = None) -> None:
    """Label what has no label: new gold forms, and outputs about which new items may have changed what is said."""
    relabel(study, LanguageLabeller(), languages, only_without=True)


def label_after_interruption(study: Study) -> None:
    """Label the outputs that have no label since something was interrupted, where the study can be written."""
    if not study.read_only and any_without_label(study):
        label_missing(study)


def _changed(labeller: LanguageLabeller, batch: Sequence[StoredLabel]) -> list[tuple[int, Label, str]]:
    labels = labeller.label([(stored.item, stored.answer) for stored in batch])
    classifiers = [labeller.classifier(stored.item) for stored in batch]
    return [
        (stored.output_id, label, classifier)
        for stored, label, classifier in zip(batch, labels, classifiers, strict=True)
        if label != stored.label or classifier != stored.classifier
    ]
