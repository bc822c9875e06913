"""Arabic noun plurals: sound feminine and masculine, broken, or nonsense.

`rules` decides, from the sure cases to the doubtful, by how words sound (`sounds`), their `roots`, the `templates` of
broken plurals and the endings of sound ones; `transliteration` writes Arabic in Latin letters.
"""

from goed_classifiers.inflection.arabic.transliteration import from_buckwalter, scholarly, to_buckwalter
from goed_classifiers.language_pack import Features, LanguagePack, PaperScheme, Rate, WrongForm
from goed_classifiers.values import NO_CLASS, UNNATURAL

__all__ = ["PACK", "from_buckwalter", "scholarly", "to_buckwalter"]


def shown_in_paper(wrong: WrongForm) -> str:
    """The error, which names the classes of both forms; `?` if it is unnatural."""
    return NO_CLASS if wrong.error == UNNATURAL else wrong.error


PACK = LanguagePack(
    "ara",
    Features(("N", "PL")),
    labelled_by="goed_classifiers.inflection.arabic.rules:CLASSIFIER",
    name="Arabic",
    title="Arabic noun plurals",
    tag="ar",
    class_order=("Br", "Snd(F)", "Snd(M)"),
    colours=(0, 4, 2),
    rates=(
        Rate("Snd(M)→Snd(F)", ("Snd(M)→Snd(F)",), ("correct:Snd(M)",)),
        Rate("Snd(F)→Snd(M)", ("Snd(F)→Snd(M)",), ("correct:Snd(F)",)),
        Rate("Br→Snd(F)", ("Br→Snd(F)",), ("correct:Br",)),
        Rate("Br→Snd(M)", ("Br→Snd(M)",), ("correct:Br",)),
        Rate("Br→Br", ("Br→Br",), ("correct:Br",)),
        Rate("Snd→Br", ("Snd(F)→Br", "Snd(M)→Br"), ("correct:Snd(F)", "correct:Snd(M)")),
    ),
    # PATB: an error of annotation in the Penn Arabic Treebank, as the paper's figures call it
    paper=PaperScheme(shown_in_paper, names={"PATB": "PATB (gold form wrong)"}, gold_error="PATB"),
)
