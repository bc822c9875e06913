"""Which column of a table of forms is which: SIGMORPHON's files have both orders, and older ones no header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from goed.errors import InputError

# V;PST, N;HUM;MASC;PL, V;SBJV;PRS;NOM(2,SG): tags have no lower-case letters.
TAGS = re.compile(r"[^a-zß-ÿ]*[A-Z][^a-zß-ÿ]*")


class Columns(NamedTuple):
    """The places of form and features; the lemma is always first, a frequency always fourth."""

    form: int
    features: int


LEMMA_FORM_FEATURES = Columns(1, 2)
LEMMA_FEATURES_FORM = Columns(2, 1)
ORDERS = {("lemma", "form", "features"): LEMMA_FORM_FEATURES, ("lemma", "features", "form"): LEMMA_FEATURES_FORM}


def column_order(path: Path, rows: Sequence[tuple[int, list[str]]]) -> Columns:
    """Tell which of the second and third columns holds the features.

    They are the column whose values look like tags; where both or neither do, the one with fewer different values;
    where that does not tell either, the third.
    """
    pairs = [(fields[1].strip(), fields[2].strip()) for _, fields in rows if len(fields) >= 3]
    if not pairs:
        number = rows[0][0] if rows else None
        raise InputError(path, "no line has three columns (lemma, form, features) parted by tabs", number)
    second_is_tags = sum(bool(TAGS.fullmatch(second)) for second, _ in pairs)
    third_is_tags = sum(bool(TAGS.fullmatch(third)) for _, third in pairs)
    if second_is_tags != third_is_tags:
        return LEMMA_FEATURES_FORM if second_is_tags > third_is_tags else LEMMA_FORM_FEATURES
    n_second = len({second for second, _ in pairs})
    n_third = len({third for _, third in pairs})
    return LEMMA_FEATURES_FORM if n_second < n_third else LEMMA_FORM_FEATURES


def named_order(text: str | None) -> Columns | None:
    """The order that a user gives, `lemma,features,form`; None where it is to be told from the file."""
    return {",".join(names): order for names, order in ORDERS.items()}[text] if text else None
