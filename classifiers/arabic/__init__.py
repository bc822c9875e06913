"""Arabic noun plurals: sound feminine and masculine, broken, or nonsense."""

from classifiers.arabic.rules import CLASSES, classify, error_name, of_word
from classifiers.registry import Classifier

CLASSIFIER = Classifier("ara", "arabic", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
