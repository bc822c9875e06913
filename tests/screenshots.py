"""Makes the README's pictures from the real application, over the demo's study:

    python tests/screenshots.py [FOLDER]

Each is an SVG in tests/screenshots (or FOLDER). The labels of the two annotators in them are made up for the pictures.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from conftest import GOED, REPOSITORY, write
from goed.annotation.queue_filter import Filter
from sitting import Sitting, sit_down

SIZE = (120, 34)
OF_THE_REPORT = {"report-curves": "eng-curves", "report-errors": "deu-by-size-paper"}  # name → figure
ENGLISH = Filter(languages=("eng",), state="all")
PICTURES: dict[str, tuple[str, ...]] = {  # name → what is pressed
    "label": ("down", "down"),
    "runs": ("R", "down", "right"),
    "trajectories": ("T", "l"),
    "errors": ("T", "l", "v", "s"),
    "agreement": ("A",),
}


def demo_with_labels(folder: Path) -> Path:
    """The demo's study, with labels of two annotators on the commonest English forms."""
    study = folder / "demo.goed"
    goed("demo", "--no-ui", "--study", study)
    goed("export", "-o", folder / "labels.csv", "--wrong", "--language", "eng", "--study", study)
    head, *rows = (folder / "labels.csv").read_text(encoding="utf-8").splitlines()
    place = head.split(",").index("source")
    for annotator, every in (("jk", 9), ("sp", 13)):
        said = [_said(row.split(","), place, disagrees=number % every == 0) for number, row in enumerate(rows[:240])]
        write(folder / f"{annotator}.csv", "\n".join([head, *said]) + "\n")
        goed("import", "labels", folder / f"{annotator}.csv", "--annotator", annotator, "--study", study)
    return study


def _said(cells: list[str], source: int, disagrees: bool) -> str:
    """A row as a person may have left it: here and there with another class."""
    cells[source] = "person"
    if disagrees:
        cells[6], cells[7] = "?", ""
    return ",".join(cells)


def goed(*arguments: object) -> None:
    subprocess.run([GOED, *map(str, arguments)], check=True, capture_output=True)


def picture(study: Path, name: str) -> str:
    """A screen as SVG."""
    pictures: list[str] = []

    async def press(sitting: Sitting) -> None:
        for key in PICTURES[name]:
            await sitting.press(key)
        pictures.append(sitting.app.export_screenshot(title=f"goed annotate --study {study.name}"))

    sit_down(study, press, SIZE, chosen=ENGLISH)
    return pictures[0]


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        study = demo_with_labels(Path(name))
        goed("report", "-o", Path(name) / "report", "--study", study)
        for picture_name, figure in OF_THE_REPORT.items():
            shutil.copy(Path(name) / "report" / "figures" / f"{figure}.svg", folder / f"{picture_name}.svg")
        for picture_name in PICTURES:
            (folder / f"{picture_name}.svg").write_text(picture(study, picture_name), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "tests" / "screenshots")
