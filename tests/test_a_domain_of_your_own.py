"""Another package adds a domain: sums of two numbers go all the way through, and no file of goed knows of them."""

from __future__ import annotations

import csv
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import GOED, GOEDISH, Goed, Made, sql, write
from goed.annotation.queue_filter import DISPUTES, Filter
from goed.domains.registry import forget_domains
from goed.study.study import Study
from sitting import Sitting, sit_down

SUMS = [[f"{a}+{b}", str(a + b), "ADD"] for a in range(10) for b in range(10)]
Called = Callable[..., str]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with the one that brings the domain; this process has it, too."""
    folder = install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))  # for the processes that do the runs
    monkeypatch.setenv("GOED_ANNOTATOR", "sp")
    read_anew()
    yield folder
    monkeypatch.undo()
    read_anew()


def install(folder: Path) -> Path:
    """Put the package that brings the domain into a folder of packages."""
    write(folder / "sums.py", (Path(__file__).parent / "sums.py").read_text(encoding="utf-8"))
    about = folder / "sums-1.0.dist-info"
    write(about / "METADATA", "Metadata-Version: 2.1\nName: sums\nVersion: 1.0\n")
    write(about / "entry_points.txt", "[goed.domains]\nsums = sums:DOMAIN\n")
    return folder


def read_anew() -> None:
    """Packages are read when they are next needed, as in a process that begins."""
    for name in ("sums", "tens", "twins"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    forget_domains()


@pytest.fixture
def call(goed: Goed, site: Path) -> Called:
    """Call goed as a user does who has that package, as it is now."""

    def called(*arguments: object, code: int = 0, both: bool = False) -> str:
        read_anew()
        done = goed(*arguments, code=code)
        return done.out + done.err if both else done.err if code else done.out

    return called


@pytest.fixture
def sums(made_once: Made, site: Path) -> Path:
    """A study of sums, with a learner that has learned twenty and forty of them, on two splits."""
    shutil.copytree(made_once("sums", make_sums), Path(), dirs_exist_ok=True)
    return Path("study.goed")


def make_sums(folder: Path) -> None:
    """Make that study as its user does, by processes that find the package where packages are."""
    environment = {**os.environ, "PYTHONPATH": str(install(folder / "packages")), "PYTHONUTF8": "1"}
    write(folder / "sums.tsv", SUMS)
    for words in (
        ["import", "items", "sums.tsv", "--language", "dec", "--domain", "sums"],
        ["split", "--sampling", "uniform", "--seeds", "2", "--sizes", "20", "40", "--dev", "0"],
        ["run", "--model", "forgetful", "--jobs", "1"],
    ):
        subprocess.run([GOED, *words], cwd=folder, env=environment, check=True, capture_output=True)


def rows(call: Called, *arguments: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(call(*arguments, "--format", "json"))
    return found


def test_what_belongs_together_is_not_parted(call: Called, sums: Path) -> None:
    parts = sql(
        sums,
        "SELECT word, part FROM split_item JOIN item ON item.id = item_id WHERE split_id = 1 "
        "UNION ALL SELECT word, 'train' FROM training_item JOIN item ON item.id = item_id WHERE list_id = 1",
    )
    groups: dict[str, set[str]] = {}
    for word, part in parts:
        groups.setdefault("+".join(sorted(word.split("+"))), set()).add(part)
    assert len(groups) > 30
    assert all(len(found) == 1 for found in groups.values())


def test_answers_are_labelled_by_the_domains_own_scheme(call: Called, sums: Path) -> None:
    assert set(sql(sums, "SELECT DISTINCT classifier, domain FROM resolved_label")) == {("sums 1", "sums")}
    errors = rows(call, "stats", "errors")
    assert {row["error"] for row in errors} == {"no-carry"}
    asked, wrong = sql(sums, "SELECT sum(n_items), sum(n_items - n_correct) FROM run_part WHERE part = 'test'")[0]
    assert sum(row["n"] for row in errors if row["part"] == "test") == wrong < asked
    (rate, *_) = rows(call, "stats", "rates", "--part", "test")
    assert rate["rate"] == "no-carry"


def test_breakdowns_circumstances_and_measures_are_there(call: Called, sums: Path) -> None:
    by_mirrored = rows(call, "stats", "accuracy", "--part", "test", "--by", "mirrored")
    assert {row["mirrored"] for row in by_mirrored} == {"unseen"}, "mirror images are never parted"
    per_split = [number for (number,) in sql(sums, "SELECT count(*) FROM split_item GROUP BY split_id")]
    by_circumstance = rows(call, "stats", "accuracy", "--part", "test", "--by", "parroted")
    assert {row["parroted"] for row in by_circumstance} == {"parroted", "none"}
    assert sum(row["n_items"] * row["n_seeds"] for row in by_circumstance) == pytest.approx(2 * sum(per_split))
    assert {row["sum"] for row in rows(call, "stats", "accuracy", "--by", "sum")} <= {each[0] for each in SUMS}
    measured = rows(call, "stats", "measures", "--part", "test")
    assert {(row["measure"], row["n_seeds"], row["n"]) for row in measured} == {("distance", 2, sum(per_split) / 2)}
    stored = sql(
        sums,
        "SELECT avg(distance) FROM (SELECT avg(abs(predicted - gold)) AS distance FROM prediction_table "
        "WHERE size = 20 AND part = 'test' GROUP BY seed)",
    )
    (distance,) = (row["mean"] for row in measured if row["size"] == 20)
    assert distance == pytest.approx(stored[0][0])
    assert "%" not in call("stats", "measures"), "a measure has its own unit"
    assert "--by knows" in call("stats", "accuracy", "--by", "gendre", code=2)


def test_verdicts_stand_apart_from_the_kind_of_error(call: Called, sums: Path) -> None:
    """Gold wrong leaves numerator and denominator; both possible makes a lenient rate beside the strict one."""
    (before,) = (row for row in rows(call, "stats", "errors", "--size", 20, "--part", "test"))
    assert "lenient" not in before
    first, second, third = (row["id"] for row in rows(call, "cases", "--size", 20, "--part", "test")[:3])
    call("label", first, "--accept", "--verdict", "both-possible")
    (after,) = rows(call, "stats", "errors", "--size", 20, "--part", "test")
    assert after["mean"] == before["mean"]
    of_runs = sql(
        sums,
        "SELECT (n_items - n_correct - (SELECT count(*) FROM prediction WHERE run_part_id = run_part.id AND "
        "output_id = ?)) * 1.0 / n_items FROM run_part JOIN run ON run.id = run_id WHERE size = 20 AND part = 'test'",
        first,
    )
    assert after["lenient"] == pytest.approx(sum(rate for (rate,) in of_runs) / len(of_runs)) != after["mean"]
    assert "lenient" not in rows(call, "stats", "errors", "--size", 20, "--part", "core")[0]
    call("label", second, "--accept", "--verdict", "gold-wrong")
    (left,) = rows(call, "stats", "errors", "--size", 20, "--part", "test")
    assert left["n_left_out"] > 0
    assert left["n"] == after["n"] - left["n_left_out"]
    assert "verdict of sums" in call("label", third, "--accept", "--verdict", "perhaps", code=1)
    by_verdict = {row["verdict"] for row in rows(call, "stats", "errors", "--by", "verdict")}
    assert by_verdict == {"", "both-possible"}
    assert set(sql(sums, "SELECT verdict FROM resolved_label WHERE verdict IS NOT NULL")) == {
        ("both-possible",), ("gold-wrong",)
    }  # fmt: skip
    call("undo")
    assert sql(sums, "SELECT verdict FROM resolved_label WHERE verdict = 'gold-wrong'") == []


def test_a_verdict_means_what_its_own_domain_says(call: Called, sums: Path, site: Path) -> None:
    """A domain that is read later knows the same name, and means something else; where none knows it that is said."""
    entry_points = site / "sums-1.0.dist-info" / "entry_points.txt"
    other = "from dataclasses import replace\nfrom goed.domains.domain import Verdict\nfrom sums import DOMAIN\n"
    other += "DOMAIN = replace(DOMAIN, name='tens', learners=tuple, verdicts=(Verdict('gold-wrong', 'no'),))\n"
    write(site / "tens.py", other)
    write(entry_points, "[goed.domains]\nsums = sums:DOMAIN\ntens = tens:DOMAIN\n")
    first = rows(call, "cases", "--size", 20, "--part", "test")[0]["id"]
    call("label", first, "--accept", "--verdict", "gold-wrong")
    asked = ("stats", "errors", "--size", 20, "--part", "test")
    left_out = [row["n_left_out"] for row in rows(call, *asked)]
    assert left_out[0] > 0
    assert [row["n_left_out"] for row in rows(call, "stats", "paper", *asked[2:])] == left_out
    write(entry_points, "[goed.domains]\ntens = tens:DOMAIN\n")
    said = call("export", "-o", "all.csv", both=True)
    assert said.count("the domain sums knows no verdict gold-wrong: what has it counts as wrong") == 1


def test_verdicts_count_in_audited_rates_as_elsewhere(call: Called, sums: Path) -> None:
    """All wrong answers are judged, so that rates are known: one is gold's fault, and one is defensible."""
    where = ("--part", "test")
    call("audit", *where)
    gold_wrong, possible, *others = (row["id"] for row in rows(call, "cases", "--audit", 1))
    call("label", gold_wrong, "--class", "dropped", "--verdict", "gold-wrong", "--audit", 1)
    call("label", possible, "--class", "dropped", "--verdict", "both-possible", "--audit", 1)
    call("label", *others, "--class", "dropped", "--audit", 1)
    n_left, n_possible = (
        sql(sums, "SELECT count(*) FROM prediction JOIN run_part ON run_part.id = run_part_id "
                  "WHERE part = 'test' AND output_id = ?", output_id)[0][0]
        for output_id in (gold_wrong, possible)
    )  # fmt: skip
    told = rows(call, "stats", "errors", "--audited", *where)
    classifier, hand, combined = (row for row in told if row["error"] != "correct")
    n_wrong, asked = classifier["n_wrong"], classifier["n_items"] - n_left
    for row in (hand, combined):
        assert (row["n_left_out"], row["n_disagree"]) == (n_left, 1)
        assert row["rate"] == pytest.approx((n_wrong - n_left) / asked)
        assert row["lenient"] == pytest.approx((n_wrong - n_left - n_possible) / asked)
    assert classifier["lenient"] == classifier["rate"] == n_wrong / classifier["n_items"]
    of_errors = rows(call, "stats", "errors", *where)
    on_the_way = [row for row in rows(call, "stats", "trajectory", *where) if row["error"] == "no-carry"]
    assert [(row["size"], row["lenient"]) for row in on_the_way] == [(row["size"], row["lenient"]) for row in of_errors]
    assert all(row["lenient"] < row["mean"] for row in on_the_way)


def test_verdicts_leave_and_come_back_to_the_outputs_of_their_domain(call: Called, sums: Path) -> None:
    """Another domain of the study that they come to has the same words, and the same answers."""
    fresh, theirs = Path(shutil.copy(sums, "fresh.goed")), Path("theirs")
    first, second = (row["id"] for row in rows(call, "cases")[:2])
    call("label", first, "--accept", "--verdict", "gold-wrong")
    call("label", second, "--accept")
    assert [row["mine_verdict"] for row in rows(call, "cases", "--state", "checked")] == ["gold-wrong", None]
    call("export", "-o", "labels.csv")
    call("import", "items", "sums.tsv", "--language", "dec", "--study", fresh)
    drawn = ("--sampling", "uniform", "--seeds", 1, "--sizes", 2, "--dev", 0)
    call("split", "--domain", "inflection", *drawn, "--study", fresh)
    asked = sql(fresh, "SELECT word FROM item WHERE domain = 'inflection'")
    write(theirs / "dec_2.test", [[word, str(sum(map(int, word.split("+"))) % 10), "ADD"] for (word,) in asked])
    its_split = ("--domain", "inflection", "--sampling", "uniform")
    call("import", "predictions", theirs, "--model", "other", *its_split, "--study", fresh)
    call("import", "labels", "labels.csv", "--study", fresh)
    said = "SELECT domain, lemma, verdict FROM resolved_label WHERE source = 'sp' ORDER BY verdict IS NULL"
    assert sql(fresh, said) == sql(sums, said)
    with Path("labels.csv").open(encoding="utf-8", newline="") as file:
        table = [row[:-1] for row in csv.reader(file)]
    write(Path("no domain.tsv"), table)
    assert "say which in a column domain" in call("import", "labels", "no domain.tsv", "--study", fresh, code=1)
    call("label", first, "--verdict", "")
    call("import", "labels", "no domain.tsv")
    assert sql(sums, said)[0][2] == "gold-wrong"


def test_the_label_screen_tells_a_case_in_the_domains_words(sums: Path) -> None:
    async def look(sitting: Sitting) -> None:
        assert any(line.split()[1:3] == ["sum", "predicted"] for line in sitting.text.splitlines())
        assert "the sum" in sitting.text
        assert "it is" in sitting.text
        assert "no-carry" in sitting.text
        assert "both are possible" in sitting.text
        await sitting.press("y")
        assert "verdict" in sitting.text
        await sitting.press("enter")

    sit_down(sums, look)
    assert sql(sums, "SELECT DISTINCT verdict FROM annotation") == [("both-possible",)]


def test_a_decision_keeps_the_verdict_that_all_agree_on_or_gives_another(call: Called, sums: Path) -> None:
    first, second = (row["id"] for row in rows(call, "cases")[:2])
    call("label", first, "--class", "dropped", "--verdict", "gold-wrong", "--annotator", "ada")
    call("label", first, "--class", "joined", "--verdict", "gold-wrong", "--annotator", "ben")
    call("label", second, "--class", "dropped", "--verdict", "gold-wrong", "--annotator", "ada")
    call("label", second, "--class", "dropped", "--annotator", "ben")
    assert "gold-wrong" in rows(call, "cases", "--disputes")[0]["others"]
    assert {row["id"] for row in rows(call, "cases", "--disputes")} == {first, second}, "one in the verdict alone"
    decided = "SELECT pred_class, verdict FROM resolved_label WHERE source = 'adjudicated' ORDER BY pred_class"
    call("label", first, "--settle", "joined")
    assert sql(sums, decided) == [("joined", "gold-wrong")]
    call("label", first, "--settle-for", "ada", "--verdict", "both-possible")
    assert sql(sums, decided) == [("dropped", "both-possible")]
    call("label", first, "--settle", "joined", "--verdict", "")
    assert sql(sums, decided) == [("joined", None)]
    call("label", second, "--settle-for", "ben")
    assert sql(sums, decided) == [("dropped", None), ("joined", None)]
    assert rows(call, "cases", "--disputes") == []


def test_verdict_keys_wait_for_the_decision(call: Called, sums: Path) -> None:
    first, *_ = (row["id"] for row in rows(call, "cases"))
    for name, shown in (("ada", "dropped"), ("ben", "joined")):
        call("label", first, "--class", shown, "--verdict", "gold-wrong", "--annotator", name)
    decided = "SELECT pred_class, verdict FROM resolved_label WHERE source = 'adjudicated'"

    async def decide(sitting: Sitting) -> None:
        assert "gold-wrong" in sitting.text
        await sitting.press("y")
        assert sql(sums, decided) == []
        await sitting.press("a")
        assert sql(sums, decided) == [("dropped", "both-possible")]
        await sitting.press("u", "y", "3")  # no longer held: what both said stands
        assert sql(sums, decided) == [("dropped", "gold-wrong")]

    sit_down(sums, decide, chosen=Filter(queue=DISPUTES, forms="all"))


def test_two_domains_in_one_study_are_never_mixed(call: Called, sums: Path, goed: Goed) -> None:
    write(Path("qgo"), [[f"{word}a", f"{word}or", "N;PL"] for word in ("bal", "kel", "tan", "sop", "mir", "lon") * 40])
    call("import", "items", "qgo")
    call("split", "--domain", "inflection", "--sampling", "uniform", "--seeds", 1, "--sizes", 2, "--dev", 0)
    call("run", "--model", "nonneur", "--jobs", 1)
    assert "say with --domain" in call("stats", "errors", code=2)
    assert {row["domain"] for row in rows(call, "stats", "accuracy")} == {"inflection", "sums"}
    assert {row["model"] for row in rows(call, "stats", "seeds", "--domain", "sums")} == {"forgetful"}
    assert sql(sums, "SELECT count(*) FROM run JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
                     "WHERE model.domain != split.domain") == [(0,)]  # fmt: skip
    assert call("check") == ""


def changed(site: Path, code: str) -> None:
    """The package of the domain is another version of itself."""
    with (site / "sums.py").open("a", encoding="utf-8") as file:
        file.write("\nfrom dataclasses import replace\n" + code)


def test_a_learner_of_another_domain_is_refused(call: Called, sums: Path) -> None:
    assert "nonneur learns inflection, and what is asked for has sums" in call("run", "--model", "nonneur", code=1)
    assert sql(sums, "SELECT name FROM model") == [("forgetful",)]


def test_predictions_are_stored_though_a_domain_fails_to_measure_them(call: Called, site: Path) -> None:
    changed(site, "DOMAIN = replace(DOMAIN, measures=lambda *told: 1 / 0)\n")
    call("import", "items", write(Path("sums.tsv"), SUMS), "--language", "dec", "--domain", "sums")
    call("split", "--sampling", "uniform", "--seeds", 1, "--sizes", 20, "--dev", 0)
    done = call("run", "--model", "forgetful", "--jobs", 1, both=True)
    assert "the measures of sums are missing for dec uniform 0, size 20, test: ZeroDivisionError" in done
    assert sql(Path("study.goed"), "SELECT state FROM run") == [("done",)]
    assert sql(Path("study.goed"), "SELECT count(*) FROM run_measure") == [(0,)]


def test_what_a_learner_is_asked_may_be_a_mere_text(call: Called, site: Path) -> None:
    changed(
        site,
        "def by_ones(task):\n"
        "    return Answers({'forgetful': [Prediction(without_carry(asked)) for asked in task.questions]})\n"
        "LEARNER = Model('forgetful', 'forgets tens', 'sums:by_ones', uses_seed=False)\n"
        "DOMAIN = replace(DOMAIN, question=lambda item: item.word, learners=lambda: [LEARNER])\n",
    )
    call("import", "items", write(Path("sums.tsv"), SUMS), "--language", "dec", "--domain", "sums")
    call("split", "--sampling", "uniform", "--seeds", 1, "--sizes", 20, "--dev", 0)
    call("run", "--model", "forgetful", "--jobs", 1)
    assert set(sql(Path("study.goed"), "SELECT DISTINCT error FROM resolved_label")) == {("correct",), ("no-carry",)}


@pytest.mark.parametrize("broken", ["schemes", "learners"])
def test_a_broken_domain_is_listed_and_stops_nothing(call: Called, site: Path, study: Path, broken: str) -> None:
    changed(site, f"DOMAIN = replace(DOMAIN, {broken}=lambda: 1 / 0)\n")
    problem = "the domain sums (sums:DOMAIN) cannot be used: ZeroDivisionError: division by zero"
    assert problem in call("models", both=True)
    assert problem in call("check")
    call("run", "--size", 100, "--jobs", 1)
    call("stats", "errors")


@pytest.fixture
def twins(call: Called, site: Path) -> Path:
    """A study of two domains that have the same language, samplings and sums, but other answers."""
    write(
        site / "twins.py",
        "from dataclasses import replace\nfrom sums import DOMAIN\n"
        "FIRST = replace(DOMAIN, name='first')\n"
        "SECOND = replace(DOMAIN, name='second', learners=lambda: [])\n",
    )
    entries = "[goed.domains]\nfirst = twins:FIRST\nsecond = twins:SECOND\n"
    write(site / "sums-1.0.dist-info" / "entry_points.txt", entries)
    others = [[word, "1" + answer, tag] for word, answer, tag in SUMS]
    for domain, items in (("first", SUMS), ("second", others)):
        call("import", "items", write(Path(f"{domain}.tsv"), items), "--language", "dec", "--domain", domain)
        call("split", "--sampling", "uniform", "--sizes", 20, "--dev", 0, "--seeds", 1, "--domain", domain)
    for domain in ("first", "second"):
        items = sql(
            Path("study.goed"),
            "SELECT word, CASE WHEN item.id % 2 THEN gold ELSE '0' END, features FROM split JOIN split_item "
            "ON split_id = split.id JOIN item ON item.id = item_id JOIN feature_set ON feature_set.id = feature_set_id "
            "WHERE split.domain = ?",
            domain,
        )
        write(Path(f"{domain}/dec_20.test"), [list(row) for row in items])
    return Path("study.goed")


def test_predictions_go_to_the_domain_that_is_meant(call: Called, twins: Path) -> None:
    imported = ("import", "predictions", "second/dec_20.test", "--model", "me", "--sampling", "uniform")
    assert "a split of first and second: say with --domain" in call(*imported, code=2)
    assert sql(twins, "SELECT count(*) FROM run") == [(0,)]
    assert "there are: first, second" in call(*imported, "--domain", "thrid", code=1)
    call(*imported, "--domain", "second")
    assert sql(twins, "SELECT DISTINCT domain FROM run JOIN split ON split.id = split_id") == [("second",)]


def test_queues_audits_and_overviews_tell_domains_apart(call: Called, twins: Path) -> None:
    for domain in ("first", "second"):
        imported = ("import", "predictions", f"{domain}/dec_20.test", "--sampling", "uniform", "--domain", domain)
        call(*imported, "--model", f"of-{domain}")
    numbers = {
        domain: {row["id"] for row in rows(call, "cases", "--domain", domain, "--forms", "all")}
        for domain in ("first", "second")
    }
    assert numbers["first"]
    assert numbers["second"]
    assert numbers["first"].isdisjoint(numbers["second"])
    every = rows(call, "cases", "--forms", "all")
    assert {row["id"]: row["domain"] for row in every} == {
        number: domain for domain, of_domain in numbers.items() for number in of_domain
    }
    assert "there are: first, second" in call("cases", "--domain", "third", code=1)
    assert "say with --domain" in call("audit", "--size", 5, code=2)
    (audit,) = rows(call, "audit", "--size", 5, "--domain", "second")
    assert "second" in str(audit["scope"])
    assert {row["id"] for row in rows(call, "cases", "--audit", audit["id"])} <= numbers["second"]
    told = rows(call, "status")
    assert {row["domain"]: row["number"] for row in told if row["what"] == "items"} == {"first": 100, "second": 100}
    assert {(row["name"], row["domain"]) for row in told if row["what"] == "runs done"} == {
        ("of-first", "first"), ("of-second", "second")
    }  # fmt: skip
    assert {(row["model"], row["domain"]) for row in rows(call, "status", "--runs", "all")} == {
        ("of-first", "first"), ("of-second", "second")
    }  # fmt: skip

    async def look(sitting: Sitting) -> None:
        assert "second" in sitting.text
        await sitting.press("slash")
        assert any("domain   " in line and "second" in line for line in sitting.text.splitlines()), sitting.text

    sit_down(twins, look, chosen=Filter(domain="second", forms="all"))
    sit_down(twins, look)  # the queue of the last time
    call("label", *sorted(numbers["first"])[:3], "--accept")
    assert "say with --domain" in call("stats", "agreement", code=2)
    assert {row["n"] for row in rows(call, "stats", "agreement", "--domain", "first")} == {3}
    assert rows(call, "stats", "agreement", "--domain", "second") == []


def test_a_study_of_a_domain_that_is_not_here_says_so(call: Called, sums: Path, site: Path) -> None:
    shutil.rmtree(site)
    checked = call("check", both=True)
    assert "outputs of the domain sums were not looked at" in checked
    assert "study.goed: sound" in checked
    labels = sql(sums, "SELECT * FROM label")
    assert "outputs of the domain sums were not looked at" in call("check", "--repair", both=True)
    assert sql(sums, "SELECT * FROM label") == labels
    call("status")
    assert (
        "there is no domain sums here, only inflection, dependencies; the package that brings it is not installed"
        in call("stats", "errors", code=1)
    )


def test_two_domains_may_have_a_model_of_one_name(call: Called, sums: Path, site: Path) -> None:
    with (site / "sums.py").open("a", encoding="utf-8") as file:
        file.write(
            "\ndef forget(task):\n"
            "    return Answers({'nonneur': [Prediction(without_carry(asked.lemma)) for asked in task.questions]})\n"
            "from dataclasses import replace\n"
            "LEARNER = Model('nonneur', 'forgets all tens', 'sums:forget', uses_seed=False)\n"
            "DOMAIN = replace(DOMAIN, learners=lambda: [LEARNER])\n"
        )
    listed = {(row["model"], row["domain"]) for row in rows(call, "models")}
    assert {("nonneur", "inflection"), ("nonneur", "sums")} <= listed
    call("import", "items", write(Path("qgo.tsv"), GOEDISH[:60]), "--language", "qgo")
    call("split", "--domain", "inflection", "--seeds", 1, "--sizes", 20, "--dev", 0, "--sampling", "uniform")
    done = (
        "SELECT model.domain, count(*) FROM run JOIN model ON model.id = model_id JOIN split ON split.id = split_id "
        "AND split.domain = model.domain WHERE state = 'done' AND name = 'nonneur' GROUP BY 1"
    )
    assert "domain of this study" in call("run", "--model", "nonneur", "--domain", "summs", code=1)
    call("run", "--model", "nonneur", "--domain", "sums", "--jobs", 1)
    assert sql(sums, done) == [("sums", 4)]
    said = call("run", "--model", "nonneur", "--jobs", 1, both=True)
    assert "nonneur is a model of inflection and of sums: each is run; --domain takes one of them" in said
    assert sql(sums, done) == [("inflection", 1), ("sums", 4)]
    assert {(row["language"], row["domain"]) for row in rows(call, "status", "--runs", "done")} == {
        ("dec", "sums"), ("qgo", "inflection")
    }  # fmt: skip
    answers = "SELECT count(*) FROM prediction_table WHERE model = 'nonneur' AND language = 'dec' AND predicted > 9"
    assert sql(sums, answers) == [(0,)], "sums are answered by their own model"


def test_answers_may_be_packed_and_runs_stored_at_steps(call: Called, sums: Path) -> None:
    """No learner does either yet: an eleventh run has ten packed answers, and a step of the second stands beside it."""
    errors, accuracy = rows(call, "stats", "errors"), rows(call, "stats", "accuracy", "--size", 40)
    with Study.open(sums) as study, study.transaction() as db:
        columns = "model_id, split_id, size, training_seed, state"
        db.execute(f"INSERT INTO run (id, {columns}) VALUES (11, 1, 1, 20, 7, 'done')")
        db.execute(f"INSERT INTO run (id, {columns}, step) SELECT 12, {columns}, 3 FROM run WHERE id = 2")
        insert = "INSERT INTO run_part (id, run_id, part, n_items, n_predicted, n_correct)"
        db.execute(f"{insert} VALUES (21, 11, 'test', 10, 10, 5)")
        db.execute(f"{insert} SELECT 22, 12, part, n_items, 0, 0 FROM run_part WHERE run_id = 2 AND part = 'test'")
        db.execute("INSERT INTO part_pack VALUES (22, x'')")
        db.execute("INSERT INTO token_answers VALUES (21, 'class', 1, zeroblob(10))")
        db.execute("INSERT INTO run_measure VALUES (21, 'distance', 1.5, 10, '')")
    assert call("check") == ""
    assert rows(call, "stats", "errors") == errors
    assert rows(call, "stats", "accuracy", "--size", 40) == accuracy
    of_size = {row["size"]: row["n_seeds"] for row in rows(call, "stats", "measures", "--part", "test")}
    assert of_size == {20: 3, 40: 2}
    call("check", "--repair")
    assert sql(sums, "SELECT length(answers) FROM token_answers") == [(10,)]
    with Study.open(sums) as study, study.transaction() as db:
        db.execute("UPDATE token_answers SET answers = zeroblob(9)")
    assert "not sound" in call("check", code=1)
