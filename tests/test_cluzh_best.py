"""What CLUZH's setting `best` adds: several checks that decide together, marks where they belong, even batches."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import conftest
from conftest import goedish

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.cluzh.actions import COPY  # noqa: E402
from goed.models.cluzh.batches import N_SPECIAL, UNKNOWN, LessonBatch, batch_of_lessons  # noqa: E402
from goed.models.cluzh.beam_search import decode  # noqa: E402
from goed.models.cluzh.classroom import TrainingMaterial  # noqa: E402
from goed.models.cluzh.learner import CluzhTrainer, _best_of, join_members  # noqa: E402
from goed.models.cluzh.network import Networks  # noqa: E402
from goed.models.cluzh.settings import BEST, CluzhSettings  # noqa: E402
from goed.models.interface import Example, Question  # noqa: E402

CPU = torch.device("cpu")
ITEMS = [Example(*each) for each in goedish(0, 30)]
TINY = replace(BEST, character_size=6, action_size=5, feature_size=4, hidden_size=7, members=2)
UMLAUTS = [
    Example(lemma, form, "PL")
    for lemma, form in [("Zug", "Züge"), ("Tag", "Tage"), ("Hahn", "Hähne"), ("Schuh", "Schuhe"), ("Topf", "Töpfe")]
]


def material_and_batch(settings: CluzhSettings, items: list[Example] = ITEMS) -> tuple[TrainingMaterial, LessonBatch]:
    material = TrainingMaterial(items, settings)
    return material, batch_of_lessons(material.lessons, settings.all_optimal, CPU)


@pytest.mark.parametrize("layers", [1, 2])
def test_joined_networks_have_the_members_of_all(layers: int) -> None:
    settings = replace(TINY, encoder_layers=layers)
    material, batch = material_and_batch(settings)
    asked = batch.words, batch.pointers, batch.before
    each = [Networks(material.shape, settings).eval() for _ in range(3)]
    together = Networks(material.shape, replace(settings, members=6))
    together.load_state_dict(join_members([networks.state_dict() for networks in each]))
    expected = torch.cat([networks.scores(*asked) for networks in each])
    torch.testing.assert_close(together.eval().scores(*asked), expected)


@pytest.mark.parametrize(("latest", "epochs"), [(True, [4, 2, 5]), (False, [2, 4, 1])])
def test_the_best_checks_are_kept_and_of_equals_the_latest_or_the_earliest(latest: bool, epochs: list[int]) -> None:
    material, _ = material_and_batch(TINY)
    networks = Networks(material.shape, TINY)
    kept: Any = []
    for epoch, accuracy in enumerate([0.3, 0.5, 0.2, 0.5, 0.3], start=1):
        torch.nn.init.constant_(networks.actions, epoch)
        kept = _best_of(kept, accuracy, networks, 3, latest)
    found = [int(check.weights["actions"][0, 0, 0]) for check in kept]
    assert sorted(found) == sorted(epochs)
    assert [check.accuracy for check in kept] == [0.5, 0.5, 0.3]
    assert int(_best_of(kept, 0.9, networks, 1, latest)[0].weights["actions"][0, 0, 0]) == 5


def misplaced(settings: CluzhSettings) -> int:
    """How many marks stand on letters that have none in the training set, in forms of networks that love marks."""
    material = TrainingMaterial(UMLAUTS, settings)
    count = 0
    for seed in range(4):
        torch.manual_seed(seed)
        networks = Networks(material.shape, settings).eval()
        with torch.no_grad():
            networks.choose.bias[..., material.actions.insertion("\u0308")] = 2.0
        questions = [Question(item.lemma, item.features) for item in UMLAUTS]
        for width in (1, 4):
            found = decode(networks, [material.word(question) for question in questions], width, 30)
            for question, each in zip(questions, found, strict=True):
                form = unicodedata.normalize("NFD", material.prediction(question, each).form)
                pairs = [pair for pair in pairwise(form) if pair[1] == "\u0308"]
                count += sum(letter not in "uao" for letter, _ in pairs)
    return count


def test_an_umlaut_is_never_written_on_a_letter_that_has_none() -> None:
    assert misplaced(replace(TINY, attested=False)) > 0
    assert misplaced(TINY) == 0


def test_an_epoch_sees_every_lesson_once_in_batches_of_similar_lengths() -> None:
    settings = replace(TINY, batch_size=4, sorted_together=100)
    material, batch = material_and_batch(settings)
    trainer = CluzhTrainer(Networks(material.shape, settings), batch, settings)
    batches = trainer._batches()
    assert sorted(torch.cat(batches).tolist()) == list(range(len(ITEMS)))
    ranges = sorted((batch.lengths[rows].min().item(), batch.lengths[rows].max().item()) for rows in batches)
    assert all(longest <= shortest for (_, longest), (shortest, _) in pairwise(ranges))
    assert [rows.tolist() for rows in trainer._batches()] != [rows.tolist() for rows in batches]


def test_a_share_of_the_letters_is_not_seen_but_what_is_to_be_done_stays_the_same() -> None:
    torch.manual_seed(1)
    _, batch = material_and_batch(TINY, [Example(*each) for each in goedish(0, 300)])
    plain, masked = batch.words, batch.words.with_characters(batch.words.characters, 0.3)
    assert masked.characters.equal(plain.characters)
    is_letter, is_hidden = plain.seen >= N_SPECIAL, masked.seen != plain.seen
    assert (masked.seen[is_hidden] == UNKNOWN).all()
    assert not (is_hidden & ~is_letter).any()
    assert is_hidden.sum().item() / is_letter.sum().item() == pytest.approx(0.3, abs=0.03)
    # Read from the end, the same letters are hidden.
    assert masked.seen[1].equal(masked.seen[0].gather(0, masked.backward_order))


def test_masked_or_not_a_copied_letter_can_be_repeated() -> None:
    """*grab → grabbed*: the network may not see the *b*, but writes it by COPY, and may write it again."""
    settings = replace(TINY, masked=1.0, exchanged=0.0)
    material, batch = material_and_batch(settings)
    lessons = CluzhTrainer(Networks(material.shape, settings), batch, settings)._augmented()
    assert (lessons.words.seen[lessons.words.seen >= UNKNOWN] == UNKNOWN).all()
    assert lessons.situation is not None
    after_copying = (batch.before == COPY).nonzero().tolist()
    assert after_copying
    for step, word in after_copying:
        letter = ITEMS[word].lemma[batch.pointers[step, word] - 1]
        assert lessons.situation.repeating[step, word] == material.actions.insertion(letter)


def test_what_is_worked_out_for_a_whole_epoch_is_right_for_each_batch() -> None:
    material, lessons = material_and_batch(TINY)
    networks = Networks(material.shape, TINY)
    rows = torch.tensor([7, 2, 11])
    batch = CluzhTrainer(networks, lessons, TINY, material.exchanger(CPU))._augmented().select_rows(rows)
    alone = networks.situation(batch.words, torch.arange(len(rows)), batch.pointers, batch.before)
    assert batch.situation is not None
    assert batch.situation.letters_left.equal(alone.letters_left)
    assert batch.situation.repeating.equal(alone.repeating)
    assert alone.repeating.any()
