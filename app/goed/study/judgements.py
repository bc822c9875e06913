"""Judgements: what people now say about outputs, without what they undid or replaced.

If the same person said different things about an output in two copies of a study, and neither copy knew of the other,
the newer act is what they say now. The older one is kept as a conflicting judgement, of `sp (other copy)`, until they
label the output again or somebody adjudicates. Two adjudications that differ settle nothing: both are conflicting,
`sp (verdict)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from sys import intern
from typing import Any, NamedTuple

from goed.study.study import Study

COLUMNS = "gold_class, pred_class, error, flags, note, is_marked, verdict"  # of an annotation
STANDING = (  # annotations that were not undone, with their acts and annotators
    "annotation JOIN standing_act AS act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id"
)
OTHER_COPY, VERDICT = "other copy", "verdict"
NAME_OF_CONFLICT = re.compile(rf" \((?:{OTHER_COPY}|{VERDICT})(?: \d+)?\)$")


class Judgement(NamedTuple):
    """A person's judgement of an output; without a label, if they only left a note or a mark, `error` is None."""

    gold_class: str | None
    pred_class: str | None
    error: str | None
    flags: tuple[str, ...]
    note: str | None = None  # '' if a note was deleted, None if it stays as it was
    is_marked: bool | None = None  # to come back to; None if it stays as it was
    verdict: str | None = None  # of the domain: gold-wrong; part of the label

    @property
    def label(self) -> Judgement:
        """The label alone, without note and mark."""
        return self._replace(note=None, is_marked=None)

    @property
    def is_label(self) -> bool:
        """Whether it has a label, not only a note or a mark."""
        return self.error is not None

    @property
    def flags_and_verdict(self) -> tuple[str, ...]:
        """The parts of the label other than classes and error: flags and the verdict."""
        return (*self.flags, *filter(None, [self.verdict]))


def as_flags(text: str | None) -> tuple[str, ...]:
    """The flags in a text of the study's, where commas separate them."""
    return tuple(text.split(",")) if text else ()


Judgements = dict[int, Judgement]  # output → what an annotator says about it now


def updated(before: Judgement | None, columns: Sequence[Any]) -> Judgement:
    """A judgement updated by a later act, which replaces label, note and mark as far as it has them."""
    gold_class, pred_class, error, flags = (intern(word) if word else word for word in columns[:4])  # few distinct
    note, is_marked, verdict = columns[4:]
    if before is not None:
        note = before.note if note is None else note
        is_marked = before.is_marked if is_marked is None else is_marked
    marked = None if is_marked is None else bool(is_marked)
    if error is None and before is not None:
        return before._replace(note=note, is_marked=marked)
    return Judgement(gold_class, pred_class, error, as_flags(flags), note, marked, verdict)


def judgements(study: Study) -> dict[str, Judgements]:
    """What each annotator says now: their newest label, note and mark that were not undone.

    Includes conflicting judgements, as of `sp (other copy)`: what they said differently in another copy of the study.
    """
    return {**_judgements(study, "1"), **conflicting_judgements(study)}


def judgements_by(study: Study, annotator: str) -> Judgements:
    """What one annotator says now; what others say is not even read."""
    if is_name_of_conflict(annotator):
        return conflicting_judgements(study).get(annotator, {})
    return _judgements(study, "name = ?", [annotator]).get(annotator, {})


def blind_judgements(study: Study) -> dict[str, Judgements]:
    """What each annotator said last while blind: not yet shown what the classifier or anybody else says."""
    return _judgements(study, "is_blind")


def judgements_of(study: Study, output_ids: Sequence[int]) -> dict[str, Judgements]:
    """What each annotator says now about some outputs."""
    chosen = [json.dumps(list(output_ids))]
    said = _judgements(study, "output_id IN (SELECT value FROM json_each(?))", chosen)
    return {**said, **conflicting_judgements(study, output_ids)}


def _judgements(study: Study, condition: str, values: Sequence[Any] = ()) -> dict[str, Judgements]:
    said: dict[str, Judgements] = {}
    first_words: dict[tuple[Any, ...], Judgement] = {}  # few distinct ones: each is kept once
    for name, output_id, *columns in study.connection.execute(
        f"SELECT name, output_id, {COLUMNS} FROM {STANDING} WHERE {condition} AND kind != 'adjudicate' "
        "ORDER BY clock, act.id",
        values,
    ):
        of_annotator = said.setdefault(name, {})
        before = of_annotator.get(output_id)
        words = tuple(columns)
        if before is not None:
            of_annotator[output_id] = updated(before, words)
            continue
        if words not in first_words:
            first_words[words] = updated(None, words)
        of_annotator[output_id] = first_words[words]
    return said


def labelled_by(study: Study, annotator: str, output_ids: Collection[int]) -> bool:
    """Whether an annotator has ever labelled one of some outputs, even if they undid it."""
    query = (
        "SELECT 1 FROM annotation JOIN act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id "
        "WHERE output_id = ? AND error IS NOT NULL AND name = ? LIMIT 1"
    )
    return any(study.connection.execute(query, (output_id, annotator)).fetchone() for output_id in output_ids)


def annotators(study: Study) -> list[str]:
    """Everybody with an act that was not undone, in the order in which they joined."""
    rows = study.connection.execute(
        "SELECT name FROM annotator WHERE id IN (SELECT annotator_id FROM standing_act) ORDER BY id"
    )
    return [name for (name,) in rows]


def everybody_by_name(study: Study) -> list[str]:
    """All who ever did something, even if it was undone, in the order of joining; then names as `sp (other copy)`."""
    rows = study.connection.execute("SELECT name FROM annotator WHERE id IN (SELECT annotator_id FROM act) ORDER BY id")
    return [*(name for (name,) in rows), *conflicting_judgements(study)]


class Adjudication(NamedTuple):
    """How a disagreement was settled, and by whom."""

    judgement: Judgement
    annotator: str


def adjudications(study: Study, output_id: int | None = None) -> dict[int, Adjudication]:
    """Output → the newest adjudication of it that was not undone; of all outputs, or of one.

    Outputs that two copies of the study settled differently count as not settled, and are left out.
    """
    verdicts: dict[int, Adjudication] = {}
    unsettled = settled_twice(study, None if output_id is None else [output_id])
    condition = "" if output_id is None else f"AND output_id = {int(output_id)}"
    for name, of_output, *columns in study.connection.execute(
        f"SELECT name, output_id, {COLUMNS} FROM {STANDING} WHERE kind = 'adjudicate' {condition} "
        "ORDER BY clock, act.id"
    ):
        if of_output in unsettled:
            continue
        before = verdicts.get(of_output)
        verdicts[of_output] = Adjudication(updated(before.judgement if before else None, columns), name)
    return verdicts


class _Said(NamedTuple):
    """What an act says about an output."""

    act_id: int
    annotator: str
    judgement: Judgement


_Where = tuple[str, int]  # annotator ('' for verdicts, whoever gave them) and output


def is_name_of_conflict(name: str) -> bool:
    """Whether a name stands for a conflicting judgement, `sp (other copy)`; no annotator can have such a name."""
    return NAME_OF_CONFLICT.search(name) is not None


def conflicting_judgements(study: Study, output_ids: Sequence[int] | None = None) -> dict[str, Judgements]:
    """What people said differently in two copies of the study: `sp (other copy)` → judgements."""
    conflicting: dict[str, Judgements] = {}
    for (annotator, output_id), said in _conflicts(study, "error", output_ids).items():
        # A person's last one is what they say now, and in no conflict; of adjudications, all are in conflict.
        for each in said[:-1] if annotator else said:
            name = _free_name(conflicting, each.annotator, OTHER_COPY if annotator else VERDICT, output_id)
            conflicting.setdefault(name, {})[output_id] = each.judgement
    for (annotator, output_id), said in _conflicts(study, "note", output_ids).items():
        notes = " | ".join(str(each.judgement.note) for each in said[:-1] if each.judgement.note)
        if annotator and notes:
            theirs = conflicting.setdefault(f"{annotator} ({OTHER_COPY})", {})
            before = theirs.get(output_id, Judgement(None, None, None, ()))
            theirs[output_id] = before._replace(note=notes)
    return dict(sorted(conflicting.items()))


def _free_name(conflicting: Mapping[str, Judgements], annotator: str, what: str, output_id: int) -> str:
    """The first name that is free for an output: `sp (other copy)`, then `sp (other copy 2)`."""
    name, number = f"{annotator} ({what})", 1
    while output_id in conflicting.get(name, {}):
        number += 1
        name = f"{annotator} ({what} {number})"
    return name


def settled_twice(study: Study, output_ids: Sequence[int] | None = None) -> set[int]:
    """The outputs, of all or of some, that two copies settled differently."""
    return {output_id for annotator, output_id in _conflicts(study, "error", output_ids) if not annotator}


def _conflicts(study: Study, aspect: str, output_ids: Sequence[int] | None) -> dict[_Where, list[_Said]]:
    """Conflicts: acts that say different things about an output without knowing of each other; each thing once."""
    pairs = set(study.connection.execute("SELECT act_id, other_id FROM concurrent_act"))
    if not pairs:
        return {}
    found = {}
    for place, said in _all_said(study, aspect, output_ids).items():
        differing = {_what_it_says(each, aspect): each for each in _not_superseded(said, pairs)}
        if len(differing) > 1:
            found[place] = sorted(differing.values(), key=said.index)
    return found


def _not_superseded(said: Iterable[_Said], pairs: set[tuple[int, int]]) -> list[_Said]:
    """What was not replaced by a later act that knew of it."""
    heads: list[_Said] = []
    for later in said:
        heads = [each for each in heads if (each.act_id, later.act_id) in pairs]
        heads.append(later)
    return heads


def _all_said(study: Study, aspect: str, output_ids: Sequence[int] | None) -> Mapping[_Where, list[_Said]]:
    """All standing acts that have a label (or a note, by `aspect`), on the outputs of concurrent acts."""
    said: dict[_Where, list[_Said]] = {}
    for kind, annotator, output_id, act_id, *columns in study.connection.execute(
        f"SELECT kind, name, output_id, act_id, {COLUMNS} FROM {STANDING} "
        f"WHERE {aspect} IS NOT NULL AND output_id IN (SELECT output_id FROM annotation WHERE act_id IN "
        "(SELECT act_id FROM concurrent_act UNION SELECT other_id FROM concurrent_act)) "
        "AND (?1 IS NULL OR output_id IN (SELECT value FROM json_each(?1))) ORDER BY clock, act.id",
        (None if output_ids is None else json.dumps(list(output_ids)),),
    ):
        place = ("" if kind == "adjudicate" else annotator, output_id)
        said.setdefault(place, []).append(_Said(act_id, annotator, updated(None, columns)))
    return said


def _what_it_says(said: _Said, aspect: str) -> object:
    """What is compared: the label, whatever the order of its flags, or the note."""
    label = (*said.judgement[:3], frozenset(said.judgement.flags), said.judgement.verdict)
    return label if aspect == "error" else said.judgement.note
