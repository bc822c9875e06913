"""Another package may bring a classifier, and a broken one stops nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from conftest import GOED, Answer, Goed, right_answers, sql, write
from goed.sources.embedded_items import read_embedded
from goed_classifiers import registry
from goed_classifiers.registry import Classifier
from goed_classifiers.values import Case

MINE = """
from goed_classifiers.language_pack import Features, LanguagePack, Rate
from goed_classifiers.registry import Classifier
from goed_classifiers.values import Case, Flag, Label

VERSION = "{version}"


def classify(case: Case) -> Label:
    {body}


def error_name(gold_class, pred_class, flags):
    return f"{{gold_class}}→{{pred_class}}"


CLASSIFIER = Classifier("qgo", "goedish", VERSION, classify, error_name, ("or", "other"))
CLASSLESS = Classifier("qgo", "goedish", VERSION, classify, error_name, None)
MANY_TONGUED = Classifier(["qgo"], "goedish", VERSION, classify, error_name, ())
PACK = LanguagePack(
    "qgo", Features(("FEM", "PL")), labelled_by=CLASSIFIER, title="Goedish plurals", class_order=("or",), colours=(2,),
    rates=(Rate("or→other", ("or→other",), ("correct:or",)),),
)
HALF = LanguagePack("qgo", "N;PL", labelled_by=CLASSIFIER)
FLAGGED = LanguagePack("qgo", Features(), labelled_by=CLASSIFIER, flags=(Flag("vowel", only_with="or"),))
OTHERS = LanguagePack("xyz", Features(), labelled_by=CLASSIFIER)
SPEECHLESS = Classifier("qgo", "goedish", VERSION, classify, lambda *given: {{}}["meh"], ("or", "other"))
"""
BODY = """shown = "or" if case.predicted.endswith("or") else "other"
    gold = "or" if case.gold.endswith("or") else "other"
    error = "correct" if case.gold == case.predicted else error_name(gold, shown, ())
    return Label(gold, shown, error, (), "ending", case.predicted[-2:], 0.9)"""

Installed = Callable[..., Answer]


def put_in_place(site: Path, body: str = BODY, version: str = "7", entry: str = "mine:CLASSIFIER") -> None:
    """Put a package with a classifier for Goedish into a folder of packages."""
    write(site / "mine.py", MINE.format(version=version, body=body))
    write(site / "exiting.py", "raise SystemExit('please install foo')")
    write(site / "mine-1.0.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    write(site / "mine-1.0.dist-info" / "entry_points.txt", f"[goed.classifiers]\nmine = {entry}\n")


@pytest.fixture
def installed(goed: Goed, tmp_path: Path) -> Installed:
    """Call goed where a package with a classifier for Goedish is installed."""

    def call(*arguments: str, **package: str) -> Answer:
        site = tmp_path / "site"
        put_in_place(site, **package)
        with pytest.MonkeyPatch.context() as here:
            here.syspath_prepend(str(site))
            here.setattr(sys, "dont_write_bytecode", True)  # the module is written anew within the second
            for name, value in environment(site).items():
                here.setenv(name, value)  # for processes that goed starts
            for name in ("mine", "exiting"):
                sys.modules.pop(name, None)
            return goed(*arguments)

    return call


@pytest.fixture
def installed_apart(tmp_path: Path) -> Installed:
    """The same in a process of its own, as a user calls it."""

    def call(*arguments: str, **package: str) -> Answer:
        site = tmp_path / "site"
        put_in_place(site, **package)
        its_own = {**environment(site), "PATH": "/usr/bin:/bin"}
        done = subprocess.run([GOED, *arguments], capture_output=True, text=True, env=its_own, check=False)
        assert "Traceback" not in done.stderr
        return Answer(done.returncode, done.stdout, done.stderr)

    return call


def environment(site: Path) -> dict[str, str]:
    """What a process needs to be told to find the package."""
    return {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "GOED_ANNOTATOR": "me"}


def test_another_package_brings_a_classifier(goed: Goed, study: Path, installed_apart: Installed) -> None:
    assert "goedish" in installed_apart("classify", "--list").out
    assert installed_apart("run").code == 0
    assert sql(study, "SELECT DISTINCT classifier FROM label_table") == [("goedish 7",)]
    with_output = "SELECT DISTINCT gold_class FROM item WHERE id IN (SELECT item_id FROM output)"
    assert set(sql(study, with_output)) == {("or",), ("other",)}
    installed_apart("classify")
    assert set(sql(study, "SELECT DISTINCT gold_class FROM item")) == {("or",), ("other",)}
    rows = goed("stats", "errors", "--size", 100, "--format", "json").rows
    assert {row["error"] for row in rows} <= {"or→or", "or→other", "other→or", "other→other"}


def test_a_plug_in_may_bring_all_that_a_language_pack_has(study: Path, installed: Installed) -> None:
    """What features it is about, rates and titles; other features of the language stay with the generic classifier."""
    assert "Goedish" not in installed("run", "--size", "100", entry="mine:PACK").err
    used = sql(study, "SELECT DISTINCT classifier, features FROM label_table")
    assert set(used) == {("goedish 7", "N;FEM;PL"), ("generic 1", "N;MASC;PL")}
    rates = json.loads(installed("stats", "rates", "--format", "json", entry="mine:PACK").out)
    assert {(row["language"], row["rate"]) for row in rates} == {("qgo", "or→other")}
    assert all(row["numerator"] <= row["denominator"] for row in rates)
    assert installed("report", "-o", "report", entry="mine:PACK").code == 0
    assert "Goedish plurals" in Path("report/index.html").read_text(encoding="utf-8")


def test_a_newer_classifier_labels_anew_and_touches_no_persons_act(
    goed: Goed, study: Path, installed: Installed
) -> None:
    installed("run", "--size", "100")
    goed("export", "-o", "labels.csv")
    goed("import", "labels", "labels.csv", "--annotator", "sp", "--all")
    acts, said = sql(study, "SELECT * FROM act"), sql(study, "SELECT * FROM annotation ORDER BY output_id")
    other = BODY.replace('"or" if case.predicted', '"r" if case.predicted')
    assert "were labelled by goedish 7, not by goedish 8" in installed("check", version="8", body=other).out
    done = installed("classify", version="8", body=other)
    (n_outputs,) = sql(study, "SELECT count(*) FROM output")[0]
    assert f"{n_outputs} outputs labelled, {n_outputs} otherwise than before" in done.err
    assert sql(study, "SELECT DISTINCT classifier FROM label_table") == [("goedish 8",)]
    assert sql(study, "SELECT count(*) FROM label_table WHERE pred_class = 'r'")[0][0] > 0
    assert (sql(study, "SELECT * FROM act"), sql(study, "SELECT * FROM annotation ORDER BY output_id")) == (acts, said)
    assert "0 otherwise than before" in installed("classify", version="8", body=other).err
    assert installed("check", version="8", body=other).out == ""


def test_a_newer_classifier_is_compared_anew_with_what_people_said(
    goed: Goed, study: Path, installed: Installed
) -> None:
    def agreed() -> dict[tuple[str, str], float]:
        rows = goed("stats", "agreement", "--what", "pred_class", "--format", "json").rows
        return {(row["first"], row["second"]): row["agreement"] for row in rows if row["second"]}

    installed("run", "--size", "100")
    goed("export", "-o", "labels.csv")
    for name in ("sp", "jk"):
        goed("import", "labels", "labels.csv", "--annotator", name, "--all")
    assert agreed() == {("classifier", "sp"): 1, ("classifier", "jk"): 1, ("sp", "jk"): 1}
    installed("classify", version="8", body=BODY.replace('"or" if case.predicted', '"r" if case.predicted'))
    (n_outputs,), (n_right,) = sql(
        study, "SELECT count(*) FROM label_table UNION ALL SELECT count(*) FROM label_table WHERE pred_class <> 'r'"
    )
    assert agreed() == {("sp", "jk"): 1, **{("classifier", name): n_right / n_outputs for name in ("sp", "jk")}}


@pytest.mark.parametrize(
    ("entry", "body", "said"),
    [
        ("nowhere:CLASSIFIER", BODY, "No module named"),
        ("json:dumps", BODY, "is no goed_classifiers.registry.Classifier"),
        ("mine:CLASSLESS", BODY, "its classes must be a tuple of words"),
        ("mine:MANY_TONGUED", BODY, "its language, name and version must be printable words"),
        ("mine:HALF", BODY, "what it is about must be goed_classifiers.language_pack.Features"),
        ("mine:FLAGGED", BODY, "what its flags are only_with must be a tuple of words"),
        ("mine:OTHERS", BODY, "it is for xyz, and its classifier for qgo"),
        ("exiting:CLASSIFIER", BODY, "SystemExit: please install foo"),
    ],
)
def test_a_broken_classifier_is_said_and_the_generic_one_labels(
    study: Path, installed: Installed, entry: str, body: str, said: str
) -> None:
    done = installed("run", entry=entry, body=body)
    assert done.code == 0
    assert said in done.err
    assert sql(study, "SELECT DISTINCT classifier FROM label_table") == [("generic 1",)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('I give up \\x1b[31m')", "ValueError: I give up"),
        ("return 'or'", "no Label"),
        ("return Label('a,b', 'c', 'd')", "can be no name"),
        ("return Label('a', 'c', 'd\\n')", "can be no name"),
        ("return Label('a', 'c', 'd', ('',))", "can be no name"),
        ("return Label('a', 'c', 'd', 'variant')", "flags must be several"),
        ("return Label('\\ud800', 'c', 'd')", "can be no name"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("return Label('a', 'c', 'd', (), 7)", "must be text"),
        ("return Label('a', 'a', 'correct')", "calls a form correct that is not"),
        ("return Label('a', 'c', 'd', (), '', '', 'sure')", "ValueError"),
    ],
)
def test_a_classifier_that_fails_stops_nothing(
    goed: Goed, study: Path, installed: Installed, body: str, said: str
) -> None:
    done = installed("run", "--size", "100", body=body)
    assert done.code == 0
    assert done.err.count("the classifier goedish 7 fails, first on") == 1
    assert said in done.err
    assert "\x1b" not in done.err
    assert set(sql(study, "SELECT DISTINCT error, gold = predicted FROM label_table")) == {
        ("unclassified", 0),
        ("correct", 1),  # which needs no classifier
    }
    assert "sound" in goed("check").err
    goed("classify")  # without that package, the generic one does it
    assert ("unclassified",) not in sql(study, "SELECT DISTINCT error FROM label_table")


def test_what_a_classifier_prints_does_not_run_into_results(study: Path, installed: Installed) -> None:
    write(Path("table.tsv"), "lemma\tfeatures\tgold\tpredicted\na\tN\tator\tat\n")
    done = installed("classify", "table.tsv", "--language", "qgo", body="print('HELLO')\n    " + BODY)
    assert "HELLO" not in done.out
    assert "or→other" in done.out


def test_a_classifiers_odd_or_endless_reasons_are_made_fit(study: Path, installed: Installed) -> None:
    body = BODY.replace('"ending", case.predicted[-2:]', "'\\x1b[31m' * 99, '\\ud800' + 'x' * 10 ** 5")
    assert installed("run", "--size", "100", body=body).code == 0
    assert sql(study, "SELECT max(length(evidence)), max(length(rule)) FROM label_table") == [(500, 100)]
    assert sql(study, "SELECT count(*) FROM label_table WHERE rule LIKE '%' || char(27) || '%'") == [(0,)]


def test_a_classifier_that_ends_its_process_does_not_end_a_large_import(
    study: Path, installed_apart: Installed
) -> None:
    for model in range(150):
        answers = [[lemma, f"{form}{model}", tags] for lemma, form, tags in right_answers()]
        write(Path(f"all/m{model}/qgo_100.test"), answers)
    arguments = ("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    done = installed_apart(*arguments, body="import os; os._exit(0)")
    assert done.code == 0
    assert "a process that it worked in ended before its time" in done.err
    assert sql(study, "SELECT count(*) FROM prediction") == [(12_000,)]


def test_a_classifier_that_cannot_name_an_error_stops_nothing(goed: Goed, study: Path, installed: Installed) -> None:
    installed("run", "--size", "100", entry="mine:SPEECHLESS")
    goed("export", "-o", "labels.tsv")
    done = installed("import", "labels", "labels.tsv", "--all", entry="mine:SPEECHLESS")
    assert done.code == 0
    assert "cannot name an error: KeyError: 'meh'" in done.err


def test_a_failing_classifiers_labels_come_back_as_they_left(study: Path, installed: Installed, goed: Goed) -> None:
    body = "if case.predicted.endswith('r'): raise ValueError('no')\n    " + BODY
    installed("run", "--size", "100", body=body)
    installed("export", "-o", "labels.tsv", body=body)
    installed("import", "labels", "labels.tsv", "--all", body=body)
    assert {row["agreement"] for row in goed("stats", "agreement", "--format", "json").rows} == {1}


def test_a_classifier_made_of_goeds_own_is_called_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """`replace` takes over how goed's own labels many forms of a word at once, and that goed trusts it."""
    own = registry.registry().of("eng")
    made = replace(own, name="mine", classify=lambda case: own.classify(case)._replace(evidence="MINE"))

    class Entry:
        name, value = "eng", "mine:CLASSIFIER"

        def load(self) -> Classifier:
            return made

    monkeypatch.setattr(registry, "entry_points", lambda group: [Entry()])
    used = registry.registry().of("eng")
    assert (used.name, used.is_built_in, used.of_word) == ("mine", False, None)
    assert used.classify(Case("go", "V;PST", "went", "goed")).evidence == "MINE"


# What labels a version gives: language, version and a fingerprint of its labels. A change of labels needs another
# version, so that `goed check` says that a study's labels are older; then the new fingerprint goes in here.
FINGERPRINTS = {
    "eng": ("1", "53bbb04ccd1d4887"),
    "deu": ("1", "0db7b27b9fd66c2f"),
    "ara": ("1", "206dea05f8253ee6"),
}


@pytest.mark.parametrize("language", ["eng", "deu", "ara"])
def test_other_labels_need_another_version(language: str) -> None:
    classifier = registry.registry().of(language)
    fingerprint = blake2b(digest_size=8)
    endings = {"eng": ("", "ed", "t", "en"), "deu": ("", "e", "n", "er", "s"), "ara": ("", "ات", "ِين", "َة")}
    for item in read_embedded(language).items[::3]:
        spoilt = item.gold[:1] + item.gold[2:]
        for form in (item.gold, item.gold[::-1], spoilt, *(item.word + ending for ending in endings[language])):
            said = classifier.classify(Case(item.word, item.features, item.gold, form))
            fingerprint.update(repr(said[:5]).encode())
    assert (classifier.version, fingerprint.hexdigest()) == FINGERPRINTS[language]
