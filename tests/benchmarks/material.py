"""Material for benchmarks: SIGMORPHON's files where they are at hand, Goedish ones of the same shape elsewhere."""

from __future__ import annotations

import random
import sys
from pathlib import Path

SIGMORPHON = Path(__file__).resolve().parents[3] / "shared" / "data" / "sigmorphon2022"


def given_split_folder(folder: Path) -> Path:
    """A folder with a given split: SIGMORPHON's part 2, or Goedish cut up in the same way."""
    if SIGMORPHON.is_dir():
        return SIGMORPHON / "part2"
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import made_up

    lines = ["\t".join(item[:3]) + "\n" for item in made_up.build()]
    folder.mkdir(exist_ok=True)
    for size in range(100, 501, 100):
        (folder / f"qgo_{size}.train").write_text("".join(lines[:size]), encoding="utf-8")
    (folder / "qgo.dev").write_text("".join(lines[500:600]), encoding="utf-8")
    (folder / "qgo.gold").write_text("".join(lines[600:]), encoding="utf-8")
    return folder


def many_predictions(split: Path, folder: Path, number: int, wrong: float = 0.1, spoils: int = 1) -> int:
    """Write prediction files of made-up models, MODEL/LANGUAGE_SIZE.test, until there are so many lines.

    Most lines are the gold form, the others it with a letter doubled or lost, or several. Returns the number of lines.
    """
    chance = random.Random(0)
    gold = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in split.glob("*.gold")}
    sizes = sorted(path.stem for path in split.glob("*.train"))
    written = model = 0
    while written < number:
        for name in sizes:
            language = name.partition("_")[0]
            lines = [spoilt(line, chance, spoils) if chance.random() < wrong else line for line in gold[language]]
            path = folder / f"model{model}" / f"{name}.test"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            written += len(lines)
        model += 1
    return written


def spoilt(line: str, chance: random.Random, spoils: int) -> str:
    """The line with a letter of its form doubled or lost, or several."""
    lemma, form, features = line.split("\t")
    for _ in range(spoils):
        place = int(chance.random() * len(form))
        middle = form[place] * 2 if chance.random() < 0.5 else ""
        form = form[:place] + middle + form[place + 1 :] or lemma
    return "\t".join((lemma, form, features))
