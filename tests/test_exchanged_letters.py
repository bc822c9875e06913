"""Words that trainings make up by exchanging letters are inflected as the words that they are made from."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import conftest

torch: Any = conftest.needs_torch()
pytestmark = pytest.mark.usefixtures("one_thread")

from goed.models.chr_trm.batches import UNK, PackedBatch, Vocabulary  # noqa: E402
from goed.models.cluzh.actions import write  # noqa: E402
from goed.models.cluzh.batches import LessonBatch, batch_of_lessons  # noqa: E402
from goed.models.cluzh.classroom import TrainingMaterial  # noqa: E402
from goed.models.cluzh.settings import BEST  # noqa: E402
from goed.models.interface import Example  # noqa: E402
from goed.models.regularization import KEPT_AT_END, Exchange, stable_letters  # noqa: E402

CPU = torch.device("cpu")
LETTERS = string.ascii_letters
PASTS = [
    Example(lemma, form, "V;PST")
    for lemma, form in [
        ("print", "printed"),
        ("travel", "traveled"),
        ("stretch", "stretched"),
        ("strip", "stripped"),
        ("swing", "swung"),
        ("run", "ran"),
    ]
]
WORDS = st.text("abckm", min_size=1, max_size=8)
ENDINGS = st.sampled_from(["", "a", "bb", "kam"])
Pair = tuple[str, str]


def made_up_by_cluzh(examples: Sequence[Example], share: float) -> list[Pair]:
    """Lemma and form of each lesson after an exchange."""
    material = TrainingMaterial(examples, BEST)
    lessons = batch_of_lessons(material.lessons, all_optimal=True, device=CPU)
    torch.manual_seed(1)
    return pairs_of(material, material.exchanger(CPU).exchanged(lessons, share))


def pairs_of(material: TrainingMaterial, lessons: LessonBatch) -> list[Pair]:
    letters = dict(zip(material.characters.numbers(LETTERS), LETTERS, strict=True))
    words = lessons.words.characters.tolist(), lessons.words.lengths.tolist(), lessons.optimal[:, :, 0].t().tolist()
    pairs = []
    for numbers, length, actions in zip(*words, strict=True):
        lemma = "".join(letters[number] for number in numbers[1 : length + 1])
        pairs.append((lemma, write(lemma, actions, material.actions).form))
    return pairs


def made_up_by_chr_trm(examples: Sequence[Example], share: float) -> list[Pair]:
    """The same of the transformer's items."""
    vocabulary = Vocabulary(examples)
    exchange = Exchange.of(vocabulary.numbered(stable_letters(examples)), vocabulary.source_size, CPU)
    batch = PackedBatch.of(vocabulary.items(examples))
    batch = batch.exchanged(exchange.table(batch.source.last(KEPT_AT_END), share, torch.Generator().manual_seed(1)))
    pairs = []
    for word in range(len(examples)):
        source = batch.source.tokens[batch.source.sequence == word].tolist()
        is_of_word = batch.target.sequence == word
        target, following = batch.target.tokens[is_of_word].tolist(), batch.following[is_of_word].tolist()
        assert target[1:] == following[:-1]  # what was predicted is what is read next
        lemma = [token for token in source if UNK < token < vocabulary.target_size]  # no specials, no tags
        pairs.append((vocabulary.text(lemma), vocabulary.text(following[:-1])))
    return pairs


MAKERS = pytest.mark.parametrize("made_up", [made_up_by_cluzh, made_up_by_chr_trm], ids=["cluzh", "chr-trm"])


def became(lemma: str, made_up: str) -> dict[str, str]:
    """What each letter was exchanged for."""
    return {letter: letter for letter in LETTERS} | dict(zip(lemma, made_up, strict=True))


def test_letters_that_inflection_adds_or_changes_are_not_exchanged() -> None:
    assert stable_letters(PASTS) == list("cghlnrstvw")


@MAKERS
def test_each_letter_becomes_the_same_in_lemma_and_form(made_up: Any) -> None:
    for (lemma, form), example in zip(made_up(PASTS, 1.0), PASTS, strict=True):
        letters = became(example.lemma, lemma)
        assert lemma == "".join(letters[letter] for letter in example.lemma)
        assert form == "".join(letters[letter] for letter in example.form)
        assert {letters[letter] for letter in example.lemma if letter in "adeip"} <= set("adeip")
        assert lemma.endswith(example.lemma[-3:])


@MAKERS
def test_words_change_and_no_share_leaves_them_alone(made_up: Any) -> None:
    pairs = [(example.lemma, example.form) for example in PASTS]
    assert made_up(PASTS, 0.0) == pairs
    assert made_up(PASTS, 1.0) != pairs


@settings(max_examples=30)
@given(words=st.lists(st.tuples(WORDS, ENDINGS), min_size=1, max_size=5))
def test_whatever_the_words_what_becomes_of_a_form_is_told_by_its_letters(words: list[Pair]) -> None:
    examples = [Example(lemma, lemma + ending, "X") for lemma, ending in words]
    stable = set(stable_letters(examples))
    for maker in (made_up_by_cluzh, made_up_by_chr_trm):
        for (lemma, form), example in zip(maker(examples, 0.5), examples, strict=True):
            letters = became(example.lemma, lemma)
            assert form == "".join(letters[letter] for letter in example.form)
            assert all(letters[letter] == letter for letter in example.lemma if letter not in stable)
            assert lemma.endswith(example.lemma[-3:])


def test_capitals_become_capitals() -> None:
    examples = [Example(lemma, lemma + "e", "N") for lemma in ("Tumult", "Bombast", "Hornung")]
    pairs = made_up_by_cluzh(examples, 1.0)
    assert {lemma[0] for lemma, _ in pairs} <= set("TBH")
    assert all(lemma.istitle() and form == lemma + "e" for lemma, form in pairs)


def test_in_arabic_the_consonants_of_roots_are_exchanged_and_nothing_else(shared: Path) -> None:
    lines = (shared / "sigmorphon2022" / "part2" / "ara_300.train").read_text(encoding="utf-8").splitlines()
    stable = stable_letters(Example(*line.split("\t")) for line in lines)
    assert "".join(stable) == "بثجحخدذرزسشصضطظعغفقكلمه"
