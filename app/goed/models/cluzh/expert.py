"""The expert: which edit actions are best, given the lemma, the form that is to come, and how far both have got.

The cost of an action is the aligner's, plus the cost of the cheapest way from there to the end. The expert follows its
own advice from the start, so what is written is always a beginning of the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goed.models.cluzh.actions import COPY, DELETE, END, ActionAlphabet
from goed.models.cluzh.aligner import Costs, Floats, costs_to_finish


class ExpertStep(NamedTuple):
    """One step of the expert: where the pointer stands, the action taken, and all that are as good."""

    pointer: int
    action: int
    optimal: tuple[int, ...]  # the action taken stands first


def expert_paths(pairs: Sequence[tuple[str, str]], costs: Costs, alphabet: ActionAlphabet) -> list[list[ExpertStep]]:
    """The expert's way through each pair of lemma and form."""
    tables = costs_to_finish(pairs, costs)
    return [_path(lemma, form, table, costs, alphabet) for (lemma, form), table in zip(pairs, tables, strict=True)]


def _path(lemma: str, form: str, to_finish: Floats, costs: Costs, alphabet: ActionAlphabet) -> list[ExpertStep]:
    steps: list[ExpertStep] = []
    pointer = written = 0
    while not steps or steps[-1].action != END:
        optimal = optimal_actions(lemma, form, pointer, written, to_finish, costs, alphabet)
        action = optimal[0]
        steps.append(ExpertStep(pointer, action, optimal))
        pointer += alphabet.reads(action)
        written += action not in (DELETE, END)
    return steps


def optimal_actions(
    lemma: str, form: str, pointer: int, written: int, to_finish: Floats, costs: Costs, alphabet: ActionAlphabet
) -> tuple[int, ...]:
    """The actions of least cost in a state; of equals first those that write a letter for a letter."""
    source = costs.sources.get(lemma[pointer], -1) if pointer < len(lemma) else None
    target = costs.targets.get(form[written], -1) if written < len(form) else None
    weighed: list[tuple[float, int]] = []
    if source is not None and target is not None:
        same = lemma[pointer] == form[written]
        action = COPY if same else alphabet.substitution(form[written])
        cost = costs.substitution[source, target] + to_finish[pointer + 1, written + 1]
        weighed.append((float(cost), action))
    if source is not None:
        weighed.append((float(costs.deletion[source] + to_finish[pointer + 1, written]), DELETE))
    if target is not None:
        cost = costs.insertion[target] + to_finish[pointer, written + 1]
        weighed.append((float(cost), alphabet.insertion(form[written])))
    else:
        # The released program charges the stop twice, and the letters that are left: it always deletes them first.
        weighed.append((costs.stop + float(to_finish[pointer, written]), END))
    least = min(cost for cost, _ in weighed)
    return tuple(action for cost, action in weighed if cost == least)
