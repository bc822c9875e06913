"""English past tenses: which rule or analogy a form shows, by the coding manual.

`rules` decides, from the sure cases to the doubtful; `regular_past` knows the spellings of -(e)d, `analogy` the
patterns of irregular verbs, `verbs` what the word lists say of a verb.
"""

from goed_classifiers.inflection.english.rules import CLASSES, classify, error_name, of_word
from goed_classifiers.registry import Classifier

CLASSIFIER = Classifier("eng", "english", "1", classify, error_name, CLASSES, is_built_in=True, of_word=of_word)
