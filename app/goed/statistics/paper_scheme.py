"""Errors in the scheme of Kodner, Khalifa, Payne & Liu (2023), for figures beside theirs.

The paper names an error by what the wrong form shows: in English -(e)d, an irregular pattern, or nothing (?); in
German the plural suffix; in Arabic the classes of both forms. What goed tells apart besides is folded into that, as the
`paper` of a language pack says: *brang*, and *cut* for *cutted*: irr; *jumpped*: reg; *saunk*, and *sing* for *sang*: ?
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from goed.statistics.coded_values import Kinds
from goed.statistics.errors import COUNTS, RATES, rates_over_runs, with_shares
from goed.statistics.outcomes import Marks, Outcomes, PartOutcomes
from goed.statistics.run_accuracies import CELL, SEEDS
from goed.study.selection import Selection
from goed.study.study import Study
from goed_classifiers.language_pack import NO_ERROR, PaperScheme
from goed_classifiers.registry import Registry, registry
from goed_classifiers.values import CORRECT


def paper_scheme(study: Study, selection: Selection) -> pd.DataFrame:
    """The rate of each of the paper's kinds of error among the items asked: mean, sd, min and max over seeds."""
    outcomes = Outcomes(study)
    packs = registry()
    tables = [_of_run(outcomes, part, packs) for part in outcomes.of_parts(selection)]
    runs = pd.DataFrame([run for run, _ in tables], columns=[*CELL, *SEEDS, "n_items", "n_left_out"])
    counted = pd.DataFrame([row for _, rows in tables for row in rows], columns=[*CELL, *SEEDS, "shows", *COUNTS])
    rates = rates_over_runs(runs, counted, CELL, ["shows"])
    return with_shares(rates, CELL, [*CELL, "shows", *RATES])


Row = tuple[object, ...]


def _of_run(outcomes: Outcomes, part: PartOutcomes, packs: Registry) -> tuple[Row, list[Row]]:
    """How many items one run was asked and how many are left out; and its errors by what they show."""
    run = (*(getattr(part.tally, column) for column in (*CELL, *SEEDS)),)
    found: dict[str, list[int]] = {}
    n_items = n_left_out = 0
    for scheme, places in _schemes_of_items(part, packs):
        n_items += len(places)
        are_special = np.array([part.items[place].word.endswith(scheme.special_ends) for place in places], dtype=bool)
        for kind_number, is_special, number in _counted(part.kinds[places], are_special):
            kind = outcomes.kinds[kind_number]
            leaves_out = kind.counts_as == "left out"  # by a verdict; flags are the scheme's own affair
            shows = NO_ERROR if leaves_out else scheme.of(kind.error, kind.pred_class, kind.flags, is_special)
            if shows != NO_ERROR:
                counts = found.setdefault(shows, [0, 0])
                counts[0] += number
                counts[1] += number * kind.is_peoples
            elif leaves_out or kind.error != CORRECT:
                n_left_out += number
    return (*run, n_items, n_left_out), [(*run, shows, *counts) for shows, counts in found.items()]


def _schemes_of_items(part: PartOutcomes, packs: Registry) -> list[tuple[PaperScheme, list[int]]]:
    """The schemes of the items of a part, with the places of their items; without those of items that have none.

    In a language of which no pack has a scheme, errors are named by the class that is shown.
    """
    language = part.tally.language
    has_some = any(pack.paper != PaperScheme() for pack in packs.packs(language))
    scheme_of = cache(lambda features: packs.pack(language, features).paper)
    found: dict[int, tuple[PaperScheme, list[int]]] = {}  # by identity
    for place, item in enumerate(part.items):
        scheme = scheme_of(item.features)
        if not has_some or scheme != PaperScheme():
            found.setdefault(id(scheme), (scheme, []))[1].append(place)
    return list(found.values())


def _counted(kinds: Kinds, are_special: Marks) -> list[tuple[int, bool, int]]:
    """How often each kind occurs with lemmas of the special kind of a scheme, and with others."""
    lowest = int(kinds.min(initial=0))
    counts = np.bincount((kinds - lowest) * 2 + are_special)
    present = np.flatnonzero(counts)
    of_kinds, specials = np.divmod(present, 2)
    columns = ((of_kinds + lowest).tolist(), specials.astype(bool).tolist(), counts[present].tolist())
    return list(zip(*columns, strict=True))
