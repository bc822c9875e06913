"""Goedish noun plurals: all that goed knows of a language, in one value.

Copy this folder to classifiers/goed_classifiers/inflection/, under the language's English name in small letters; write
what you know here, and how forms are labelled in rules.py; and add the folder's name to BUILT_IN in
classifiers/goed_classifiers/registry.py:

    "goedish",
"""

from goed_classifiers.language_pack import Features, LanguagePack, PaperScheme, Rate

PACK = LanguagePack(
    "qgo",  # the code of ISO 639-3 under which studies have the language
    # Which outputs are labelled here: those whose features have all of these tags, and none of `without_tags`.
    # All others of the language are labelled by the generic classifier.
    Features(("N", "PL"), without_tags=("DAT",)),
    # Where the classifier is. It is a text, so that its rules and word lists are read when they are first needed.
    labelled_by=f"{__name__}.rules:CLASSIFIER",
    # All that follows may be left out.
    name="Goedish",  # the language, and what is learnt of it: headings of figures and tables
    title="Goedish noun plurals",
    tag="art",  # of the language in web pages, by BCP 47
    largest_set=300,  # training items of the largest set that `goed split` draws, unless somebody says otherwise
    class_order=("or", "n", "i", "irr"),  # in figures, from the bottom of a bar to its top
    colours=(0, 2, 3, 4),  # of the same classes: places in the report's ramp, from dark to light
    # Rates as studies of children count them: these errors ÷ (these errors + these right forms). The names of errors
    # are those that `error_name` in rules.py gives; `correct:irr` are right forms of words whose class is irr.
    rates=(
        Rate("over-regularization", ("irr→or",), ("correct:irr",)),
        Rate("any→or", ("any→or",), ("correct:n", "correct:i", "correct:irr")),
    ),
    # How `goed stats paper` names the classes, where the scheme of Kodner et al. (2023) has other words.
    paper=PaperScheme(names={"or": "-or", "n": "-n", "i": "-i", "irr": "e"}),
)
