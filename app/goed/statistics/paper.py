"""Errors in the scheme of Kodner, Khalifa, Payne & Liu (2023), to compare with theirs.

The paper names an error by what the wrong form shows: in English -(e)d, an irregular pattern, or nothing (?); in German
the plural suffix; in Arabic the classes of both forms. The `paper` of a language pack maps goed's finer distinctions
onto these: *brang*, and *cut* for *cutted*, are irr; *jumpped* is reg; *saunk*, and *sing* for *sang*, are ?.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter

import numpy as np
import pandas as pd

from goed.statistics.catalogue import NotedTable, Statistic
from goed.statistics.cells import CELL, SEEDS, SPREAD, with_corpus
from goed.statistics.errors import COUNTS, rates_over_runs, with_shares
from goed.statistics.item_labels import ItemLabels, KindNumbers, Marks, PartLabels
from goed.study.items import INFLECTION
from goed.study.selection import Selection, domains_there
from goed.study.study import Study
from goed_classifiers.language_pack import NO_ERROR, PaperScheme
from goed_classifiers.registry import Registry, registry
from goed_classifiers.values import CORRECT

Row = tuple[object, ...]


def paper(study: Study, selection: Selection) -> NotedTable:
    """Errors by what the wrong form shows, as Kodner et al. (2023) count.

    English: reg, irr (with a bare lemma in t or d, as in hit-hit) and ?. German: the plural suffix. Arabic: the classes
    of both forms, and PATB for errors of the gold form. mean is the rate among the items asked, over seeds; share is
    the part of all errors, checked how much of it people have looked at. Part test, unless --part says otherwise.
    """
    labels, packs = ItemLabels(study, selection), registry()
    cell = with_corpus(CELL, ())  # the scheme is one of inflection
    tables = [_of_run(labels, part, packs, [*cell, *SEEDS]) for part in labels.of_parts() if not part.tally.corpus]
    runs = pd.DataFrame([run for run, _ in tables], columns=[*cell, *SEEDS, "n_items", "n_left_out"])
    counted = pd.DataFrame([row for _, rows in tables for row in rows], columns=[*cell, *SEEDS, "shows", *COUNTS])
    rates = rates_over_runs(runs, counted, cell, ["shows"])
    return NotedTable(with_shares(rates, cell, [*cell, "shows", *SPREAD]), notes_on_others(study, selection))


def notes_on_others(study: Study, selection: Selection) -> list[str]:
    """A sentence where only domains are selected whose answers are no forms."""
    there = [selection.domain] if selection.domain else domains_there(study)
    if not there or INFLECTION in there:
        return []
    return [f"this counts wrong forms of words, and the study is of {', '.join(there)}; see `goed stats errors`"]


def _of_run(labels: ItemLabels, part: PartLabels, packs: Registry, cell: list[str]) -> tuple[Row, list[Row]]:
    """How many items one run was asked and how many are left out; and its errors by what the wrong forms show."""
    run = attrgetter(*cell)(part.tally)
    found: dict[str, list[int]] = {}
    n_items = n_left_out = 0
    for scheme, places in _schemes_of_items(part, packs):
        n_items += len(places)
        are_special = np.array([part.items[place].word.endswith(scheme.special_ends) for place in places], dtype=bool)
        for kind_number, is_special, number in _counted(part.kinds[places], are_special):
            kind = labels.kinds[kind_number]
            leaves_out = kind.counts_as == "left out"  # by a person's verdict; the scheme deals with flags itself
            shows = NO_ERROR if leaves_out else scheme.of(kind.error, kind.pred_class, kind.flags, is_special)
            if shows != NO_ERROR:
                counts = found.setdefault(shows, [0, 0])
                counts[0] += number
                counts[1] += number * kind.is_peoples
            elif leaves_out or kind.error != CORRECT:
                n_left_out += number
    return (*run, n_items, n_left_out), [(*run, shows, *counts) for shows, counts in found.items()]


def _schemes_of_items(part: PartLabels, packs: Registry) -> list[tuple[PaperScheme, list[int]]]:
    """The schemes of the items of a part, each with the places of its items; items without a scheme are skipped.

    If no pack of the language has a scheme, errors are named by the predicted class.
    """
    language = part.tally.language
    has_some = any(pack.paper != PaperScheme() for pack in packs.packs(language))
    scheme_of = cache(lambda features: packs.pack(language, features).paper)
    found: dict[int, tuple[PaperScheme, list[int]]] = {}  # by id() of the scheme
    for place, item in enumerate(part.items):
        scheme = scheme_of(item.features)
        if not has_some or scheme != PaperScheme():
            found.setdefault(id(scheme), (scheme, []))[1].append(place)
    return list(found.values())


def _counted(kinds: KindNumbers, are_special: Marks) -> list[tuple[int, bool, int]]:
    """How often each kind occurs, apart for lemmas with the scheme's special endings: kind, is special, number."""
    lowest = int(kinds.min(initial=0))
    counts = np.bincount((kinds - lowest) * 2 + are_special)
    present = np.flatnonzero(counts)
    of_kinds, specials = np.divmod(present, 2)
    columns = ((of_kinds + lowest).tolist(), specials.astype(bool).tolist(), counts[present].tolist())
    return list(zip(*columns, strict=True))


STATISTIC = Statistic(
    paper,
    defaults_to_test=True,
    applies_to=lambda study: INFLECTION in domains_there(study),
    title="Errors in the paper's scheme",
    about="Errors by what the wrong form shows, as Kodner et al. (2023) count; mean is the rate among the items.",
)
