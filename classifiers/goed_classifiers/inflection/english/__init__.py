"""English past tenses: which rule or analogy a form shows, by the coding manual.

`rules` decides, from the sure cases to the doubtful; `pasts` has the word lists and the spellings of -(e)d, `analogy`
the patterns of irregular verbs.
"""

from goed_classifiers.language_pack import Features, LanguagePack, PaperScheme, Rate, WrongForm
from goed_classifiers.values import COMMON_FLAGS, NO_CLASS, Flag


def shown_in_paper(wrong: WrongForm) -> str:
    """The class shown. A bare lemma counts as irregular if such verbs have that pattern: hit–hit, spread–spread."""
    if wrong.pred_class == "bare":
        return "irr" if wrong.lemma_is_special else NO_CLASS
    return wrong.pred_class


PACK = LanguagePack(
    "eng",
    Features(("V", "PST"), without_tags=("V.PTCP", "V.CVB", "V.MSDR", "PROG", "PRF")),
    labelled_by="goed_classifiers.inflection.english.rules:CLASSIFIER",
    name="English",
    title="English past tense",
    tag="en",
    flags=(*COMMON_FLAGS[:2], Flag("spelling", said_by="regular-spelling"), COMMON_FLAGS[3],
           Flag("past+ed", is_seen=True, only_with=("over-regularization",)), *COMMON_FLAGS[4:]),
    class_order=("reg", "irr", "bare"),
    colours=(0, 4, 3),
    classes_of_errors={
        "over-regularization": ("irr", "reg"),
        "regular-spelling": ("reg", "reg"),
        "over-irregularization": ("reg", "irr"),
        "wrong-irregular": ("irr", "irr"),
        "bare-stem": ("", "bare"),
    },
    rates=(
        # bringed ÷ (bringed + brought), as Marcus et al. (1992) count
        Rate("over-regularization", ("over-regularization",), ("correct:irr",)),
        # trick–truck ÷ (truck + tricked), as Xu & Pinker (1995) count
        Rate("over-irregularization", ("over-irregularization",), ("correct:reg",)),
    ),
    paper=PaperScheme(shown_in_paper, names={"reg": "-(e)d", "irr": "irreg"}, special_ends=("t", "d")),
)  # fmt: skip
