"""Arabic noun plurals: sound feminine and masculine, broken, or nonsense. Arabic in Latin letters, too."""

from classifiers.arabic.rules import CLASSES, classify, error_name, of_word
from classifiers.arabic.transliteration import from_buckwalter, scholarly, to_buckwalter
from classifiers.registry import Classifier

__all__ = ["CLASSIFIER", "from_buckwalter", "scholarly", "to_buckwalter"]

CLASSIFIER = Classifier("ara", "arabic", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
