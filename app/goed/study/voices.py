"""What was said of the same output in two copies of a study, where neither copy knew of the other.

The newer act is what the person says now; the older one gets a voice of its own, `sp (other copy)`, until somebody
labels the output anew or settles it. Two verdicts that differ settle nothing: both are voices, `sp (verdict)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from goed.study.judgement import COLUMNS, Judgement, Judgements, newer
from goed.study.study import Study

OTHER_COPY, VERDICT = "other copy", "verdict"
OTHER_VOICE = re.compile(rf" \((?:{OTHER_COPY}|{VERDICT})(?: \d+)?\)$")


class _Said(NamedTuple):
    """What an act says of an output."""

    act_id: int
    annotator: str
    judgement: Judgement


Place = tuple[str, int]  # annotator ('' for verdicts, whoever gave them) and output


def is_other_voice(name: str) -> bool:
    """Whether a name is that of a second voice, which no annotator can have."""
    return OTHER_VOICE.search(name) is not None


def other_voices(study: Study, output_ids: Sequence[int] | None = None) -> dict[str, Judgements]:
    """Second voice → what it says of outputs; of all, or of some."""
    voices: dict[str, Judgements] = {}
    for (annotator, output_id), said in _that_stand_together(study, "error", output_ids).items():
        # The newest of a person's is what they say now; of verdicts there is none that holds.
        for each in said[:-1] if annotator else said:
            name = _free_voice(voices, each.annotator, OTHER_COPY if annotator else VERDICT, output_id)
            voices.setdefault(name, {})[output_id] = each.judgement
    for (annotator, output_id), said in _that_stand_together(study, "note", output_ids).items():
        notes = " | ".join(str(each.judgement.note) for each in said[:-1] if each.judgement.note)
        if annotator and notes:
            theirs = voices.setdefault(f"{annotator} ({OTHER_COPY})", {})
            before = theirs.get(output_id, Judgement(None, None, None, ()))
            theirs[output_id] = before._replace(note=notes)
    return dict(sorted(voices.items()))


def _free_voice(voices: Mapping[str, Judgements], annotator: str, what: str, output_id: int) -> str:
    """The name of a voice that says nothing of an output so far."""
    name, number = f"{annotator} ({what})", 1
    while output_id in voices.get(name, {}):
        number += 1
        name = f"{annotator} ({what} {number})"
    return name


def settled_twice(study: Study, output_ids: Sequence[int] | None = None) -> set[int]:
    """The outputs, of all or of some, that were settled in two copies, and differently."""
    return {output_id for annotator, output_id in _that_stand_together(study, "error", output_ids) if not annotator}


def _that_stand_together(study: Study, aspect: str, output_ids: Sequence[int] | None) -> dict[Place, list[_Said]]:
    """Where acts say different things of an output and none was done in knowledge of the others; each thing once."""
    pairs = set(study.connection.execute("SELECT act_id, other_id FROM concurrent_act"))
    if not pairs:
        return {}
    found = {}
    for place, said in _all_said(study, aspect, output_ids).items():
        differing = {_what_it_says(each, aspect): each for each in _heads(said, pairs)}
        if len(differing) > 1:
            found[place] = sorted(differing.values(), key=said.index)
    return found


def _heads(said: Iterable[_Said], pairs: set[tuple[int, int]]) -> list[_Said]:
    """What no later act has replaced: one that knew of it."""
    heads: list[_Said] = []
    for later in said:
        heads = [each for each in heads if (each.act_id, later.act_id) in pairs]
        heads.append(later)
    return heads


def _all_said(study: Study, aspect: str, output_ids: Sequence[int] | None) -> Mapping[Place, list[_Said]]:
    """All acts that stand on the outputs that concurrent acts are about, as far as they have a label, or a note."""
    said: dict[Place, list[_Said]] = {}
    for kind, annotator, output_id, act_id, *columns in study.connection.execute(
        f"SELECT kind, name, output_id, act_id, {COLUMNS} FROM annotation "
        "JOIN standing_act AS act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id "
        f"WHERE {aspect} IS NOT NULL AND output_id IN (SELECT output_id FROM annotation WHERE act_id IN "
        "(SELECT act_id FROM concurrent_act UNION SELECT other_id FROM concurrent_act)) "
        "AND (?1 IS NULL OR output_id IN (SELECT value FROM json_each(?1))) ORDER BY clock, act.id",
        (None if output_ids is None else json.dumps(list(output_ids)),),
    ):
        place = ("" if kind == "adjudicate" else annotator, output_id)
        said.setdefault(place, []).append(_Said(act_id, annotator, newer(None, columns)))
    return said


def _what_it_says(said: _Said, aspect: str) -> object:
    """What is compared: the label, flags in no order; or the note."""
    label = (*said.judgement[:3], frozenset(said.judgement.flags), said.judgement.verdict)
    return label if aspect == "error" else said.judgement.note
