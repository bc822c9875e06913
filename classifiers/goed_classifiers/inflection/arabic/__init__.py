"""Arabic noun plurals: sound feminine and masculine, broken, or nonsense. Arabic in Latin letters, too."""

from goed_classifiers.inflection.arabic.rules import CLASSES, classify, error_name, of_word
from goed_classifiers.inflection.arabic.transliteration import from_buckwalter, scholarly, to_buckwalter
from goed_classifiers.registry import Classifier

__all__ = ["CLASSIFIER", "from_buckwalter", "scholarly", "to_buckwalter"]

CLASSIFIER = Classifier("ara", "arabic", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
