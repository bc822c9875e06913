"""German noun plurals: the suffix on the lemma, with umlauts ignored.

The classes are those of Kodner, Khalifa, Payne & Liu (2023). `rules` decides, from the sure readings to the doubtful;
`endings` reads endings on the whole lemma, `learned_plurals` those that replace a part of it, `flags` says what else is
wrong with a form.
"""

from goed_classifiers.language_pack import Features, LanguagePack, PaperScheme, Rate, WrongForm
from goed_classifiers.values import COMMON_FLAGS, NO_CLASS, Flag

COUNTED = ("zero", "e", "(e)n", "(e)r", "(e)s")  # classes that a rate is about; `other` is none of them


def over_applied(german_class: str) -> Rate:
    """How often words of the other classes are put into this one: Hunds for Hunde is any→(e)s."""
    others = tuple(f"correct:{name}" for name in (*COUNTED, "other") if name != german_class)
    return Rate(f"any→{german_class}", (f"any→{german_class}",), others)


def shown_in_paper(wrong: WrongForm) -> str:
    """The plural suffix shown; `?` for a suffix that is none of the five."""
    return NO_CLASS if wrong.pred_class == "other" else wrong.pred_class


PACK = LanguagePack(
    "deu",
    # The dative plural has an ending of its own on top of the class's: Hunden.
    Features(("N", "PL"), without_tags=("DAT",)),
    labelled_by="goed_classifiers.inflection.german.rules:CLASSIFIER",
    name="German",
    title="German noun plurals",
    tag="de",
    largest_set=600,
    flags=(*COMMON_FLAGS[:4], Flag("umlaut+", is_seen=True), Flag("umlaut-", is_seen=True), *COMMON_FLAGS[4:]),
    class_order=("e", "(e)n", "zero", "(e)r", "(e)s", "other"),
    colours=(0, 1, 2, 3, 4, 5),
    rates=tuple(map(over_applied, COUNTED)),
    paper=PaperScheme(shown_in_paper),
)
