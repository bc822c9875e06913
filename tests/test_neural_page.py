"""The page on the neural models says what is there.

`python tests/test_neural_page.py` writes its tables of settings anew.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from conftest import REPOSITORY, write
from goed.domains.registry import all_models as models
from goed.models.chr_trm.settings import PAPER, QUICK
from goed.models.cluzh.settings import BEST, FAITHFUL
from goed.models.configuration import read_configuration

PAGE = REPOSITORY / "app" / "goed" / "models" / "README.md"
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "cluzh": {"faithful": FAITHFUL, "best": BEST},
    "chr-trm": {"quick": QUICK, "paper": PAPER},
}


def block(family: str) -> re.Pattern[str]:
    """The table of a family's settings; its rows are the second group."""
    return re.compile(rf"(<!-- settings of {family} -->\n(?:.*\n){{2}})((?:\|.*\n)*)(<!-- end -->)")


def explanations(family: str) -> dict[str, str]:
    """What the page says of each setting."""
    found = block(family).search(PAGE.read_text("utf-8"))
    assert found
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in found[2].splitlines()]
    return {row[0].strip("`"): row[-1] for row in cells}


def rows(family: str) -> Iterator[str]:
    """The table as it should be, with the page's explanations."""
    said = explanations(family)
    by_preset = [asdict(preset) for preset in PRESETS[family].values()]
    for name in by_preset[0]:
        values = [f"`{json.dumps(settings[name])}`" for settings in by_preset]
        yield f"| {' | '.join([f'`{name}`', *values, said.get(name, '')])} |\n"


@pytest.mark.parametrize("family", PRESETS)
def test_all_settings_stand_there_with_their_values(family: str) -> None:
    found = block(family).search(PAGE.read_text("utf-8"))
    assert found
    assert found[2] == "".join(rows(family))
    assert all(explanations(family).values())


def test_all_models_stand_there() -> None:
    text = PAGE.read_text("utf-8")
    of_inflection = [name for (domain, name), model in models().items() if domain == "inflection"]
    missing = [name for name in of_inflection if name not in text.lower()]
    assert not missing


def test_the_settings_that_it_shows_can_be_used() -> None:
    (shown,) = re.findall(r'```toml\n(\[models\."cluzh.*?)```', PAGE.read_text("utf-8"), re.DOTALL)
    described = {model.name: model for model in read_configuration(write(Path("models.toml"), shown))}
    assert described["cluzh-b4:small"].settings == {**asdict(FAITHFUL), "hidden_size": 100}
    assert described["chr-trm:long"].settings == {**asdict(QUICK), "updates": 6000}


def test_the_files_that_it_names_are_there() -> None:
    for link, program in re.findall(r"\]\(([^)#:]+)\)|(tests/benchmarks/\w+\.py)", PAGE.read_text("utf-8")):
        assert (PAGE.parent / link if link else REPOSITORY / program).exists()


def rewrite() -> None:
    """Put the values of the settings into the tables."""
    text = PAGE.read_text("utf-8")
    for family in PRESETS:
        table = "".join(rows(family))
        text = block(family).sub(lambda match, table=table: match[1] + table + match[3], text)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(rewrite())
