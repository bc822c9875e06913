"""Dependencies: what a predicted head is to a word in the gold tree, by rules alone.

`rules` decides, and names the reason in the words of `evidence`; `attachment` compares word, gold head and predicted
head in a `gold_tree`; `function_words` says where treebanks differ.
"""

from goed_classifiers.dependencies.attachment import (
    FAR,
    GRANDPARENT,
    NEAR,
    REVERSED,
    ROOT_FALSE,
    ROOT_LOST,
    SIBLING,
    SIDE,
)
from goed_classifiers.dependencies.rules import CLASSIFIER, CONVENTION, CROSSING, MAY_BE_CONVENTION, NO_HEAD
from goed_classifiers.error_scheme import ErrorScheme
from goed_classifiers.values import NO_CLASS, VARIANT, Flag

SCHEME = ErrorScheme(
    labelled_by=CLASSIFIER,
    title="Dependencies",
    flags=(
        Flag(VARIANT),
        Flag(CONVENTION, is_seen=True, only_with=MAY_BE_CONVENTION),  # of a kind by definition, and seen in the tags
        Flag(CROSSING, is_seen=True),
    ),
    class_order=(REVERSED, GRANDPARENT, SIBLING, NEAR, FAR, SIDE, ROOT_FALSE, ROOT_LOST),
    colours=(0, 1, 2, 3, 4, 5, 6, 6),
    # both errors of the root have one colour, the second is hatched; what names no head has the colour of the rest
    classes_of_errors={ROOT_LOST: (ROOT_FALSE, ROOT_LOST), NO_HEAD: ("", NO_CLASS)},
)
