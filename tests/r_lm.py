"""R's lm on a table of accuracies, to hold `goed stats regression` against; R is no part of goed."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

RSCRIPT = shutil.which("Rscript")
COLUMNS = ("estimate", "std_error", "t", "p")

# Percentage points, digits enough to read every number back, and the terms that lm drops.
SCRIPT = """
files <- commandArgs(TRUE)
table <- read.csv(files[1], stringsAsFactors = TRUE)
if (max(table$accuracy) <= 1) table$accuracy <- 100 * table$accuracy
model <- lm(accuracy ~ language * model * size * sampling, table)
found <- summary(model)
rows <- as.data.frame(found$coefficients)
for (name in names(rows)) rows[[name]] <- sprintf("%.17g", rows[[name]])
rows <- cbind(term = rownames(rows), rows)
write.table(rows, files[2], sep = ",", row.names = FALSE, col.names = c("term", "estimate", "std_error", "t", "p"))
writeLines(c(sprintf("%.17g", c(found$r.squared, found$adj.r.squared)), names(which(is.na(coef(model))))), files[3])
"""


class Lm(NamedTuple):
    """What lm found: term → its numbers; R² and its adjusted one; the terms that were dropped."""

    terms: dict[str, tuple[float, ...]]
    r_squared: float
    adjusted_r_squared: float
    dropped: list[str]


def lm(table: Path, folder: Path) -> Lm:
    """Run R's lm on a table."""
    terms, others = folder / "terms.csv", folder / "others.txt"
    subprocess.run([str(RSCRIPT), "-e", SCRIPT, str(table), str(terms), str(others)], check=True, capture_output=True)
    with terms.open() as file:
        found = {row["term"]: tuple(float(row[name]) for name in COLUMNS) for row in csv.DictReader(file)}
    r_squared, adjusted, *dropped = others.read_text().splitlines()
    return Lm(found, float(r_squared), float(adjusted), dropped)
