"""A small study that has something in every table, and valid files for every reader: what is damaged then."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from conftest import goedish, write
from goed.commands.group import run_safely
from goed.sources.embedded_items import read_embedded
from goed.study.sittings import begin_sitting, set_preference
from goed.study.study import Study
from goed.tables.parquet import parquet_bytes

STUDY = "study.goed"


def english(first: int, last: int) -> list[list[str]]:
    """English verbs: lemma, form, features."""
    return [[item.word, item.gold, item.features] for item in read_embedded("eng").items[first:last]]


def make_study(folder: Path) -> Path:
    """Make the study, in a folder that is the present one."""
    for language, words in (("qgo", goedish), ("eng", english)):
        for size in (10, 20):
            write(folder / f"part2/{language}_{size}.train", words(0, size))
        write(folder / f"part2/{language}.dev", words(20, 25))
        write(folder / f"part2/{language}.gold", words(25, 35))
        wrong = [[lemma, f"{lemma}e\u0301" if place % 2 else form, tags] for place, (lemma, form, tags) in
                 enumerate(words(25, 35))]  # fmt: skip
        write(folder / f"theirs/{language}_10.test", wrong)
        write(folder / f"theirs/{language}_20.test", wrong[:8])
    _goed("import", "items", "part2", "--as", "split")
    _goed("split", "--seeds", "2", "--sizes", "10", "20", "--dev", "5")
    _goed("run", "--jobs", "1")
    _goed("import", "predictions", "theirs", "--model", "theirs")
    _goed("export", "-o", "labels.csv")
    _goed("import", "labels", "labels.csv", "--annotator", "ada", "--all")
    _goed("audit", "--size", "5", "--seed", "1", "--annotator", "ada")
    for annotator, shown in (("ben", "?"), ("cem", "bare")):
        _goed("label", "1", "2", "3", "--class", shown, "--note", "a note", "--annotator", annotator)
    _goed("label", "4", "--flag", "--annotator", "ada")
    _goed("undo", "--annotator", "ada")
    with Study.open(folder / STUDY) as study:
        begin_sitting(study, "ada")
        set_preference(study, "ada", "filter", {"languages": ["qgo"], "order": "unsure"})
    with closing(sqlite3.connect(folder / STUDY)) as db, db:
        db.execute(
            "INSERT INTO declaration VALUES (1, '2026-01-01T00:00:00+00:00', 'my.toml', 'my.toml', 'aa', ?, '{}', '1')",
            (DECLARATION.decode(),),
        )
        db.execute("INSERT INTO prediction_detail SELECT run_part_id, item_id, -1.5, 'copy' FROM prediction LIMIT 9")
        db.execute("INSERT INTO runner VALUES (9, 'elsewhere', 1, '1', '2026-01-01T00:00:00+00:00', 0)")
        db.execute("INSERT INTO run_progress VALUES (1, 9, 'epoch', 1, 2, 0.5, 0.5, 1, 2)")
    return folder / STUDY


def _goed(*arguments: str) -> None:
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = run_safely(list(arguments))
    assert code == 0, f"goed {arguments}: {said.getvalue()}"


def tsv(rows: Sequence[Sequence[str]], header: str = "") -> bytes:
    """A table with tabs."""
    lines = ["\t".join(header.split()), *("\t".join(row) for row in rows)]
    return "".join(line + "\n" for line in lines if line).encode()


ITEMS = tsv([[*row, str(100 - place)] for place, row in enumerate(goedish(0, 12))])
ITEMS_TSV = tsv([[*row, "7"] for row in goedish(0, 12)], "lemma form features frequency")
TRAINING = tsv(goedish(0, 10))
PREDICTIONS = tsv(goedish(25, 35))
COUNTS = tsv([[*row, str(7 * place)] for place, row in enumerate(goedish(20, 30))])
LABELLED = [["qgo", lemma, tags, form, form, "suffix", "suffix", "", "a note"] for lemma, form, tags in goedish(25, 30)]
LABELS_TSV = tsv(LABELLED, "language lemma features gold predicted gold_class pred_class flags note")
LABELS_CSV = LABELS_TSV.replace(b"\t", b",")
LABELS_JSONL = b"".join(
    b'{"language": "qgo", "lemma": "%b", "features": "%b", "gold": "%b", "predicted": "%b", "pred_class": "stem", '
    b'"note": null}\n' % tuple(word.encode() for word in (lemma, tags, form, form))
    for lemma, form, tags in goedish(25, 30)
)
LABELS_PARQUET = parquet_bytes(
    ["language", "lemma", "features", "gold", "predicted", "gold_class", "pred_class", "flags", "note"], LABELLED
)
ACCURACIES = (
    "language,model,sampling,size,seed,accuracy\n"
    + "".join(
        f"{language},{model},{sampling},{size},{seed},{(7 * seed + size // 9 + len(model)) % 100}.5\n"
        for language in ("eng", "deu")
        for model in ("nonneur", "mine")
        for sampling in ("uniform", "weighted")
        for size in (100, 200)
        for seed in (0, 1, 2)
    )
).encode()
EXPECTATIONS = (
    b"id\tlanguage\tfinding\treference\tfigure\tpart\tmeasure\targuments\tcomparison\tnote\n"
    b"mine-1\teng\tThey say goed.\tMe (2026)\t2 %\ttest\tproportion\tover-regularization\t< 0.1\t\n"
    b"mine-2\teng\tThey say goed more.\tMe (2026)\t\ttest\tratio\tover-regularization; over-irregularization\t> 10\t\n"
)
CONFIGURATION = b"""\
# models of mine
[models.mine]
command = "true {train} {test} {out}"
time_limit = 60
uses_seed = false
selects = true
summary = "what I made"

[models.other]
command = ["true", "{test}", "{out}", "{seed}"]

[models."cluzh-b4:mine"]
setting = "best"
epochs = 3
"""
DECLARATION = b"""\
title = "A small study"
languages = ["qgo"]

[data]
path = "qgo.txt"
pattern = "{language}.txt"
map = { go = "qgo" }
columns = "lemma,form,features"

[splits]
sampling = ["uniform", "weighted"]
seeds = 2
sizes = [2, 4]
dev = 1
test = "rest"

[splits.qgo]
seeds = "0:1"

[models.mine]
command = "true {train} {test} {out}"

[runs]
models = []
models_if_available = ["nothing-like-it"]
repeats = 1
"""


# ---- what `goed score` reads ----

PASCAL = b"""1\tThe\tthe\tDT\tDT\tDET\t_\t2\tdet
2\tdog\tdog\tNN\tNN\tNOUN\t_\t4\tsbj
3\t,\t,\t,\t,\t.\t_\t4\tp
4\tbarked\tbark\tVB\tVBD\tVERB\t_\t0\troot

1\tHi\thi\tUH\tUH\tX\t_\t0\troot

"""
CONLL_U = b"""# text = The dogs'll
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2-3\tdogs'll\t_\t_\t_\t_\t_\t_\t_\t_
2\tdogs\tdog\tNOUN\tNN\t_\t0\troot\t_\t_
2.1\tgone\tgo\tVERB\tVB\t_\t_\t_\t_\t_
3\t'll\twill\tAUX\tMD\t_\t2\taux\t_\t_
"""
SLASHED = b"the/1 dog/2 saw/3 the/1 cat/_\nthe/1 fish/2 1\\/2/4 saw/2\n"
TWO_COLUMNS = b"the\tD\ndog\tN\nsaw\tV\n\nthe\tD\ncat\tN\nsaw\tN\n"
DERIVATIONS = b"""ID=1, Prob=-0.1
(<T S[dcl] 1 2> (<T NP 1 2> (<L NP/N DT DT the NP/N>) (<L N NN NN dog N>) ) (<L S[dcl]\\NP VB VB barks S[dcl]\\NP>) )
ID=2
(<T NP 0 2> (<T NP 0 1> (<L N N N cats N>) ) (<T NP[conj] 1 2> (<L conj C C and conj>) (<L NP N N dogs NP>) ) )
"""
DEEP_DEPENDENCIES = b"""# a file of
# dependencies

the_1 (NP{a}/N{a}<1>){_} 1 dog_2 0
barks_3 S[dcl]\\NP 1 dog_2
<c> the|DT|NP/N dog|NN|N barks|VB|S[dcl]\\NP

and_2 conj 1 dogs_3
"""
PARG = b"""<s id="1"> 3
1\t0\tNP/N\t1\tdog the
1\t2\tS[dcl]\\NP\t1\tdog barks <XB>
<\\s>
"""
MARKUP = b"""# mine
NP/N
  1 (NP{Y}/N{Y}<1>){_}
  1 det _ %l %f
(S[dcl]{_}\\NP{a}<1>){_}
"""
SCORED = {"trees.auto": DERIVATIONS, "gold.columns": TWO_COLUMNS, "gold.conllx": CONLL_U.replace(b"# text", b"#")}
