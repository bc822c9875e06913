"""A whole tree as an indented outline, one word a line: each below its head, with its place in the sentence.

3 barks  root
├─ 2 dog  nsubj
│  ╰─ 1 the  det
╰─ 4 .  punct
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from goed.domains.sentence_drawing import ROOT, Pen
from goed.domains.sentence_window import CUT


def tree_lines(words: Sequence[str], heads: Sequence[int], relations: Sequence[str], width: int, pen: Pen) -> list[str]:
    """The lines of an outline, none wider than `width`; there may be as many relations as words, or none.

    A word whose head the sentence does not have is shown as a root. Of words that depend on each other in a circle, the
    first one is shown as if it were a root, with the place of its head.
    """
    dependents: dict[int, list[int]] = defaultdict(list)
    for place, head in enumerate(heads, start=1):
        dependents[head if 1 <= head <= len(words) and head != place else ROOT].append(place)
    lines = []
    for place, before in _in_order_of_outline(dependents, len(words)):
        about = [relations[place - 1]] if relations else []
        if not before and heads[place - 1] != ROOT:
            about.append(f"(head: {heads[place - 1]})")
        indent = before if len(before) <= width // 2 else CUT + before[len(before) - width // 2 + 1 :]
        word = pen.shown(words[place - 1], width) or "∅"
        lines.append(pen.shown("  ".join([f"{indent}{place} {word}", *about]), width))
    return lines


def _in_order_of_outline(dependents: Mapping[int, list[int]], n_words: int) -> Iterator[tuple[int, str]]:
    """Each word once, with the strokes before it: from the roots down, then circles and what hangs on them."""
    done: set[int] = set()
    for root in (*dependents.get(ROOT, ()), *range(1, n_words + 1)):
        to_do = [(root, "", "")]  # a word, the strokes before it, and those before its dependents
        while to_do:
            place, before, further = to_do.pop()
            if place in done:
                continue
            done.add(place)
            yield place, before
            below = [other for other in dependents.get(place, ()) if other not in done]
            signs = [("├─ ", "│  ")] * (len(below) - 1) + [("╰─ ", "   ")]
            to_do += reversed(
                [(each, further + at, further + on) for each, (at, on) in zip(below, signs, strict=False)]
            )
