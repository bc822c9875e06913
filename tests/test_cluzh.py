"""CLUZH: what its parts promise, against plain reckoning of all there is, and what a whole training gives."""

from __future__ import annotations

import itertools
import math
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import conftest
from conftest import goedish

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.cluzh.actions import COPY, DELETE, END, ActionAlphabet, write  # noqa: E402
from goed.models.cluzh.aligner import Costs, costs_to_finish, learn_costs  # noqa: E402
from goed.models.cluzh.batches import UNKNOWN, batch_of_lessons  # noqa: E402
from goed.models.cluzh.beam_search import decode  # noqa: E402
from goed.models.cluzh.classroom import TrainingMaterial, composed, expert_paths, with_marks_split  # noqa: E402
from goed.models.cluzh.learner import CluzhTrainer, learn_and_predict  # noqa: E402
from goed.models.cluzh.loss import loss_of  # noqa: E402
from goed.models.cluzh.network import Networks  # noqa: E402
from goed.models.cluzh.optimizers import Adadelta, Adam  # noqa: E402
from goed.models.cluzh.settings import BEST, FAITHFUL, CluzhSettings  # noqa: E402
from goed.models.interface import Example, ModelError, Progress, Question, Task, Workbench  # noqa: E402
from goed.models.regularization import Dropout  # noqa: E402

ITEMS = [Example(*each) for each in goedish(0, 30)]
NEW_ITEMS = [Example(*each) for each in goedish(300, 316)]
TINY = replace(FAITHFUL, character_size=8, action_size=8, feature_size=4, hidden_size=12, epochs=3, patience=3)
TINY_BEST = replace(
    BEST, character_size=8, action_size=8, feature_size=4, hidden_size=12, epochs=3, patience=3, members=2
)
WORDS = st.text("abc", min_size=0, max_size=3)
CPU = torch.device("cpu")


def ways(source: str, target: str) -> Iterator[list[tuple[str, str]]]:
    """Every way to turn a word into another: lists of (letter or nothing, letter or nothing)."""
    if not source and not target:
        yield []
    if source and target:
        yield from ([(source[0], target[0]), *rest] for rest in ways(source[1:], target[1:]))
    if source:
        yield from ([(source[0], ""), *rest] for rest in ways(source[1:], target))
    if target:
        yield from ([("", target[0]), *rest] for rest in ways(source, target[1:]))


def cost(costs: Costs, source: str, target: str) -> float:
    """What an edit costs."""
    if source and target:
        return float(costs.substitution[costs.sources[source], costs.targets[target]])
    return float(costs.deletion[costs.sources[source]] if source else costs.insertion[costs.targets[target]])


@settings(max_examples=30)
@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_a_round_of_the_aligner_counts_every_way_by_its_chance(pairs: list[tuple[str, str]]) -> None:
    before = learn_costs(pairs, 1)
    counts: dict[tuple[str, str], float] = {}
    for source, target in pairs:
        each_way = list(ways(source, target))
        chances = [math.exp(-sum(cost(before, *edit) for edit in way)) for way in each_way]
        for way, chance in zip(each_way, chances, strict=True):
            for edit in way:
                counts[edit] = counts.get(edit, 0) + chance / sum(chances)
    after = learn_costs(pairs, 2)
    # What was likely in the round before counts once more, all of it together like one edit.
    total = 1 + sum(counts.values()) + len(pairs)
    for (source, target), count in counts.items():
        expected = (count + math.exp(-cost(before, source, target))) / total
        assert math.exp(-cost(after, source, target)) == pytest.approx(expected)
    assert math.exp(-after.stop) == pytest.approx((len(pairs) + math.exp(-before.stop)) / total)


@settings(max_examples=30)
@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_the_cost_to_finish_is_that_of_the_cheapest_way(pairs: list[tuple[str, str]]) -> None:
    costs = learn_costs(pairs, 3)
    for (lemma, form), table in zip(pairs, costs_to_finish(pairs, costs), strict=True):
        for i, j in itertools.product(range(len(lemma) + 1), range(len(form) + 1)):
            cheapest = min(sum(cost(costs, *edit) for edit in way) for way in ways(lemma[i:], form[j:]))
            assert table[i, j] == pytest.approx(cheapest + costs.stop)


@settings(max_examples=30)
@given(pairs=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_the_expert_writes_the_form_in_the_cheapest_way(pairs: list[tuple[str, str]]) -> None:
    costs, alphabet = learn_costs(pairs, 3), ActionAlphabet(form for _, form in pairs)
    for (lemma, form), path in zip(pairs, expert_paths(pairs, costs, alphabet), strict=True):
        actions = [step.action for step in path]
        assert write(lemma, actions, alphabet).form == form
        spent, pointer, written = 0.0, 0, 0
        for step in path[:-1]:
            assert step.pointer == pointer
            reads, writes = alphabet.reads(step.action), step.action != DELETE
            spent += cost(costs, lemma[pointer : pointer + reads], form[written : written + writes])
            pointer, written = pointer + reads, written + writes
        assert spent == pytest.approx(min(sum(cost(costs, *edit) for edit in way) for way in ways(lemma, form)))


def test_long_words_are_aligned_without_losing_their_chances() -> None:
    """The chance of two hundred edits with many letters is below the smallest number that a computer has."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    costs = learn_costs([(letters * 8, letters * 8 + "ed"), ("a", "a")], 2)
    assert 26.0**-416 == 0
    assert np.isfinite(costs.substitution[:-1, :-1]).all()
    assert cost(costs, "a", "a") < cost(costs, "a", "b")


def test_one_very_long_word_does_not_make_the_lattices_of_all_large() -> None:
    pairs = [("ab", "abc")] * 400
    long_pair = ("b" * 200, "b" * 200 + "c")
    tracemalloc.start()
    learn_costs([*pairs, long_pair], 1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000
    costs = learn_costs(pairs, 1)
    assert [table.shape for table in costs_to_finish([*pairs, long_pair], costs)] == [(3, 4)] * 400 + [(201, 202)]


def test_actions_are_spelled() -> None:
    alphabet = ActionAlphabet(["walked", "men"])
    actions = [COPY, COPY, alphabet.substitution("e"), DELETE, alphabet.insertion("n"), END, COPY]
    assert write("xyzu", actions, alphabet) == ("xyen", "= = z>e -u +n")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (Adadelta, partial(torch.optim.Adadelta, lr=1.0, rho=0.9, eps=1e-6)),
        (partial(Adam, learning_rate=0.003), partial(torch.optim.Adam, lr=0.003)),
    ],
    ids=["adadelta", "adam"],
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=["compiled", "not compiled"])
def test_optimizers_step_as_torchs_own(ours: Any, theirs: Any, kind: torch.dtype) -> None:
    torch.manual_seed(1)
    our_numbers = torch.randn(7, 200, dtype=kind)
    their_numbers = our_numbers.clone().requires_grad_()
    our_steps, their_steps = ours([our_numbers]), theirs([their_numbers])
    for _ in range(20):
        gradient = torch.randn(200, 7, dtype=kind).t()  # not as it lies in memory
        their_numbers.grad = gradient.contiguous()
        our_steps.step([gradient])
        their_steps.step()
    torch.testing.assert_close(our_numbers, their_numbers.detach())


def test_dropout_drops_the_share_it_is_told_and_keeps_the_mean() -> None:
    torch.manual_seed(1)
    dropped = Dropout(0.25)(torch.ones(400, 403))
    assert (dropped == 0).float().mean().item() == pytest.approx(0.25, abs=0.01)
    assert dropped.mean().item() == pytest.approx(1.0, abs=0.01)


def test_networks_drop_values_in_training_only() -> None:
    material = TrainingMaterial(ITEMS[:5], TINY)
    batch = batch_of_lessons(material.lessons, False, torch.device("cpu"))
    networks = Networks(material.shape, replace(TINY, dropout=0.5))

    def scores() -> Any:
        return networks.scores(batch.words, batch.pointers, batch.before)

    assert torch.equal(networks.eval() and scores(), scores())
    assert not torch.equal(networks.train() and scores(), scores())


def taught(tiny: CluzhSettings, epochs: int = 4, items: Sequence[Example] = ITEMS) -> tuple[TrainingMaterial, Networks]:
    """Networks that have begun to learn."""
    material = TrainingMaterial(items, tiny)
    torch.manual_seed(3)
    networks = Networks(material.shape, tiny)
    trainer = CluzhTrainer(networks, batch_of_lessons(material.lessons, tiny.all_optimal, CPU), tiny)
    for _ in range(epochs):
        trainer.epoch()
    return material, trainer.checked.eval()


def answers(
    material: TrainingMaterial, networks: Networks, questions: Sequence[Question], width: int
) -> list[tuple[str, float]]:
    found = decode(networks, [material.word(question) for question in questions], width, 40)
    predicted = [material.prediction(*pair) for pair in zip(questions, found, strict=True)]
    return [(each.form, each.score or 0.0) for each in predicted]


@pytest.mark.parametrize("tiny", [TINY, TINY_BEST], ids=["faithful", "best"])
@pytest.mark.parametrize("width", [1, 4])
def test_answers_do_not_depend_on_the_batch_or_its_order(tiny: CluzhSettings, width: int) -> None:
    material, networks = taught(tiny)
    questions = [Question(item.lemma, item.features) for item in (*ITEMS, *NEW_ITEMS)]
    together = dict(zip(questions, answers(material, networks, questions, width), strict=True))
    turned = dict(zip(questions[::-1], answers(material, networks, questions[::-1], width), strict=True))
    for question in questions:
        form, score = answers(material, networks, [question], width)[0]
        assert together[question][0] == turned[question][0] == form
        assert together[question][1] == pytest.approx(score, abs=1e-4)
        assert turned[question][1] == pytest.approx(score, abs=1e-4)


def test_a_wide_beam_finds_the_most_likely_of_all_sequences() -> None:
    """With few letters and few steps, every sequence of actions can be tried."""
    items = [Example("ab", "b", "X"), Example("b", "ba", "X"), Example("a", "aa", "X")]
    material, networks = taught(TINY, epochs=2, items=items)
    word, longest = material.word(Question("ab", "X")), 4
    scores = dict(sequences(material, networks, longest))
    (found,) = decode(networks, [word], len(material.actions) ** 3, longest)
    assert found.score == pytest.approx(max(scores.values()), abs=1e-5)
    assert scores[tuple(found.actions)] == pytest.approx(found.score, abs=1e-5)


def sequences(material: TrainingMaterial, networks: Networks, longest: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every sequence of actions for *ab* that ends, with its log-probability by the training's own reckoning."""
    lesson = batch_of_lessons([material.lessons[0]], False, CPU)
    for length in range(longest):
        for actions in itertools.product(range(3, len(material.actions)), repeat=length):
            pointers = list(itertools.accumulate((material.actions.reads(action) for action in actions), initial=0))
            if pointers[-1] <= 2:
                steps = torch.tensor(pointers).unsqueeze(1), torch.tensor([0, *actions]).unsqueeze(1)
                with torch.no_grad():
                    log_chances = networks.scores(lesson.words, *steps)[0, :, 0].log_softmax(dim=-1)
                yield actions, sum(log_chances[i, action].item() for i, action in enumerate((*actions, END)))


def test_impossible_actions_are_never_taken() -> None:
    material, networks = taught(TINY, epochs=0)
    lesson = batch_of_lessons(material.lessons, False, CPU)
    with torch.no_grad():
        chances = networks.scores(lesson.words, lesson.pointers, lesson.before)[0].softmax(dim=-1)
    at_the_end = lesson.pointers >= lesson.words.lengths
    assert chances[at_the_end][:, COPY].max() == 0
    assert chances[at_the_end][:, material.actions.substitution("e")].max() == 0
    assert chances[at_the_end][:, material.actions.insertion("e")].min() > 0


def test_all_optimal_actions_count_where_they_are_asked_for() -> None:
    both = [Example("ab", "b", "X"), Example("b", "ab", "X")]
    material = TrainingMaterial(both, TINY)
    steps = [
        lesson._replace(steps=[step._replace(optimal=(*step.optimal, END)) for step in lesson.steps])
        for lesson in material.lessons
    ]
    torch.manual_seed(1)
    networks = Networks(material.shape, TINY).eval()
    one, several = (loss_of(networks, batch_of_lessons(steps, each, CPU)).item() for each in (False, True))
    assert several < one


def test_a_training_repeats_itself_and_follows_its_seed() -> None:
    def forms(seed: int) -> list[tuple[str, float | None, str | None]]:
        got = learn_and_predict(task(TINY_BEST, seed, "cluzh-b4:best"), Workbench()).by_model
        assert list(got) == ["cluzh-gr:best", "cluzh-b4:best"]
        return [tuple(each) for each in got["cluzh-b4:best"] if each]  # type: ignore[misc]

    assert forms(1) == forms(1)
    assert forms(1) != forms(2)


def task(tiny: CluzhSettings, seed: int, name: str = "cluzh-gr", train: Sequence[Example] = ITEMS) -> Task:
    questions = tuple(Question(item.lemma, item.features) for item in NEW_ITEMS)
    return Task(tuple(train), tuple(NEW_ITEMS[:8]), (), questions, seed, {"name": name, **asdict(tiny)}, "cpu")


def test_a_training_that_diverges_fails() -> None:
    diverging = replace(TINY, optimizer="adam", learning_rate=math.inf)
    with pytest.raises(ModelError, match="diverged"):
        learn_and_predict(task(diverging, seed=1), Workbench())


def test_where_nothing_is_selected_on_no_accuracy_is_told() -> None:
    told: list[Progress] = []

    class Notes(Workbench):
        def tell(self, progress: Progress) -> None:
            told.append(progress)

    learn_and_predict(replace(task(TINY, seed=1), finetune=(), dev=()), Notes())
    assert [(each.done, each.accuracy, each.best) for each in told] == [(n, None, None) for n in (1, 2, 3)]


def test_a_training_tells_how_it_goes_and_takes_the_earliest_best() -> None:
    class Listener(Workbench):
        said: list[Progress] = []  # noqa: RUF012

        def tell(self, progress: Progress) -> None:
            self.said.append(progress)

    learn_and_predict(task(TINY, 1), Listener())
    assert [progress.done for progress in Listener.said] == [1, 2, 3]
    assert Listener.said[-1].best == max(progress.accuracy or 0 for progress in Listener.said)
    assert Listener.said[-1].seconds_left == 0


@pytest.mark.parametrize("tiny", [TINY, TINY_BEST], ids=["faithful", "best"])
def test_letters_and_features_that_were_never_seen(tiny: CluzhSettings) -> None:
    material, networks = taught(tiny)
    assert material.word(Question("ж", "NEW;PST")).characters[1] == UNKNOWN
    questions = [Question("жaж", "NEW"), Question("", "V;PST"), Question("a" * 60, "")]
    got = answers(material, networks, questions, 4)
    assert len(got) == 3
    assert all(score < 0 for _, score in got)


def test_decomposed_letters_come_back_composed() -> None:
    items = [Example("bär", "bären", "X"), Example("für", "füren", "X"), Example("mär", "mären", "X")] * 4
    material, networks = taught(replace(TINY, epochs=30, batch_size=2), epochs=60, items=items)
    assert answers(material, networks, [Question("bär", "X")], 1)[0][0] == "bären"  # in three letters and en


def test_marks_stand_apart_where_they_are_asked_to() -> None:
    word = "Bär أب é"
    assert [len(with_marks_split(word, marks)) - len(word) for marks in ("none", "latin", "all")] == [0, 2, 3]
    assert {composed(with_marks_split(word, marks)) for marks in ("none", "latin", "all")} == {word}


def test_words_are_learned(shared: Path) -> None:
    """Not a bar: a training that learns nothing, or forgets to select, stays far below."""
    lines = (shared / "sigmorphon2022" / "part2" / "eng_300.train").read_text(encoding="utf-8").splitlines()
    items = [Example(*line.split("\t")) for line in lines]
    quick = replace(FAITHFUL, hidden_size=50, epochs=12, batch_size=10)
    questions = tuple(Question(item.lemma, item.features) for item in items[:60])
    asked = Task(tuple(items[100:]), tuple(items[60:100]), (), questions, 1, {"name": "cluzh-gr", **asdict(quick)})
    greedy, beam = learn_and_predict(asked, Workbench()).by_model.values()
    for predicted in (greedy, beam):
        right = sum(each is not None and each.form == item.form for each, item in zip(predicted, items, strict=False))
        assert right >= 20
