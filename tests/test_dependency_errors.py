"""Somebody looks at the wrong heads that parsers gave to words: of which kind they are, and why."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goed.scores.dependencies import (
    GRANDPARENT,
    NO_ROOT,
    OTHER,
    REVERSED,
    RIGHT,
    SIBLING,
    Trees,
    attachment_kinds,
)
from goed_classifiers.dependencies import CLASSIFIER, SCHEME
from goed_classifiers.dependencies.attachment import KINDS
from goed_classifiers.dependencies.gold_tree import GoldTree
from goed_classifiers.dependencies.rules import classify, of_word
from goed_classifiers.dependencies.values import AttachmentCase, ParsedSentence
from goed_classifiers.values import CORRECT, NO_CLASS, Label
from parsed_sentences import TREEBANKS, cases_of, kept, read_sentences


def parsed(words: str) -> ParsedSentence:
    """A sentence, written as word/TAG/head/relation; punctuation has no head: ,/."""
    cells = [word.split("/") for word in words.split()]
    return ParsedSentence(
        tuple(cell[0] for cell in cells),
        tuple(cell[1] for cell in cells),
        tuple(int(cell[2]) if len(cell) > 2 else -1 for cell in cells),
        tuple(cell[3] if len(cell) > 2 else "punct" for cell in cells),
        tuple(len(cell) == 2 for cell in cells),
    )


def hung(sentence: ParsedSentence, word: str, head: str, accepted: frozenset[int] = frozenset()) -> Label:
    """The label of a word that a learner hung on another one, given by its form or its number; 0 is the root."""
    place = int(head) if head.isdigit() else sentence.forms.index(head) + 1
    return classify(AttachmentCase(sentence, sentence.forms.index(word) + 1, place, accepted))


BARKED = parsed(
    "The/DET/2/det dog/NOUN/5/topic ,/. it/PRON/5/nsubj barked/VERB/0/root -/. loudly/ADV/5/advmod today/ADV/5/obl ./."
)
CHASED = parsed(
    "Rex/PROPN/8/nsubj ,/. his/PRON/5/nmod:poss old/ADJ/5/amod poodle/NOUN/1/appos ,/. gladly/ADV/8/advmod "
    "chased/VERB/0/root cats/NOUN/8/obj yesterday/ADV/8/advmod"
)
GAVE = parsed("He/PRON/2/nsubj gave/VERB/0/root Ann/PROPN/2/iobj old/ADJ/5/amod books/NOUN/2/obj quickly/ADV/2/advmod")
SLEPT = parsed(
    "I/PRON/2/nsubj know/VERB/0/root that/SCONJ/6/mark she/PRON/6/nsubj can/AUX/6/aux sleep/VERB/2/ccomp in/ADP/9/case "
    "the/DET/9/det house/NOUN/6/obl and/CCONJ/12/cc not/PART/12/advmod garden/NOUN/9/conj"
)
DANISH = parsed(  # the Copenhagen treebank: she sees that they live in a big house with a garden
    "Hun/PRON/2/subj ser/VERB/0/ROOT at/CONJ/2/dobj de/PRON/5/subj bor/VERB/3/vobj i/ADP/5/mod et/PRON/6/nobj "
    "stort/ADJ/7/mod hus/NOUN/7/nobj med/ADP/9/pobj have/NOUN/10/nobj"
)


# ---- kinds, and their reasons ----


@pytest.mark.parametrize(
    ("sentence", "word", "head", "error", "evidence"),
    [
        (BARKED, "it", "barked", CORRECT, "the treebank has the same head"),
        (BARKED, "barked", "0", CORRECT, "it is the root in the treebank, too"),
        (BARKED, "barked", "The", "root-lost", "“barked” hangs on “The”; in the treebank it is the root"),
        (BARKED, "dog", "0", "root-false", "“dog” is made the root; in the treebank it hangs on “barked”"),
        (BARKED, "it", "dog", "sibling", "“it” hangs on “dog”; in the treebank both hang on “barked”"),
        (BARKED, "The", "today", "far", "“The” hangs on “today”; the treebank has “dog”, 4 words nearer"),
        (CHASED, "Rex", "old", "near", "“Rex” hangs on “old”; the treebank has “chased”, 3 words farther on"),
        (GAVE, "quickly", "old", "near", "“quickly” hangs on “old”; the treebank has “gave”, 2 words farther back"),
        (CHASED, "his", "gladly", "far", "“his” hangs on “gladly”; the treebank has “poodle”, 1 word nearer"),
        (CHASED, "gladly", "old", "side", "“gladly” hangs on “old” before it; the treebank has “chased” after it"),
        (GAVE, "Ann", "old", "side", "“Ann” hangs on “old” after it; the treebank has “gave” before it"),
        (CHASED, "old", "Rex", "grandparent", "“old” hangs on “Rex”, the head of its head “poodle”"),
        (
            CHASED,
            "poodle",
            "old",
            "reversed",
            "“old” takes “poodle” as its dependent; the treebank has it the other way round",
        ),
    ],
)
def test_each_kind_has_a_reason(sentence: ParsedSentence, word: str, head: str, error: str, evidence: str) -> None:
    label = hung(sentence, word, head)
    assert (label.error, label.evidence) == (error, evidence)
    assert label.pred_class == ("right" if error == CORRECT else error)
    assert label.gold_class == sentence.relations[sentence.forms.index(word)]


def test_of_two_kinds_that_fit_the_second_is_told_too() -> None:
    tall = parsed("He/PRON/3/nsubj is/AUX/3/cop tall/ADJ/0/root")
    lost, false = hung(tall, "tall", "is"), hung(tall, "is", "0")
    assert (lost.error, lost.considered) == (
        "root-lost",
        "reversed: the treebank hangs “is” on “tall”; copulas differ between treebanks",
    )
    assert (false.error, false.considered) == (
        "root-false",
        "grandparent: “tall” is the root in the treebank; copulas differ between treebanks",
    )
    assert hung(tall, "tall", "He").considered == "reversed: the treebank hangs “He” on “tall”"
    assert lost.confidence < hung(tall, "tall", "He").confidence


def test_an_answer_that_names_no_word_is_an_error_of_its_own() -> None:
    answers = of_word(AttachmentCase(BARKED, 4, -1))
    for answer in ("-1", "", "3", "4", "10", "dog", "9" * 5000):  # nothing, a comma, itself, behind the end, no number
        label = answers(answer)
        assert (label.gold_class, label.pred_class, label.error) == ("nsubj", NO_CLASS, "no-head")
        assert 0 < len(label.evidence) <= 160
    assert answers("-1").evidence == "no head was given"
    assert answers("12").evidence == "“12” is no other word of the sentence"


def test_a_relation_without_a_name_is_the_root_or_unknown() -> None:
    unnamed = parsed("dogs/NOUN/2/_ bark/VERB/0/_")
    assert [hung(unnamed, word, "1").gold_class for word in ("dogs", "bark")] == [NO_CLASS, "root"]


def test_several_roots_are_fragments() -> None:
    pieces = parsed("Hun/PRON/2/subj kommer/VERB/0/ROOT hen/ADV/0/ROOT")
    label = hung(pieces, "hen", "kommer")
    assert label.evidence == "“hen” hangs on “kommer”; in the treebank it is a root"
    assert label.confidence < hung(BARKED, "barked", "dog").confidence


# ---- flags ----


@pytest.mark.parametrize(
    ("sentence", "word", "head", "error", "group"),
    [
        (BARKED, "dog", "The", "reversed", "determiners"),
        (BARKED, "The", "barked", "grandparent", "determiners"),
        (SLEPT, "sleep", "that", "reversed", "subordinators"),
        (SLEPT, "sleep", "can", "reversed", "auxiliaries"),
        (SLEPT, "house", "in", "reversed", "adpositions"),
        (SLEPT, "in", "sleep", "grandparent", "adpositions"),
        (SLEPT, "garden", "and", "reversed", "conjunctions"),
        (DANISH, "et", "hus", "reversed", "determiners"),
        (DANISH, "hus", "i", "grandparent", "determiners"),
        (DANISH, "et", "bor", "grandparent", "adpositions"),
        (DANISH, "i", "et", "reversed", "adpositions"),
        (DANISH, "bor", "ser", "grandparent", "conjunctions"),
    ],
)
def test_treebanks_differ_in_function_words(
    sentence: ParsedSentence, word: str, head: str, error: str, group: str
) -> None:
    label = hung(sentence, word, head)
    assert (label.error, label.flags, label.rule) == (error, ("convention",), f"{error}-by-convention")
    assert label.evidence.endswith(f"; {group} differ between treebanks")
    assert label.confidence < 0.7


@pytest.mark.parametrize(
    ("sentence", "word", "head", "error"),
    [
        (DANISH, "med", "et", "grandparent"),  # where a prepositional phrase hangs is no convention
        (DANISH, "bor", "i", "reversed"),  # nor that a verb hangs on one
        (SLEPT, "garden", "not", "reversed"),  # nor that anything does on *not*
    ],
)
def test_an_error_beside_a_function_word_is_flagged_but_hardly_doubted(
    sentence: ParsedSentence, word: str, head: str, error: str
) -> None:
    label = hung(sentence, word, head)
    assert (label.error, label.flags, label.rule) == (error, ("convention",), error)
    assert "treebanks" not in label.evidence
    assert label.considered.endswith("differ between treebanks, but hardly in this way")
    assert label.confidence == 0.9


def test_content_words_and_other_kinds_are_never_a_convention() -> None:
    assert hung(CHASED, "old", "Rex").flags == ()
    assert hung(SLEPT, "house", "know").flags == ()
    subject = hung(SLEPT, "she", "can")  # but the subject may well hang on the auxiliary
    assert (subject.error, subject.flags) == ("sibling", ())
    assert subject.considered == "right: auxiliaries differ between treebanks"
    assert hung(DANISH, "stort", "hus").considered == "right: determiners differ between treebanks"
    assert hung(SLEPT, "the", "in").considered == ""


@pytest.mark.parametrize(
    ("words", "word", "head", "group"),
    [
        ("says/v/0/ROOT the/det/3/DET dog/n/1/OBJ", "dog", "the", "determiners"),
        ("goes/v/0/ROOT to/prep/1/JCT school/n/2/POBJ", "to", "school", "adpositions"),
        ("says/v/0/ROOT he/pro/3/SUBJ 's/v/1/COMP tall/adj/3/PRED", "'s", "tall", "copulas"),
        ("vet/VV/0/ROOT att/UK/5/UK hon/PO/5/SS inte/AB/5/NA kan/QV/1/OO sova/VV/5/VG", "kan", "sova", "auxiliaries"),
        ("bor/VV/0/ROOT i/PR/1/RA huset/NN/2/PA", "huset", "bor", "adpositions"),
        ("says/VERB/0/root Ann/PROPN/4/nmod:poss 's/PART/2/case dog/NOUN/1/nsubj", "Ann", "'s", "case markers"),
        ("wants/VERB/0/root to/PART/3/mark go/VERB/1/xcomp", "go", "to", "infinitive markers"),
        ("is/X/0/root in/X/1/unknown town/X/2/unknown", "town", "is", ""),
        ("is/VERB/0/root in/ADP/1/unknown town/X/2/unknown", "town", "is", "adpositions"),
    ],
)
def test_function_words_are_known_by_tags_or_relations(words: str, word: str, head: str, group: str) -> None:
    label = hung(parsed(words), word, head)
    assert label.flags == (("convention",) if group else ())
    assert label.evidence.endswith(f"; {group} differ between treebanks") == bool(group)


HEARING = parsed(
    "A/DET/2/det hearing/NOUN/4/nsubj is/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det issue/NOUN/2/nmod "
    "today/ADV/4/advmod"
)


def test_arcs_that_cross_are_flagged_where_the_answer_is_wrong() -> None:
    crossed = {word for word in HEARING.forms if "crossing" in hung(HEARING, word, "on" if word == "A" else "A").flags}
    assert crossed == {"issue", "today", "scheduled"}  # the root's arc comes from before the sentence
    assert hung(HEARING, "issue", "hearing").flags == ()


def test_a_head_of_another_gold_tree_is_a_variant() -> None:
    label = hung(SLEPT, "she", "can", accepted=frozenset({5}))
    assert (label.error, label.flags) == ("sibling", ("variant",))
    assert label.evidence.endswith("; another analysis has it so")
    assert hung(SLEPT, "in", "sleep", accepted=frozenset({6})).flags == ("convention", "variant")
    assert hung(SLEPT, "she", "sleep", accepted=frozenset({5})).flags == ()


# ---- doubts ----


def test_chains_and_names_are_doubtful() -> None:
    fruit = parsed("apples/NOUN/0/root ,/. pears/NOUN/1/conj plums/NOUN/1/conj")
    bach = parsed("Johann/PROPN/4/nsubj Sebastian/PROPN/1/flat Bach/PROPN/1/flat composed/VERB/0/root")
    doubtful = [hung(fruit, "plums", "pears"), hung(bach, "Bach", "Sebastian"), hung(bach, "Johann", "Bach")]
    assert [label.error for label in doubtful] == ["sibling", "sibling", "reversed"]
    assert all(label.confidence == 0.7 and label.considered.startswith("right: ") for label in doubtful)


def test_words_that_stand_twice_have_numbers() -> None:
    seen = parsed("the/DET/2/det man/NOUN/3/nsubj saw/VERB/0/root the/DET/5/det man/NOUN/3/obj")
    label = hung(seen, "the", "5")
    assert label.evidence == ("“the” (word 1) hangs on “man” (word 5); the treebank has “man” (word 2), 3 words nearer")
    assert label.considered == "right: “man” stands here twice"
    assert label.confidence == 0.7


# ---- properties ----


@st.composite
def sentences(draw: st.DrawFn) -> ParsedSentence:
    """Any sentence with any gold tree, of one root or several, with punctuation between its words."""
    n = draw(st.integers(1, 12))
    order = draw(st.permutations(range(1, n + 1)))
    heads = {word: draw(st.sampled_from((0, *order[:i]))) for i, word in enumerate(order)}
    gaps = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))  # marks before each word
    places = np.cumsum(np.array(gaps) + 1)
    sentence = [("," * 20, ".", -1, "punct", True)] * int(places[-1])
    forms = st.sampled_from(["a", "the", "dog", "x" * 60, "שלום", "𝒳" * 30])
    tags = st.sampled_from(["DET", "ADP", "AUX", "PRON", "VERB", "NOUN", "PART", "v", "SP"])
    relations = st.sampled_from(["det", "case", "aux:pass", "nobj", "vobj", "conj", "flat", "nsubj", "_"])
    for word, place in enumerate(places, start=1):
        head = int(places[heads[word] - 1]) if heads[word] else 0
        sentence[place - 1] = (draw(forms), draw(tags), head, draw(relations), False)
    return ParsedSentence(*zip(*sentence, strict=True))  # type: ignore[arg-type]


@given(sentences())
def test_every_wrong_head_has_one_kind_and_scores_agree(sentence: ParsedSentence) -> None:
    words = kept(sentence)
    numbers = {0: 0, **{place: number for number, place in enumerate(words, start=1)}}
    gold = Trees(np.array([numbers[sentence.heads[place - 1]] for place in words]), np.array([len(words)]))
    told = {
        RIGHT: {CORRECT},
        REVERSED: {"reversed", "root-lost"},
        GRANDPARENT: {"grandparent", "root-false"},
        SIBLING: {"sibling"},
        NO_ROOT: {"root-lost", "root-false"},
        OTHER: {"near", "far", "side"},
    }
    for shift in range(1, len(words) + 1):  # all heads of all words
        heads = [(number + shift) % (len(words) + 1) for number in range(1, len(words) + 1)]
        kinds = attachment_kinds(gold, Trees(np.array(heads), gold.lengths))
        for place, head, kind in zip(words, heads, kinds, strict=True):
            case = AttachmentCase(sentence, place, words[head - 1] if head else 0)
            label = classify(case)
            assert label.error in told[int(kind)]
            is_root, is_made_root = sentence.heads[place - 1] == 0, case.predicted == 0
            assert (label.error == "root-lost") == (is_root and not is_made_root)
            assert (label.error == "root-false") == (is_made_root and not is_root)
            assert 0 < len(label.evidence) <= 160
            assert 0 < label.confidence <= 1
            assert label == of_word(case)(str(case.predicted))
            assert label == classify(pickle.loads(pickle.dumps(case)))
            assert label.error == CLASSIFIER.error_name(label.gold_class, label.pred_class, label.flags)
            assert set(label.flags) <= {flag.name for flag in SCHEME.flags}


@given(sentences())
def test_arcs_cross_where_ends_of_one_part_those_of_another(sentence: ParsedSentence) -> None:
    arcs = {place: sorted((place, sentence.heads[place - 1])) for place in kept(sentence)}
    crossed = [
        place
        for place, (left, right) in arcs.items()
        if any(left < start < right < end or start < left < end < right for start, end in arcs.values())
    ]
    found = GoldTree(sentence).is_crossed
    assert [place for place, is_crossed in enumerate(found) if is_crossed] == crossed


def test_people_are_offered_the_kinds_that_figures_show() -> None:
    assert set(SCHEME.class_order) == set(KINDS) == set(CLASSIFIER.classes)
    assert len(SCHEME.colours) == len(SCHEME.class_order)
    assert SCHEME.classifier is CLASSIFIER
    assert CLASSIFIER.error_name("nsubj", "sibling", ()) == "sibling"


# ---- real treebanks ----


@pytest.mark.parametrize("treebank", TREEBANKS)
def test_heads_in_real_treebanks_have_a_kind_and_a_reason(shared: Path, treebank: str) -> None:
    sentences = list(read_sentences(shared / "treebanks" / treebank, every=10))
    for baseline in ("left", "right", "random"):
        cases = cases_of(sentences, baseline)
        labels = [of_word(case)(str(case.predicted)) for case in cases]
        print(f"{treebank}, {baseline}:", Counter(label.error for label in labels))
        for case, label in zip(cases, labels, strict=True):
            assert (label.error == CORRECT) == (case.predicted == case.sentence.heads[case.place - 1])
            assert label.error in (CORRECT, *KINDS)
            assert 0 < len(label.evidence) <= 160
