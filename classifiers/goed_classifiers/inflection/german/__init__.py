"""German noun plurals: the suffix on the lemma, umlaut ignored (Kodner, Khalifa, Payne & Liu 2023)."""

from goed_classifiers.inflection.german.endings import SHOWN
from goed_classifiers.inflection.german.rules import CLASSES, classify, error_name, of_word
from goed_classifiers.registry import Classifier

CLASSIFIER = Classifier(
    "deu",
    "german",
    "1",
    classify,
    error_name,
    CLASSES,
    is_built_in=True,
    shown_as=SHOWN,
    of_word=of_word,
)
