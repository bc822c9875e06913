"""The log of acts: whatever people say, take back and say again, the study knows what holds; how audits are drawn."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from conftest import Goed, right_answers, sql, write
from goed.annotation.annotator import ActWriter
from goed.annotation.audit import Unit, draw
from goed.annotation.desk import Desk
from goed.annotation.queue_filter import Filter
from goed.commands.group import run_safely
from goed.study.acts import last_undone
from goed.study.judgements import Judgement, judgements
from goed.study.samples import outputs_of_sample
from goed.study.study import Study

PEOPLE = ("sp", "jk")
N_WRONG = 20


@pytest.fixture
def theirs(goed: Goed, study: Path) -> Path:
    """A study with twenty wrong outputs and sixty right ones."""
    answers = right_answers()
    for answer in answers[:N_WRONG]:
        answer[1] += "zz"
    write(Path("theirs/qgo_100.test"), answers)
    goed("import", "predictions", "theirs", "--model", "theirs")
    return study


def wrong(study: Path) -> list[int]:
    return [number for (number,) in sql(study, "SELECT id FROM output WHERE NOT is_correct ORDER BY id")]


# What holds


@dataclass
class Remembered:
    """What somebody's acts should come to, kept in memory."""

    standing: list[dict[int, Judgement]] = field(default_factory=list)
    undone: list[dict[int, Judgement]] = field(default_factory=list)

    def act(self, said: dict[int, Judgement]) -> None:
        self.standing.append(said)
        self.undone.clear()

    def undo(self) -> None:
        if self.standing:
            self.undone.append(self.standing.pop())

    def redo(self) -> None:
        if self.undone:
            self.standing.append(self.undone.pop())

    def says(self) -> dict[int, Judgement]:
        now: dict[int, Judgement] = {}
        for act in self.standing:
            for output_id, said in act.items():
                before = now.get(output_id, Judgement(None, None, None, ()))
                label = said if said.is_label else before
                note = before.note if said.note is None else said.note
                is_marked = before.is_marked if said.is_marked is None else said.is_marked
                now[output_id] = label._replace(note=note, is_marked=is_marked)
        return now


OUTPUTS = st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True)
STEPS = st.tuples(
    st.sampled_from(PEOPLE),
    st.one_of(
        st.tuples(st.just("label"), OUTPUTS, st.sampled_from(["suffix", "prefix"]), st.sampled_from([(), ("copy",)])),
        st.tuples(st.just("note"), st.integers(0, 3), st.sampled_from(["hm", "", "look\nagain"])),
        st.tuples(st.just("mark"), st.integers(0, 3), st.booleans()),
        st.tuples(st.just("undo")),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
    ),
)


@pytest.fixture(scope="module")
def little_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with four wrong outputs, made once."""
    folder, before = tmp_path_factory.mktemp("little"), Path.cwd()
    os.chdir(folder)
    rows = [["ab", "abi", "N;PL"], ["cd", "cdi", "N;PL"], ["ef", "efi", "N;PL"], ["gh", "ghi", "N;PL"]]
    write(Path("split/qgo_1.train"), [["xy", "xyi", "N;PL"]])
    write(Path("split/qgo.dev"), [["vw", "vwi", "N;PL"]])
    write(Path("split/qgo.gold"), rows)
    write(Path("said/qgo_1.test"), [[lemma, f"{form}x", features] for lemma, form, features in rows])
    for command in ("init --empty", "import items split --as split", "import predictions said --model m"):
        assert run_safely(command.split()) == 0
    os.chdir(before)
    return folder / "study.goed"


@given(steps=st.lists(STEPS, max_size=25))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_said_undone_and_redone_the_state_is_that_of_a_plain_model(
    little_study: Path, tmp_path: Path, steps: Sequence[tuple[str, tuple[object, ...]]]
) -> None:
    path = tmp_path / "copy.goed"
    shutil.copy(little_study, path)
    ids = wrong(path)
    model = {name: Remembered() for name in PEOPLE}
    with Study.open(path) as one, Study.open(path) as other:
        writers = {name: ActWriter(study, name) for name, study in zip(PEOPLE, (one, other), strict=True)}
        for name, step in steps:
            _do(step, ids, writers[name], model[name])
            assert writers[name].own_judgements == model[name].says()
        for study in (one, other):
            said = judgements(study)
            assert {name: said.get(name, {}) for name in PEOPLE} == {name: model[name].says() for name in PEOPLE}
        for name in PEOPLE:
            assert (writers[name].last() is None) == (not model[name].standing)
            assert (last_undone(one, name) is None) == (not model[name].undone)
            assert ActWriter(one, name).own_judgements == model[name].says()  # as after a restart
    path.unlink()


def _do(step: tuple[object, ...], ids: Sequence[int], writer: ActWriter, model: Remembered) -> None:
    match step:
        case ("label", list(places), str(name), tuple(flags)):
            label = Judgement("suffix", name, f"suffix→{name}", flags)
            before = model.says()
            new = {
                ids[place]: label
                for place in places
                if ids[place] not in before or before[ids[place]][:4] != label[:4]  # else it says nothing new
            }
            if new:
                model.act(new)
            assert writer.say([(ids[place], label) for place in places]) == len(new)
        case ("note", int(place), str(text)):
            model.act({ids[place]: Judgement(None, None, None, (), text)})
            writer.note(ids[place], text)
        case ("mark", int(place), bool(is_marked)):
            model.act({ids[place]: Judgement(None, None, None, (), None, is_marked)})
            writer.mark(ids[place], is_marked)
        case ("undo",):
            assert (writer.undo() is not None) == bool(model.standing)
            model.undo()
        case ("redo",):
            assert (writer.redo() is not None) == bool(model.undone)
            model.redo()


def test_an_undone_act_counts_nowhere(goed: Goed, theirs: Path) -> None:
    first, second = wrong(theirs)[:2]
    goed("label", second, "--class", "prefix", "--annotator", "jk")

    def everything() -> list[str]:
        commands = (
            "stats errors --format csv", "stats agreement --format csv",
            "stats agreement --show confusion --format csv",
            "status --format csv", "cases --state all --annotator jk --format csv", "cases --disputes --format csv",
        )  # fmt: skip
        answers = [goed(*command.split()).out for command in commands]
        goed("export", "-o", "labels.csv", "--replace")
        return [*answers, Path("labels.csv").read_text("utf-8")]

    before = everything()
    goed("label", first, second, "--class", "circumfix", "--note", "hm", "--flag", "--annotator", "sp")
    assert everything() != before
    goed("label", first, "--note", "again", "--annotator", "sp")
    goed("undo", "--annotator", "sp")
    goed("undo", "--annotator", "sp")
    assert everything() == before
    goed("undo", "--redo", "--annotator", "sp")
    assert everything() != before


def test_an_undone_decision_counts_nowhere(goed: Goed, theirs: Path) -> None:
    first = wrong(theirs)[0]
    for name, said in (("sp", "prefix"), ("jk", "circumfix")):
        goed("label", first, "--class", said, "--annotator", name)
    before = goed("stats", "errors", "--format", "csv").out
    goed("label", first, "--settle-for", "jk", "--annotator", "mia")
    decided = goed("stats", "errors", "--format", "csv").out
    assert decided != before
    goed("undo", "--annotator", "mia")
    assert goed("stats", "errors", "--format", "csv").out == before
    goed("undo", "--redo", "--annotator", "mia")
    assert goed("stats", "errors", "--format", "csv").out == decided


def test_one_cannot_take_back_what_somebody_else_did(goed: Goed, theirs: Path) -> None:
    first = wrong(theirs)[0]
    goed("label", first, "--class", "prefix", "--annotator", "sp")
    goed("label", first, "--note", "hm", "--annotator", "jk")
    goed("undo", "--annotator", "jk")
    assert "nothing to take back" in goed("undo", "--annotator", "jk").err
    with Study.open(theirs) as study:
        assert judgements(study)["sp"][first].pred_class == "prefix"


# Audits


NUMBERS = st.lists(st.one_of(st.integers(1, 5), st.integers(1, 1000)), min_size=1, max_size=40)


def units(numbers: Sequence[int]) -> list[Unit]:
    return [Unit(bytes([number]), number, n) for number, n in enumerate(numbers)]


@given(numbers=NUMBERS, size=st.integers(1, 50), start=st.floats(0, 1, exclude_max=True))
@example(numbers=[1, 1, 1, 1], size=3, start=0.9999999999999998)
def test_as_many_are_drawn_as_wanted_and_their_probabilities_are_proportional(
    numbers: list[int], size: int, start: float
) -> None:
    drawn = draw(units(numbers), size, start)
    assert len(drawn) == min(size, len(numbers))
    assert len({each.output_id for each in drawn}) == len(drawn)
    uncertain = [each for each in drawn if each.probability < 1]
    for each in uncertain:
        assert each.probability / each.n_predictions == pytest.approx(
            uncertain[0].probability / uncertain[0].n_predictions
        )
    if uncertain:
        largest = max(each.n_predictions for each in uncertain)
        assert all(each.n_predictions >= largest for each in drawn if each.probability == 1)


@given(numbers=st.lists(st.integers(1, 5) | st.integers(1, 80), min_size=1, max_size=15), size=st.integers(1, 20))
@example(numbers=[1, 5, 794], size=1)
def test_over_all_starts_each_is_drawn_as_often_as_its_probability_says(numbers: list[int], size: int) -> None:
    """What is drawn changes only where a start is a whole number of predictions: one start between each two is all."""
    certain = {each.output_id for each in draw(units(numbers), size, 0.5) if each.probability == 1}
    uncertain = dict(enumerate(numbers)).items() - {(place, numbers[place]) for place in certain}
    n_starts = sum(n for _, n in uncertain) or 1
    times: Counter[int] = Counter()
    said: dict[int, float] = {}
    for place in range(n_starts):
        for each in draw(units(numbers), size, (place + 0.5) / n_starts):
            times[each.output_id] += 1
            said[each.output_id] = each.probability
    n_by_chance = min(size, len(numbers)) - len(certain)
    assert times == {place: n_by_chance * n for place, n in uncertain} | dict.fromkeys(certain, n_starts)
    assert said == pytest.approx({place: number / n_starts for place, number in times.items()})
    assert sum(said.values()) == pytest.approx(min(size, len(numbers)))


def test_an_estimate_from_a_sample_is_right_on_average() -> None:
    """The number of predictions with a property, estimated as the sum of n / probability over those drawn with it."""
    numbers = [1 + 997 * place % 89 for place in range(120)]
    truth = sum(n for place, n in enumerate(numbers) if place % 3 == 0)
    chance = Random(1)
    estimates = []
    for _ in range(600):
        drawn = draw(shuffled(numbers, chance), 30, chance.random())
        estimates.append(sum(each.n_predictions / each.probability for each in drawn if each.output_id % 3 == 0))
    assert abs(fmean(estimates) - truth) < 4 * stdev(estimates) / len(estimates) ** 0.5


def shuffled(numbers: Sequence[int], chance: Random) -> list[Unit]:
    return [Unit(chance.randbytes(8), place, n) for place, n in enumerate(numbers)]


def test_the_same_words_and_seed_give_the_same_sample_whatever_their_numbers_in_the_study(
    goed: Goed, split_folder: Path
) -> None:
    """Two studies with the same predictions, which came in another order."""
    drawn = []
    for name, models in (("one", ("a", "b")), ("two", ("b", "a"))):
        path = Path(f"{name}.goed")
        goed("init", "--empty", "--study", path)
        goed("import", "items", split_folder, "--as", "split", "--study", path)
        for model in models:
            answers = right_answers()
            for answer in answers[: 40 if model == "a" else 25]:
                answer[1] += "zz" if model == "a" else "ss"
            write(Path(f"{model}/qgo_100.test"), answers)
            goed("import", "predictions", model, "--model", model, "--study", path)
        with Study.open(path) as study:
            desk = Desk(study, "sp")
            sample_id = desk.draw_audit(Filter(), 12, 7).sample_id or 0
            words = desk.words(outputs_of_sample(study, sample_id)).values()
            drawn.append(([output.predicted for output in words], [output.id for output in words]))
    (forms, ids), (same_forms, other_ids) = drawn
    assert forms == same_forms
    assert ids != other_ids


def test_probabilities_are_kept_with_the_sample(goed: Goed, theirs: Path) -> None:
    goed("audit", "--size", 6, "--seed", 2)
    rows = sql(theirs, "SELECT n_predictions, probability FROM sample_output")
    assert rows == [(1, pytest.approx(6 / N_WRONG))] * 6
    goed("audit", "--size", 1000)
    rows = sql(theirs, "SELECT probability FROM sample_output WHERE sample_id = 2")
    assert rows == [(1.0,)] * N_WRONG
