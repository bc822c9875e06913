"""R's sandwich::vcovCL on the single predictions of a study, to hold `goed stats regression --logistic` against.

    python tests/r_clusters.py

prints what R says of the demo, as tests/test_regression_by_item.py has it. R and sandwich are no part of goed.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from conftest import GOED, sql
from r_lm import RSCRIPT

Row = dict[str, Any]
DEMO = "is_right ~ size * sampling + frequency"  # of its English runs

# One row for each item that a run was asked in part test; what it did not answer is wrong.
ASKED = """
SELECT split.language, split.sampling, split.seed, model.name, run.size, item.id, feature_set.features, item.frequency,
       coalesce(output.is_correct, 0)
FROM run_part
JOIN run ON run.id = run_part.run_id
JOIN model ON model.id = run.model_id
JOIN split ON split.id = run.split_id
JOIN split_item ON split_item.split_id = split.id AND split_item.part = run_part.part
JOIN item ON item.id = split_item.item_id
JOIN feature_set ON feature_set.id = item.feature_set_id
LEFT JOIN prediction ON prediction.run_part_id = run_part.id AND prediction.item_id = item.id
LEFT JOIN output ON output.id = prediction.output_id
WHERE run_part.part = 'test'
"""

# The model is fitted until nothing changes any more: R's own bound leaves four digits of a standard error.
SCRIPT = """
library(sandwich)
files <- commandArgs(TRUE)
table <- read.csv(files[1], stringsAsFactors = TRUE)
model <- glm(as.formula(files[2]), binomial, table, control = glm.control(epsilon = 1e-15, maxit = 100))
errors <- sqrt(diag(vcovCL(model, ~ item + split, type = "HC1", cadjust = TRUE, multi0 = FALSE, fix = FALSE)))
kept <- coef(model)[!is.na(coef(model))]
writeLines(sprintf("%s\\t%.17g\\t%.17g", names(kept), kept, errors[names(kept)]), files[3])
"""


def single_predictions(study: Path) -> list[Row]:
    """What each run was asked, item by item, and whether it was right."""
    return [
        {
            **dict(zip(("language", "sampling", "seed", "model", "size"), values, strict=True)),
            "split": f"{values[0]} {values[1]} {values[2]}",
            "item": f"i{item}",
            "gender": next((tag for tag in ("MASC", "FEM", "NEUT") if tag in features.split(";")), "none"),
            "frequency": band(frequency),
            "is_right": is_right,
        }
        for *values, item, features, frequency, is_right in sql(study, ASKED)
    ]


def band(frequency: float | None) -> str:
    """The bands that the README tells of, from 1 up."""
    ends = ((10, "1 to 9"), (100, "10 to 99"), (1000, "100 to 999"), (10_000, "1000 to 9999"))
    return next((words for end, words in ends if (frequency or 0) < end), "10000 up")


def has_sandwich() -> bool:
    """Whether R is there, and its package sandwich."""
    return (
        bool(RSCRIPT) and not subprocess.run([str(RSCRIPT), "-e", "library(sandwich)"], capture_output=True).returncode
    )


def vcov_cl(rows: list[Row], formula: str, folder: Path) -> dict[str, tuple[float, float]]:
    """The coefficient and the standard error of each term, clustered by item and split."""
    table, found = folder / "predictions.csv", folder / "found.tsv"
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    words = [str(RSCRIPT), "-e", SCRIPT, str(table), formula, str(found)]
    subprocess.run(words, check=True, capture_output=True)
    lines = [line.split("\t") for line in found.read_text().splitlines()]
    return {term: (float(estimate), float(error)) for term, estimate, error in lines}


def main() -> None:
    """Print what R says of the demo."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([GOED, "demo", "--no-ui"], cwd=name, check=True, capture_output=True)
        rows = [row for row in single_predictions(Path(name, "demo.goed")) if row["language"] == "eng"]
        for term, (estimate, error) in vcov_cl(rows, DEMO, Path(name)).items():
            print(term, estimate, error, sep="\t")


if __name__ == "__main__":
    sys.exit(main())
