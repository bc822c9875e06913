"""Edit actions: what the transducer writes a form with, and how they are spelled.

A pointer stands before a letter of the lemma. COPY writes that letter and moves on, DELETE moves on, SUB(c) writes c
and moves on, INS(c) writes c and stays, END stops. *walk → walked* is four times COPY, INS(e), INS(d), END, spelled
`= = = = +e +d`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

BOS, END, PAD, DELETE, COPY = range(5)
NO_ACTION = BOS  # stands for the action of a letter that no action writes
N_SPECIAL = 5  # after these come SUB(c) and INS(c) for each letter in turn


class ActionAlphabet:
    """The actions needed to write the forms of a training set, numbered."""

    def __init__(self, forms: Iterable[str]) -> None:
        self.letters = tuple(dict.fromkeys("".join(forms)))
        self._numbers = {letter: i for i, letter in enumerate(self.letters)}

    def __len__(self) -> int:
        return N_SPECIAL + 2 * len(self.letters)

    def substitution(self, letter: str) -> int:
        """The action that writes this letter in place of one of the lemma."""
        return N_SPECIAL + 2 * self._numbers[letter]

    def insertion(self, letter: str) -> int:
        """The action that writes this letter and stays."""
        return N_SPECIAL + 2 * self._numbers[letter] + 1

    def is_substitution(self, action: int) -> bool:
        """Whether this action writes a letter in place of one of the lemma."""
        return action >= N_SPECIAL and (action - N_SPECIAL) % 2 == 0

    def reads(self, action: int) -> bool:
        """Whether this action uses up a letter of the lemma."""
        return action in (COPY, DELETE) or self.is_substitution(action)

    def letter(self, action: int) -> str:
        """What a substitution or an insertion writes."""
        return self.letters[(action - N_SPECIAL) // 2]


class Written(NamedTuple):
    """The form that a sequence of actions writes, and the actions as text."""

    form: str
    spelled: str


def write(lemma: str, actions: Sequence[int], alphabet: ActionAlphabet) -> Written:
    """Apply actions to a lemma, up to END or the last one."""
    written, spelled = [], []
    pointer = 0
    for action in actions:
        if action == END:
            break
        if action == COPY:
            written.append(lemma[pointer])
            spelled.append("=")
        elif action == DELETE:
            spelled.append(f"-{lemma[pointer]}")
        elif alphabet.is_substitution(action):
            written.append(alphabet.letter(action))
            spelled.append(f"{lemma[pointer]}>{alphabet.letter(action)}")
        else:
            written.append(alphabet.letter(action))
            spelled.append(f"+{alphabet.letter(action)}")
        pointer += alphabet.reads(action)
    return Written("".join(written), " ".join(spelled))
