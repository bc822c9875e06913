"""Every screen and window in three sizes, as text: what is cut, moved or lost shows in the diff of a snapshot.

`python tests/test_what_the_screens_look_like.py` writes the snapshots anew; look at what changed before you commit it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from conftest import Answer, Goed, write
from sitting import Sitting, sit_down, verbs_to_label

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES = [(80, 24), (120, 40), (200, 60)]
KEYS: dict[str, tuple[str, ...]] = {  # name of the snapshot → what is pressed
    "label": (),
    "label-checked": ("3", "f", "k", "f", "o"),
    "help": ("question_mark",),
    "filter": ("slash", "tab", "down", "down", "down", "down", "right", "down", "space"),
    "similar": ("s", "tab"),
    "note": ("n", "a", "s", "k"),
    "flags": ("m",),
    "blind": ("p",),
    "double-coding": ("p", "2", "2"),
    "disputes": ("A", "down", "down", "enter"),
    "differs-from-the-classifier": ("A", "enter"),
    "runs": ("R",),
    "trajectories": ("T",),
    "errors": ("T", "v"),
    "agreement": ("A",),
}


def study_of_two_annotators(goed: Goed) -> Path:
    """Verbs of which two annotators have labelled some, not always alike."""
    study = verbs_to_label(Path())
    head = "language\tlemma\tfeatures\tgold\tpredicted\tpred_class\tnote\n"
    said = {
        "jk": ["bring brought brang reg", "beep beeped bept irr", "go went goed reg as a child says"],
        "sp": ["bring brought brang irr ring–rang", "go went goed ?", "walk walked wolked ?"],
    }
    for annotator, rows in said.items():
        words = [row.split(" ", 4) for row in rows]
        table = "".join(
            f"eng\t{lemma}\tV;PST\t{gold}\t{predicted}\t{shown}\t{' '.join(note)}\n"
            for lemma, gold, predicted, shown, *note in words
        )
        write(Path(f"{annotator}.tsv"), head + table)
        goed("import", "labels", f"{annotator}.tsv", "--annotator", annotator)
    return study


def look(study: Path, name: str, size: tuple[int, int]) -> str:
    """What a screen shows after some keys."""
    seen: list[str] = []

    async def press(sitting: Sitting) -> None:
        await sitting.press(*KEYS[name])
        seen.append(sitting.text + "\n")

    sit_down(study, press, size)
    return seen[0]


def snapshot(name: str, size: tuple[int, int]) -> Path:
    return SNAPSHOTS / f"{name}-{size[0]}x{size[1]}.txt"


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.slow] if size != (80, 24) else []) for size in SIZES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
@pytest.mark.parametrize("name", KEYS)
def test_a_screen_looks_as_it_did(goed: Goed, name: str, size: tuple[int, int]) -> None:
    assert look(study_of_two_annotators(goed), name, size) == snapshot(name, size).read_text(encoding="utf-8")


def main() -> None:
    """Write the snapshots anew."""
    from goed.commands.group import run_safely

    def goed(*arguments: object, code: int = 0) -> Answer:
        assert run_safely([str(argument) for argument in arguments]) == code
        return Answer(code, "", "")

    SNAPSHOTS.mkdir(exist_ok=True)
    for name in sys.argv[1:] or KEYS:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                snapshot(name, size).write_text(look(study_of_two_annotators(goed), name, size), encoding="utf-8")


if __name__ == "__main__":
    main()
