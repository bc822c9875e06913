"""German noun plurals: the suffix on the lemma, umlaut ignored (Kodner, Khalifa, Payne & Liu 2023)."""

from classifiers.german.rules import CLASSES, classify, error_name
from classifiers.registry import Classifier

CLASSIFIER = Classifier(
    "deu",
    "german",
    "1",
    classify,
    error_name,
    CLASSES,
    is_built_in=True,
    shown_as={"zero": "-∅", "e": "-e", "(e)n": "-(e)n", "(e)r": "-(e)r", "(e)s": "-(e)s"},
)
