"""Every output has a label as soon as it is there, and it says why."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conftest import Goed, goedish, right_answers, sql, start_goed, write
from gates import Gate
from goed.labels.labeller import LabelsAhead
from goed.processes import process_started_at
from goed.study.items import Known
from goed_classifiers.generic import CLASSES, classify
from goed_classifiers.values import Case, Label
from waiting import wait_for


def label(lemma: str, gold: str, predicted: str, *accepted: str) -> Label:
    return classify(Case(lemma, "", gold, predicted, frozenset(accepted)))


@pytest.mark.parametrize(
    ("lemma", "form", "place"),
    [
        ("walk", "walked", "suffix"),
        ("hablar", "hablo", "suffix"),
        ("Museum", "Museen", "suffix"),
        ("Franken", "Frank", "suffix"),
        ("Mann", "Männer", "suffix"),  # an edge goes before the inside
        ("hund", "Hunde", "suffix"),  # and a capital is no change
        ("ntu", "bantu", "prefix"),
        ("mtoto", "watoto", "prefix"),
        ("mach", "gemacht", "circumfix"),
        ("machen", "gemacht", "circumfix"),
        ("sing", "sang", "stem"),
        ("Vater", "Väter", "stem"),
        ("Apfel", "Äpfel", "stem"),
        ("كِتاب", "كُتُب", "stem"),
        ("sheep", "sheep", "bare"),
        ("go", "went", "?"),
        ("walk", "", "?"),
        ("walk", "walk<UNK>", "?"),
    ],
)
def test_the_generic_class_is_where_the_change_stands(lemma: str, form: str, place: str) -> None:
    assert label(lemma, form, form).gold_class == place
    assert label(lemma, form + "x", form).pred_class == place


@pytest.mark.parametrize(
    ("lemma", "gold", "predicted", "error", "flags"),
    [
        ("sing", "sang", "sang", "correct", ()),
        ("sing", "sang", "singed", "stem→suffix", ()),
        ("walk", "walked", "walken", "same-place", ()),
        ("walk", "walked", "walk", "bare-stem", ()),
        ("put", "put", "put", "correct", ()),
        ("walk", "walked", "<UNK>", "unnatural", ()),
        ("walk", "walked", "wolked", "same-place", ("stem",)),
        ("Quelle", "Quellen", "Cuellen", "same-place", ("stem",)),
        ("Hund", "Hunde", "hunde", "same-place", ("case",)),
        ("Hund", "Hunde", "hund", "bare-stem", ("case", "copy")),
    ],
)
def test_the_generic_error_follows_from_the_classes(
    lemma: str, gold: str, predicted: str, error: str, flags: tuple[str, ...]
) -> None:
    assert label(lemma, gold, predicted)[2:4] == (error, flags)


def test_an_accepted_variant_is_flagged_only_where_it_is_listed() -> None:
    assert label("dream", "dreamed", "dreamt", "dreamt").flags == ("variant",)
    assert label("dream", "dreamed", "dreamt").flags == ()


WORDS = st.text(max_size=20)


@settings(max_examples=500)
@given(lemma=WORDS, gold=WORDS, predicted=WORDS)
@example(lemma="َ", gold="ِ", predicted="ّ")
@example(lemma="ß", gold="SS", predicted="ẞ")
def test_any_text_gets_a_label(lemma: str, gold: str, predicted: str) -> None:
    given_label = label(lemma, gold, predicted)
    assert given_label == label(lemma, gold, predicted)
    assert {given_label.gold_class, given_label.pred_class} <= set(CLASSES)
    assert (given_label.error == "correct") == (gold == predicted)
    assert 0 <= given_label.confidence <= 1
    assert given_label.rule


@given(lemma=st.text("abcdefgh", min_size=2), affix=st.text("xyz", min_size=1))
def test_what_is_added_at_an_edge_is_an_affix(lemma: str, affix: str) -> None:
    assert label(lemma, "", lemma + affix).pred_class == "suffix"
    assert label(lemma, "", affix + lemma).pred_class == "prefix"
    assert label(lemma, "", affix + lemma + affix).pred_class == "circumfix"
    assert label(lemma, "", lemma).pred_class == "bare"
    assert label(lemma, "", affix).pred_class == "?"


# Labels in a study


def labels_of(study: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Lemma and predicted form → error and classifier."""
    rows = sql(study, "SELECT lemma, predicted, error, classifier FROM label_table")
    return {(lemma, predicted): (error, classifier) for lemma, predicted, error, classifier in rows}


def test_a_run_labels_what_it_predicts_right_and_wrong(goed: Goed, study: Path) -> None:
    goed("run", "--size", 100)
    assert sql(study, "SELECT count(*) FROM output WHERE id NOT IN (SELECT output_id FROM label)") == [(0,)]
    labels = labels_of(study)
    errors = {error for error, _ in labels.values()}
    assert "correct" in errors
    assert len(errors) > 2
    assert {classifier for _, classifier in labels.values()} == {"generic 1"}
    assert sql(study, "SELECT count(*) FROM item WHERE gold_class IS NULL") == [(0,)]


def test_an_import_labels_what_it_brings(goed: Goed, study: Path) -> None:
    answers = right_answers()
    lemma, gold, features = answers[0]
    answers[0] = [lemma, unicodedata.normalize("NFD", f"{lemma}ö"), features]
    answers[1][1] = ""
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    labels = labels_of(study)
    assert len(labels) == 80
    assert labels[lemma, f"{lemma}ö"][0] in ("same-place", "stem→suffix", "bare→suffix")
    assert labels[answers[1][0], ""][0] == "unnatural"
    assert labels[answers[2][0], answers[2][1]][0] == "correct"
    assert gold not in [predicted for word, predicted in labels if word == lemma]


def test_an_output_is_labelled_once_however_many_runs_give_it(goed: Goed, study: Path) -> None:
    for model in ("one", "two"):
        write(Path(f"{model}/qgo_100.test"), right_answers())
        goed("import", "predictions", model, "--model", model)
    assert sql(study, "SELECT count(*) FROM label") == [(80,)]
    assert sql(study, "SELECT count(*) FROM prediction") == [(160,)]


def test_a_form_that_becomes_accepted_is_flagged(goed: Goed, study: Path) -> None:
    answers = right_answers()
    lemma, _, features = answers[0]
    answers[0][1] = f"{lemma}zz"
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    (wrong,) = goed("stats", "errors", "--model", "theirs", "--format", "json").rows
    assert (wrong["n"], wrong["n_left_out"]) == (1, 0)
    goed("import", "items", write(Path("qgo"), [[lemma, f"{lemma}zz", features]]))
    assert sql(study, "SELECT flags FROM label_table WHERE predicted = ?", f"{lemma}zz") == [("variant",)]
    assert goed("stats", "errors", "--model", "theirs", "--format", "json").rows == []
    correct = goed("stats", "trajectory", "--model", "theirs", "--format", "json").rows[0]
    assert (correct["mean"], correct["n"], correct["n_left_out"]) == (1.0, 79, 1)
    assert goed("stats", "accuracy", "--model", "theirs", "--format", "json").rows[0]["mean"] == 79 / 80


def accepted_by_hand(study: Path, part: str = "test") -> int:
    """How many wrong outputs are accepted forms of their words, and flagged so."""
    (number,) = sql(
        study,
        "SELECT count(*) FROM output JOIN variant USING (item_id, answer) JOIN label ON output_id = output.id "
        "JOIN label_kind ON label_kind.id = kind_id WHERE flags = 'variant'",
    )[0]
    return int(number)


def test_an_import_of_accepted_forms_that_was_killed_leaves_no_wrong_label(
    goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after its items are in, before the outputs are labelled that they are about."""
    answers = [[lemma, f"{lemma}zz", tags] for lemma, _, tags in right_answers()]
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")

    def killed(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr("goed.sources.items.label_missing", killed)
        goed("import", "items", write(Path("qgo"), answers), code=130)
    assert "80 outputs of qgo have no label" in goed("check").out
    assert goed("stats", "errors", "--model", "theirs", "--format", "json").rows == []
    assert accepted_by_hand(study) == 0  # statistics label for themselves, and leave the study as it is
    goed("import", "items", write(Path("qgo"), answers))
    assert accepted_by_hand(study) == 80
    assert goed("check").out == ""


def test_accepted_forms_that_come_in_during_a_run_are_seen(goed: Goed, study: Path, gate: Gate) -> None:
    write(Path("models.toml"), gate.model("own", ending="zz"))
    process = start_goed("run", "--config", "models.toml", "--model", "own", "--jobs", 1, "--size", 100, 200)
    gate.let_through(1)
    wait_for(lambda: sql(study, "SELECT count(*) FROM run WHERE state = 'done'") == [(1,)])
    accepted = [[lemma, f"{lemma}zz", tags] for lemma, _, tags in goedish(0, 430)]
    goed("import", "items", write(Path("qgo"), accepted))
    gate.open()
    process.communicate()
    assert process.returncode == 0
    (n_outputs,) = sql(study, "SELECT count(*) FROM output")[0]
    assert accepted_by_hand(study) == n_outputs > 200
    assert goed("check").out == ""


# Labels that are made ahead, by a process of their own


def test_many_outputs_get_the_labels_that_few_would(goed: Goed, study: Path) -> None:
    """Fifteen thousand distinct outputs in 200 files, imported at once."""
    for model in range(200):
        answers = [
            [lemma, f"{form[: place % 4]}{model}{form}", tags]
            for place, (lemma, form, tags) in enumerate(goedish(350, 430))
        ]
        write(Path(f"all/m{model}/qgo_100.test"), answers)
    goed("import", "predictions", "all", "--pattern", "{model}/{language}_{size}")
    assert sql(study, "SELECT count(*) FROM output") == [(16_000,)]
    rows = sql(
        study,
        "SELECT lemma, gold, predicted, gold_class, pred_class, error, flags, rule, evidence, confidence, "
        "considered FROM label_table",
    )
    assert len(rows) == 16_000
    for lemma, gold, predicted, *stored in rows:
        given_label = label(lemma, gold, predicted)
        assert stored == [*given_label[:3], ",".join(given_label.flags), *given_label[4:]]
    assert "sound" in goed("check").err


KNOWN = {number: Known("inflection", "xyz", "sing", "V;PST", "sang") for number in range(10)}
PORTIONS = [([number % 10] * 4000, [f"{number}ed{place}" for place in range(4000)]) for number in range(5)]


def labels_ahead(labeller: LabelsAhead) -> list[Label]:
    labels: list[Label] = []
    for _ in PORTIONS:
        labels += labeller.next()
    return labels


def expected_labels() -> list[Label]:
    return [label("sing", "sang", form) for _, forms in PORTIONS for form in forms]


@pytest.mark.parametrize("moment", [0, 2, 5])
def test_a_helper_that_dies_loses_no_label(moment: int) -> None:
    labeller = LabelsAhead()
    labeller.add_items(KNOWN)
    for number, portion in enumerate(PORTIONS):
        if number == moment and labeller._helper:
            labeller._helper._process.kill()
        labeller.begin(*portion, others_follow=True)
    assert labeller._helper
    if moment == 5:
        assert labeller.next() == expected_labels()[:4000]
        labeller._helper._process.kill()
        rest = [labeller.next() for _ in range(4)]
        assert [each for portion in rest for each in portion] == expected_labels()[4000:]
    else:
        assert labels_ahead(labeller) == expected_labels()
    assert labeller._helper is None


def test_a_helper_ends_with_a_goed_that_was_killed(goed: Goed, study: Path, tmp_path: Path) -> None:
    code = (
        "import os\n"
        "from test_labels import KNOWN, PORTIONS\n"
        "from goed.labels.labeller import LabelsAhead\n"
        "from goed.processes import process_started_at\n"
        "if __name__ == '__main__':\n"
        "    labeller = LabelsAhead()\n"
        "    labeller.add_items(KNOWN)\n"
        "    labeller.begin(*PORTIONS[0], others_follow=True)\n"
        "    pid = labeller._helper._process.pid\n"
        "    print(pid, process_started_at(pid), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    script = write(tmp_path / "killed.py", code)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment, check=False)
    helper, born = done.stdout.split()
    wait_for(lambda: process_started_at(int(helper)) != born)


def test_where_no_process_can_be_started_this_one_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr("goed.labels.labeller.Helper", fail)
    labeller = LabelsAhead()
    labeller.add_items(KNOWN)
    for portion in PORTIONS:
        labeller.begin(*portion, others_follow=True)
    assert labels_ahead(labeller) == expected_labels()


def test_a_helper_ends_when_its_work_is_done() -> None:
    labeller = LabelsAhead()
    labeller.add_items(KNOWN)
    for portion in PORTIONS:
        labeller.begin(*portion, others_follow=True)
    assert labeller._helper
    process = labeller._helper._process
    assert labels_ahead(labeller) == expected_labels()
    assert not process.is_alive()
    labeller.begin(*PORTIONS[0], others_follow=False)
    assert labeller._helper is None
    assert labeller.next() == expected_labels()[:4000]
