"""Whether the labels of a study are those that its classifiers would give."""

from __future__ import annotations

from goed.labels.labeller import LanguageLabeller
from goed.study.items import languages
from goed.study.labels import classifiers_used, n_unclassified
from goed.study.study import Study


def stale_labels(study: Study) -> list[str]:
    """What is labelled by no classifier, or by another than the one that is there now."""
    labeller = LanguageLabeller()
    found = []
    for language, classifier, number in classifiers_used(study):
        present = labeller.classifier(language)
        if classifier is None:
            found.append(f"{number:,} outputs of {language} have no label; `goed classify` gives them one")
        elif classifier != present:
            found.append(
                f"{number:,} outputs of {language} were labelled by {classifier}, not by {present}; "
                "`goed classify` labels them anew"
            )
    for language in languages(study):
        number = n_unclassified(study, language)
        if number:
            found.append(f"{number:,} gold forms of {language} have no class; `goed classify` gives them one")
    return [*found, *labeller.warnings]
