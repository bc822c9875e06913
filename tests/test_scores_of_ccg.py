"""Somebody has parsed with CCG, and asks how good the derivations and their dependencies are."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Goed, write
from goed.corpora.derivation_file import read_derivations
from goed.score_tables.deep_dependencies import own_markup
from goed.scores.derivations.categories import category_of, parsed
from goed.scores.derivations.deep_dependencies import DeepDependencies, labelled_score, unlabelled_score
from goed.scores.derivations.derivations import brackets_of, heads_by_rule, tree_dependencies
from goed.scores.derivations.markup import by_patterns
from made_up_corpora import GOLD_DERIVATION, PREDICTED_DERIVATION, WITH_PUNCTUATION


def auto(path: str, *derivations: str) -> Path:
    return write(Path(path), "".join(f"ID={place}\n{each}\n" for place, each in enumerate(derivations, start=1)))


def shown(goed: Goed, show: str, *arguments: object) -> list[dict[str, Any]]:
    return goed("score", "ccg", *arguments, "--show", show, "--format", "json").rows


def scored(goed: Goed, *arguments: object) -> dict[str, tuple[int, int, int, int]]:
    return {
        row["measure"]: (row["n_right"], row["n_predicted"], row["n_right_gold"], row["n_gold"])
        for row in shown(goed, "scores", *arguments)
    }


# ---- Clark and Hockenmaier's own example ----


def test_all_scores_of_the_published_example(goed: Goed) -> None:
    auto("gold", GOLD_DERIVATION)
    auto("predicted", PREDICTED_DERIVATION)
    assert scored(goed, "gold", "predicted") == {
        "lexical categories": (4, 6, 4, 6),
        "Parseval labelled": (3, 7, 3, 6),
        "Parseval unlabelled": (3, 7, 3, 6),
        "tree dependencies labelled": (5, 6, 5, 6),
        "tree dependencies unlabelled": (5, 6, 5, 6),
        "deep dependencies labelled": (3, 6, 3, 7),
        "deep dependencies unlabelled": (5, 6, 5, 7),
    }
    ordered = scored(goed, "gold", "predicted", "--ordered")
    assert ordered["deep dependencies unlabelled"] == (5, 6, 5, 7)  # as in C&C's scripts, here the same


def deep(goed: Goed, *derivations: str, options: tuple[object, ...] = ()) -> list[list[tuple[str, int, str]]]:
    """The deep dependencies of derivations: (functor, slot, argument), each sentence's sorted."""
    auto("trees", *derivations)
    rows = shown(goed, "dependencies", "trees", "trees", *options)
    found: list[list[tuple[str, int, str]]] = [[] for _ in derivations]
    for row in rows:
        assert row["outcome"] == "right"
        found[row["sentence"] - 1].append((row["functor"], row["slot"], row["argument"]))
    return [sorted(each) for each in found]


def test_the_deep_dependencies_of_the_published_example(goed: Goed) -> None:
    gold, predicted = deep(goed, GOLD_DERIVATION, PREDICTED_DERIVATION)
    assert gold == sorted(
        [
            *[("the", 1, "shares"), ("that", 1, "shares"), ("that", 2, "has"), ("has", 1, "IBM"), ("has", 2, "bought")],
            *[("bought", 1, "IBM"), ("bought", 2, "shares")],
        ]
    )
    assert predicted == sorted(
        [
            *[("the", 1, "shares"), ("that", 1, "shares"), ("that", 2, "has"), ("has", 1, "IBM"), ("has", 2, "shares")],
            ("bought", 1, "shares"),
        ]
    )


def test_the_relations_of_the_published_example(goed: Goed) -> None:
    auto("gold", GOLD_DERIVATION)
    auto("predicted", PREDICTED_DERIVATION)
    rows = shown(goed, "relations", "gold", "predicted")
    found = {
        (row["parent"], row["head"], row["dependent"]): (row["n_right"], row["n_predicted"], row["n_gold"])
        for row in rows
    }
    assert found == {
        ("NP", "N", "NP/N"): (1, 1, 1),
        ("HEAD", "", ""): (1, 1, 1),
        ("NP", "NP", r"NP\NP"): (1, 2, 1),
        (r"NP\NP", r"(NP\NP)/(S[dcl]/NP)", "S[dcl]/NP"): (1, 1, 1),
        ("S[dcl]/NP", r"(S[dcl]\NP)/NP", r"S/(S\NP)"): (1, 1, 1),
        (r"(S[dcl]\NP)/NP", r"(S[dcl]\NP)/(S[pt]\NP)", r"(S[pt]\NP)/NP"): (0, 0, 1),
    }
    (wrong, _) = shown(goed, "categories", "gold", "predicted")
    assert (wrong["category"], wrong["taken_for"], wrong["words"]) == (
        r"(S[dcl]\NP)/(S[pt]\NP)",
        r"(S[dcl]\NP)/NP",
        "has",
    )
    slots = {
        (row["category"], row["slot"]): row["recall"] for row in shown(goed, "deep-relations", "gold", "predicted")
    }
    assert slots[r"(NP\NP)/(S[dcl]/NP)", 2] == 1
    assert slots[r"(S[pt]\NP)/NP", 2] == 0


# ---- brackets and tree dependencies ----


def test_punctuation_makes_no_brackets() -> None:
    file = read_derivations(auto("trees", WITH_PUNCTUATION))
    found = brackets_of(file.derivations, file.derivations.punctuation())
    names = [file.derivations.categories[label] for label in found.labels]
    assert list(zip(names, found.starts, found.ends, strict=True)) == [("S[dcl]", 0, 3), (r"S[dcl]\NP", 1, 3)]
    dependencies = tree_dependencies(file.derivations, file.derivations.heads)
    words = file.derivations.words
    named = {
        words[word]: (words[governor], *(file.derivations.categories[label] for label in labels))
        for word, (governor, labels) in enumerate(zip(dependencies.governors, dependencies.labels, strict=True))
        if governor >= 0 and words[word].isalpha()
    }
    assert named == {
        "IBM": ("bought", "S[dcl]", r"S[dcl]\NP", "NP"),
        "Lotus": ("bought", r"S[dcl]\NP", r"(S[dcl]\NP)/NP", "NP"),
    }


def test_unary_chains_match_as_often_as_they_are_there(goed: Goed) -> None:
    auto("gold", "(<T S 0 1> (<T NP 0 1> (<L N N N x N>) ) )")
    auto("predicted", "(<T NP 0 1> (<T NP 0 1> (<T VP 0 1> (<L N N N x N>) ) ) )")
    found = scored(goed, "gold", "predicted")
    assert found["Parseval labelled"] == (1, 3, 1, 2)
    assert found["Parseval unlabelled"] == (2, 3, 2, 2)


TREES = st.recursive(
    st.sampled_from(["a", "b", ","]),
    lambda parts: st.tuples(st.sampled_from("XY"), st.integers(0, 1), st.lists(parts, min_size=1, max_size=2)),
    max_leaves=8,
)


def as_auto(tree: Any) -> str:
    if isinstance(tree, str):
        return f"(<L {tree} t t w {tree}>)"
    label, head, daughters = tree
    return f"(<T {label} {head} {len(daughters)}> {' '.join(map(as_auto, daughters))} )"


def plain_brackets(tree: Any, start: int = 0) -> tuple[list[tuple[str, int, int]], int]:
    """The brackets of a tree, and where it ends, straight from the definition."""
    if isinstance(tree, str):
        return [], start + (tree != ",")
    label, _, daughters = tree
    found, end, sizes = [], start, []
    for daughter in daughters:
        its, new_end = plain_brackets(daughter, end)
        found += its
        sizes.append(new_end - end)
        end = new_end
    if end > start and all(sizes):
        found.append((label, start, end))
    return found, end


def plain_heads(tree: Any, words: itertools.count[int]) -> tuple[int, dict[int, tuple[int, Any]]]:
    """The head word of a tree, and for each word its governor and the labels, one node after the other."""
    if isinstance(tree, str):
        return next(words), {}
    label, head, daughters = tree
    heads, found = [], {}
    for daughter in daughters:
        its_head, its = plain_heads(daughter, words)
        heads.append(its_head)
        found |= its
    if len(daughters) == 1:
        return heads[0], found
    names = [daughter if isinstance(daughter, str) else daughter[0] for daughter in daughters]
    found[heads[1 - head]] = (heads[head], (label, names[head], names[1 - head]))
    return heads[head], found


@given(TREES)
def test_brackets_and_tree_dependencies_are_those_of_walking_the_tree(tree: Any) -> None:
    file = read_derivations(write(Path("trees"), as_auto(tree) + "\n"))
    names = file.derivations.categories
    found = brackets_of(file.derivations, file.derivations.punctuation())
    brackets = [
        (names[label], start, end) for label, start, end in zip(found.labels, found.starts, found.ends, strict=True)
    ]
    assert Counter(brackets) == Counter(plain_brackets(tree)[0])
    dependencies = tree_dependencies(file.derivations, file.derivations.heads)
    head, expected = plain_heads(tree, itertools.count())
    for word, (governor, labels) in enumerate(zip(dependencies.governors, dependencies.labels, strict=True)):
        if word == head:
            assert governor == -1
        else:
            assert (governor, tuple(names[label] for label in labels)) == expected[word]


def leaf(word: str, category: str) -> str:
    return f"(<L {category} x x {word} {category}>)"


def node(category: str, *daughters: str, head: int = 0) -> str:
    return f"(<T {category} {head} {len(daughters)}> {' '.join(daughters)} )"


def noun_phrase(*words: str) -> str:
    """A noun phrase: a name, or determiner and noun."""
    if len(words) == 1:
        return node("NP", leaf(words[0], "N"))
    return node("NP", leaf(words[0], "NP[nb]/N"), leaf(words[1], "N"))


def test_governors_that_are_punctuation_are_told_apart(goed: Goed) -> None:
    comma, semicolon, word = leaf("p", ","), leaf("q", ";"), leaf("a", "N")
    auto("gold", node("NP", node("NP", comma, semicolon), word))  # the word hangs on the comma
    auto("predicted", node("NP", comma, node("NP", semicolon, word)))  # … on the semicolon
    assert scored(goed, "gold", "predicted", "--heads", "file")["tree dependencies unlabelled"][0] == 0
    assert scored(goed, "gold", "gold", "--heads", "file")["tree dependencies unlabelled"][0] == 1


def test_a_right_governor_with_another_relation_is_right_unlabelled(goed: Goed) -> None:
    words = leaf("dogs", "NP"), leaf("bark", r"S[dcl]\NP")
    auto("gold", node("S[dcl]", *words, head=1))
    auto("predicted", node("S[em]", *words, head=1))
    found = scored(goed, "gold", "predicted")
    assert found["tree dependencies labelled"] == (1, 2, 1, 2)  # the head of the sentence
    assert found["tree dependencies unlabelled"] == (2, 2, 2, 2)
    rows = {row["parent"]: row for row in shown(goed, "relations", "gold", "predicted")}
    assert (rows["S[dcl]"]["n_gold"], rows["S[dcl]"]["n_right"]) == (1, 0)
    assert (rows["S[em]"]["n_predicted"], rows["S[em]"]["n_right"]) == (1, 0)


def test_the_verb_is_the_head_of_what_is_type_raised() -> None:
    """With the first daughter as head everywhere, the rule finds the heads of the published example."""
    file = read_derivations(auto("trees", GOLD_DERIVATION))
    is_binary = file.derivations.n_daughters == 2
    by_rule = heads_by_rule(file.derivations)
    assert by_rule[is_binary].tolist() == file.derivations.heads[is_binary].tolist()


def test_heads_by_rule_where_the_file_knows_none(goed: Goed) -> None:
    """The first daughter is the head everywhere, as in files of some parsers: a rule finds the real ones."""
    adverb = leaf("fast", r"(S\NP)\(S\NP)")
    verb_phrase = node(
        r"S[dcl]\NP", node(r"S[dcl]\NP", leaf("saw", r"(S[dcl]\NP)/NP"), noun_phrase("a", "cat")), adverb
    )
    sentence = node("S[dcl]", node("S[dcl]", noun_phrase("the", "dog"), verb_phrase), leaf(".", "."))
    file = read_derivations(auto("trees", sentence))
    dependencies = tree_dependencies(file.derivations, heads_by_rule(file.derivations))
    words = file.derivations.words
    governors = {
        word: words[governor] for word, governor in zip(words, dependencies.governors, strict=True) if governor >= 0
    }
    assert governors == {"the": "dog", "dog": "saw", "a": "cat", "cat": "saw", "fast": "saw", ".": "saw"}
    assert "heads by rule instead" in goed("score", "ccg", "trees", "trees").err
    assert "heads by rule instead" not in goed("score", "ccg", "trees", "trees", "--heads", "file").err


# ---- deep dependencies of English ----

DEEP = {
    "The dog will have seen a cat": (
        node(
            "S[dcl]",
            noun_phrase("the", "dog"),
            node(
                r"S[dcl]\NP",
                leaf("will", r"(S[dcl]\NP)/(S[b]\NP)"),
                node(
                    r"S[b]\NP",
                    leaf("have", r"(S[b]\NP)/(S[pt]\NP)"),
                    node(r"S[pt]\NP", leaf("seen", r"(S[pt]\NP)/NP"), noun_phrase("a", "cat")),
                ),
            ),
        ),
        "the.1=dog a.1=cat will.1=dog will.2=have have.1=dog have.2=seen seen.1=dog seen.2=cat",
    ),
    "She persuaded him to go": (
        node(
            "S[dcl]",
            leaf("she", "NP"),
            node(
                r"S[dcl]\NP",
                node(r"(S[dcl]\NP)/(S[to]\NP)", leaf("persuaded", r"((S[dcl]\NP)/(S[to]\NP))/NP"), leaf("him", "NP")),
                node(r"S[to]\NP", leaf("to", r"(S[to]\NP)/(S[b]\NP)"), leaf("go", r"S[b]\NP")),
            ),
        ),
        "persuaded.1=she persuaded.2=to persuaded.3=him to.1=him to.2=go go.1=him",
    ),
    "Smith and Jones came and left quickly": (
        node(
            "S[dcl]",
            node("NP", noun_phrase("Smith"), node("NP[conj]", leaf("and", "conj"), noun_phrase("Jones")), head=0),
            node(
                r"S[dcl]\NP",
                node(
                    r"S[dcl]\NP",
                    leaf("came", r"S[dcl]\NP"),
                    node(r"S[dcl]\NP[conj]", leaf("and", "conj"), leaf("left", r"S[dcl]\NP")),
                ),
                leaf("quickly", r"(S\NP)\(S\NP)"),
            ),
        ),
        "came.1=Smith came.1=Jones left.1=Smith left.1=Jones quickly.1=came quickly.1=left",
    ),
    "a list of dogs , cats and mice (conjuncts as modifiers)": (
        node(
            "NP",
            noun_phrase("a", "list"),
            node(
                r"NP\NP",
                leaf("of", r"(NP\NP)/NP"),
                node(
                    "NP",
                    noun_phrase("dogs"),
                    node(
                        r"NP\NP",
                        leaf(",", ","),
                        node("NP", noun_phrase("cats"), node(r"NP\NP", leaf("and", "conj"), noun_phrase("mice"))),
                    ),
                ),
            ),
        ),
        "a.1=list of.1=list of.2=dogs of.2=cats of.2=mice",
    ),
    "She bought and he sold shares (right node raising)": (
        node(
            "S[dcl]",
            node(
                "S[dcl]/NP",
                node("S[dcl]/NP", node(r"S/(S\NP)", leaf("she", "NP")), leaf("bought", r"(S[dcl]\NP)/NP")),
                node(
                    "S[dcl]/NP[conj]",
                    leaf("and", "conj"),
                    node("S[dcl]/NP", node(r"S/(S\NP)", leaf("he", "NP")), leaf("sold", r"(S[dcl]\NP)/NP")),
                ),
            ),
            noun_phrase("shares"),
        ),
        "bought.1=she bought.2=shares sold.1=he sold.2=shares",
    ),
    "the man who she saw in Paris": (
        node(
            "NP",
            noun_phrase("the", "man"),
            node(
                r"NP\NP",
                leaf("who", r"(NP\NP)/(S[dcl]/NP)"),
                node(
                    "S[dcl]/NP",
                    node(r"S/(S\NP)", leaf("she", "NP")),
                    node(
                        r"(S[dcl]\NP)/NP",
                        leaf("saw", r"(S[dcl]\NP)/NP"),
                        node(r"(S\NP)\(S\NP)", leaf("in", r"((S\NP)\(S\NP))/NP"), noun_phrase("Paris")),
                    ),
                ),
            ),
        ),
        "the.1=man who.1=man who.2=saw saw.1=she saw.2=man in.1=saw in.2=Paris",
    ),
    "What did she see": (
        node(
            "S[wq]",
            leaf("what", "S[wq]/(S[q]/NP)"),
            node(
                "S[q]/NP",
                node(r"S[q]/(S[b]\NP)", leaf("did", r"(S[q]/(S[b]\NP))/NP"), leaf("she", "NP")),
                leaf("see", r"(S[b]\NP)/NP"),
            ),
        ),
        "what.1=did did.1=see did.2=she see.1=she",
    ),
    "Singing , she left": (
        node(
            "S[dcl]",
            leaf("she", "NP"),
            node(
                r"S[dcl]\NP",
                leaf("left", r"S[dcl]\NP"),
                node(r"(S\NP)\(S\NP)", leaf("singing", r"S[ng]\NP")),
            ),
        ),
        "left.1=she singing.1=she",
    ),
    "She left , singing (a comma that changes a category)": (
        node(
            "S[dcl]",
            leaf("she", "NP"),
            node(
                r"S[dcl]\NP",
                leaf("left", r"S[dcl]\NP"),
                node(r"(S\NP)\(S\NP)", leaf(",", ","), leaf("singing", r"S[ng]\NP")),
            ),
        ),
        "left.1=she singing.1=she",
    ),
    "the idea of selling shares": (
        node(
            "NP",
            noun_phrase("the", "idea"),
            node(
                r"NP\NP",
                leaf("of", r"(NP\NP)/(S[ng]\NP)"),
                node(r"S[ng]\NP", leaf("selling", r"(S[ng]\NP)/NP"), noun_phrase("shares")),
            ),
        ),
        "the.1=idea of.1=idea of.2=selling selling.2=shares",
    ),
    "file without reading (both miss the same)": (
        node(
            "NP",
            noun_phrase("papers"),
            node(
                r"NP\NP",
                node(
                    "S[dcl]/NP",
                    node(r"S/(S\NP)", leaf("she", "NP")),
                    node(
                        r"(S[dcl]\NP)/NP",
                        leaf("filed", r"(S[dcl]\NP)/NP"),
                        node(
                            r"((S\NP)\(S\NP))/NP",
                            leaf("without", r"((S\NP)\(S\NP))/(S[ng]\NP)"),
                            leaf("reading", r"(S[ng]\NP)/NP"),
                        ),
                    ),
                ),
            ),
        ),
        "filed.1=she filed.2=papers without.1=filed without.2=reading reading.1=she reading.2=papers",
    ),
}


@pytest.mark.parametrize("sentence", DEEP)
def test_who_does_what_to_whom(goed: Goed, sentence: str) -> None:
    derivation, expected = DEEP[sentence]
    (found,) = deep(goed, derivation)
    assert {f"{functor}.{slot}={argument}" for functor, slot, argument in found} == set(expected.split())
    assert "no rule of CCG explains" not in goed("score", "ccg", "trees", "trees").err


def test_a_node_that_no_rule_explains_is_said(goed: Goed) -> None:
    auto("trees", GOLD_DERIVATION, node("S[dcl]", noun_phrase("Smith"), noun_phrase("Jones")))
    assert "trees: 1 node that no rule of CCG explains (first: line 4)" in goed("score", "ccg", "trees", "trees").err


# ---- marked-up categories ----


@pytest.mark.parametrize(
    ("category", "marked_up"),
    [
        (r"(S\NP)/NP", r"((S{_}\NP{a}<1>){_}/NP{b}<2>){_}"),
        ("NP/N", "(NP{a}/N{a}<1>){_}"),
        ("N/N", "(N{a}/N{a}<1>){_}"),
        (r"(S[dcl]\NP)/(S[b]\NP)", r"((S[dcl]{_}\NP{a}<1>){_}/(S[b]{b}\NP{a}){b}<2>){_}"),
        (r"(S\NP)\(S\NP)", r"((S{a}\NP{b}){a}\(S{a}\NP{b}){a}<1>){_}"),
        (r"(NP\NP)/(S/NP)", r"((NP{a}\NP{a}<1>){_}/(S{b}/NP{a}){b}<2>){_}"),
        ("(N/N)/(N/N)", "((N{b}/N{b}){a}/(N{b}/N{b}){a}<1>){_}"),
        (r"((S\NP)\(S\NP))/NP", r"(((S{a}\NP{b}){a}\(S{a}\NP{b}){a}<1>){_}/NP{c}<2>){_}"),
    ],
)
def test_patterns_mark_up_any_category(category: str, marked_up: str) -> None:
    assert by_patterns(category_of(category)).marked_up() == marked_up


def test_goeds_own_file_says_what_the_patterns_say_but_for_verbs_that_look_like_modifiers() -> None:
    own = own_markup()
    assert len(own) > 150
    differing = {plain for plain, marked in own.items() if marked != by_patterns(category_of(plain))}
    assert differing == {r"(S[b]\NP)/(S[b]\NP)", r"(S[ng]\NP)/(S[ng]\NP)"}


CATEGORIES = st.recursive(
    st.sampled_from(["S", "S[dcl]", "NP", "N", "PP", "NP[nb]"]),
    lambda parts: st.builds(lambda left, slash, right: f"({left}{slash}{right})", parts, st.sampled_from("/\\"), parts),
    max_leaves=6,
)


@given(CATEGORIES)
def test_a_category_comes_back_with_and_without_its_marks(text: str) -> None:
    category = category_of(text)
    assert category_of(str(category)) == category
    marked = by_patterns(category)
    assert parsed(marked.marked_up()) == marked
    assert str(marked) == str(category)


def test_markup_of_ones_own_comes_first(goed: Goed) -> None:
    """C&C number the slots of a preposition behind a verb phrase 2 and 3."""
    derivation, _ = DEEP["the man who she saw in Paris"]
    marked_up = r"(((S[X]{Y}\NP{Z}){Y}\(S[X]{Y}<2>\NP{Z}){Y}){_}/NP{W*}<3>){_}"
    write(Path("markedup"), f"# mine\n((S\\NP)\\(S\\NP))/NP\n  3 {marked_up}\n  2 ncmod _ %l %f\n")
    (found,) = deep(goed, derivation, options=("--markup", "markedup"))
    assert ("in", 2, "saw") in found
    assert ("in", 3, "Paris") in found


def test_markup_that_was_printed_can_be_read(goed: Goed) -> None:
    auto("gold", GOLD_DERIVATION)
    auto("predicted", PREDICTED_DERIVATION)
    write(Path("markup.tsv"), goed("score", "ccg", "gold", "predicted", "--show", "markup", "--format", "tsv").out)
    assert scored(goed, "gold", "predicted", "--markup", "markup.tsv") == scored(goed, "gold", "predicted")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NP/N\n(NP{a}/N{a}<1>{_}\n", "line 2: '(NP{a}/N{a}<1>{_}' is no marked-up category: a bracket is not closed"),
        ("(NP{a}/N{a}<x>){_}\n", "line 1: '(NP{a}/N{a}<x>){_}' is no marked-up category: <x> is no slot"),
        ("((S{_}\\NP{a}<1>){_}/NP{b}<1>){_}\n", "has a slot twice"),
        ("NP/N\n", "holds no marked-up category"),
    ],
)
def test_what_is_wrong_with_markup_is_said(goed: Goed, text: str, said: str) -> None:
    auto("gold", GOLD_DERIVATION)
    write(Path("markup"), text)
    assert said in goed("score", "ccg", "gold", "gold", "--markup", "markup", code=1).err


# ---- files of dependencies ----

C_AND_C = """# generated by
# something

the_1 NP/N 1 shares_2
that_3 (NP\\NP)/(S[dcl]/NP) 1 shares_2
that_3 (NP\\NP)/(S[dcl]/NP) 2 has_5
has_5 ((S[dcl]{_}\\NP{Y}<1>){_}/(S[pt]{Z}<2>\\NP{Y*}){Z}){_} 1 IBM_4 0
has_5 (S[dcl]\\NP)/(S[pt]\\NP) 2 bought_6 0
bought_6 (S[pt]\\NP)/NP 1 IBM_4
bought_6 (S[pt]\\NP)/NP 2 shares_2
<c> the|DT|NP/N shares|NNS|N that|WDT|(NP\\NP)/(S[dcl]/NP) IBM|NNP|NP has|VBZ|(S[dcl]\\NP)/(S[pt]\\NP) bought|VBN|x

"""
PARG = """<s id="wsj_0001.1"> 5
1\t0\tNP/N\t1\tshares the
1\t2\t(NP\\NP)/(S[dcl]/NP)\t1\tshares that
4\t2\t(NP\\NP)/(S[dcl]/NP)\t2\thas that
3\t4\t(S[dcl]\\NP)/NP\t1\tIBM has
1\t4\t(S[dcl]\\NP)/NP\t2\tshares has <XU>
1\t5\tS[pss]\\NP\t1\tshares bought
<\\s>
"""


@pytest.mark.parametrize("gold_is_a_tree", [True, False])
def test_dependencies_may_come_from_files(goed: Goed, gold_is_a_tree: bool) -> None:
    if gold_is_a_tree:
        auto("gold", GOLD_DERIVATION)
    else:
        write(Path("gold"), C_AND_C)
    write(Path("predicted"), PARG)
    assert scored(goed, "gold", "predicted") == {
        "deep dependencies labelled": (3, 6, 3, 7),
        "deep dependencies unlabelled": (5, 6, 5, 7),
    }
    assert (
        "needs derivations on both sides"
        in goed("score", "ccg", "gold", "predicted", "--show", "relations", code=2).err
    )


def test_sentences_without_dependencies_count_in_files_of_dependencies(goed: Goed) -> None:
    write(Path("gold"), "a_1 N/N 1 b_2\n\n\nc_1 N/N 1 d_2\n")
    write(Path("predicted"), "a_1 N/N 1 b_2\n\n\n\n")
    assert scored(goed, "gold", "predicted")["deep dependencies labelled"] == (1, 1, 1, 2)
    write(Path("predicted"), "a_1 N/N 1 b_2\n")
    assert (
        "predicted: 1 sentences with dependencies where gold has 3"
        in goed("score", "ccg", "gold", "predicted", code=1).err
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the_1 NP/N 1 bonds_2\n", "line 1: 'bonds' where gold, line 2, has 'shares'"),
        ("the_1 NP/N 1 shares_9\n", "line 1: word 9 where gold, line 2, has 6 words"),
        ("the_0 NP/N 1 shares_2\n", "line 1: word 0; words are counted from 1"),
        ("the_1 NP/N 0 shares_2\n", "neither a header (ID=…) nor a derivation"),
        (
            "the_1 NP/N 1 shares_2\nthe_1 NP/N 0 shares_2\n",
            "line 2: 'the_1 NP/N 0 shares_2' is not word_1 CATEGORY SLOT",
        ),
        (
            "the_1 NP/N 1 shares_2\nthe_1 NP{/( 1 shares_2\n",
            "line 2: 'the_1 NP{/( 1 shares_2' is not word_1 CATEGORY SLOT",
        ),
        ("the_1 NP/N 1 shares_2\na_1 NP/N 1 shares_2\n", "line 2: 'a' where the same word is 'the' before"),
        ("the_1 NP/N 1 shares_2\n<c> the|DT|NP/N bonds|N|N\n", "line 1: 'shares' where the sentence has 'bonds'"),
        ("the_1 NP/N 1 shares_2\n<c> the|DT|NP/N\n", "line 1: word 2 of a sentence of 1 words"),
        ('<s id="1"> 2\n1\t0\tNP/N\t1\tshares the\n', "line 2: the last sentence is not ended by <\\s>"),
        ('<s id="1"> 2\n1\t0\tNP/N\n', "line 2: '1\\t0\\tNP/N' is not ARGUMENT FUNCTOR CATEGORY SLOT"),
        ('<s id="1"> 2\n<s id="2"> 2\n', "line 2: a sentence begins before <\\s> ends the one before"),
    ],
)
def test_what_is_wrong_with_a_file_of_dependencies_is_said(goed: Goed, text: str, said: str) -> None:
    auto("gold", GOLD_DERIVATION)
    write(Path("predicted"), text)
    assert said in goed("score", "ccg", "gold", "predicted", code=1).err


def test_sentences_in_another_order_are_said(goed: Goed) -> None:
    write(Path("gold"), "a_1 N/N 1 b_2\n\nc_1 N/N 1 d_2\n")
    write(Path("predicted"), "c_1 N/N 1 d_2\n\na_1 N/N 1 b_2\n")
    said = goed("score", "ccg", "gold", "predicted", code=1).err
    assert "predicted, line 1: 'c' where gold, line 1, has 'a'" in said
    write(Path("gold"), PARG)
    write(Path("predicted"), PARG.replace("wsj_0001.1", "wsj_0001.2"))
    assert (
        "sentence 'wsj_0001.2' where gold, line 1, has 'wsj_0001.1'"
        in goed("score", "ccg", "gold", "predicted", code=1).err
    )


def test_each_dependency_is_listed_with_its_words(goed: Goed) -> None:
    write(Path("gold"), C_AND_C)
    write(Path("predicted"), PARG)
    rows = shown(goed, "dependencies", "gold", "predicted")
    assert Counter(row["outcome"] for row in rows) == {"right": 3, "missed": 4, "wrong": 3}
    assert {(row["functor"], row["argument"]) for row in rows if row["outcome"] == "right"} == {
        ("the", "shares"),
        ("that", "shares"),
        ("that", "has"),
    }


@given(st.lists(st.lists(st.tuples(*[st.integers(0, 3)] * 4), max_size=8), min_size=2, max_size=2))
def test_scores_of_dependencies_are_those_of_sets(sides: list[list[tuple[int, int, int, int]]]) -> None:
    gold, predicted = (sorted(set(side)) for side in sides)
    arrays = [DeepDependencies(*np.array(side, dtype=int).reshape(-1, 4).T) for side in (gold, predicted)]
    labelled = labelled_score(*arrays)
    assert (labelled.precision.n, labelled.precision.of) == (len(set(gold) & set(predicted)), len(predicted))
    assert (labelled.recall.n, labelled.recall.of) == (len(set(gold) & set(predicted)), len(gold))
    either = [[(each[0], *sorted((each[1], each[3]))) for each in side] for side in (gold, predicted)]
    unlabelled = unlabelled_score(*arrays)
    assert unlabelled.precision.n == sum(pair in either[0] for pair in either[1])
    assert unlabelled.recall.n == sum(pair in either[1] for pair in either[0])
    in_order = [{(each[0], each[1], each[3]) for each in side} for side in (gold, predicted)]
    ordered = unlabelled_score(*arrays, ordered=True)
    assert (ordered.precision.n, ordered.precision.of) == (len(in_order[0] & in_order[1]), len(in_order[1]))


# ---- files that do not fit together, or are not what they should be ----


def test_sentences_without_a_parse_are_found_by_their_ids(goed: Goed) -> None:
    auto("gold", WITH_PUNCTUATION, GOLD_DERIVATION)
    write(Path("predicted"), f"ID=1\nID=2\n{PREDICTED_DERIVATION}\n")
    answer = goed("score", "ccg", "gold", "predicted", "--format", "json")
    found = {
        row["measure"]: (row["n_right"], row["n_predicted"], row["n_gold"], row["n_missing"]) for row in answer.rows
    }
    assert found == {
        "lexical categories": (4, 6, 9, 1),
        "Parseval labelled": (3, 7, 8, 1),
        "Parseval unlabelled": (3, 7, 8, 1),
        "tree dependencies labelled": (5, 6, 9, 1),
        "tree dependencies unlabelled": (5, 6, 9, 1),
        "deep dependencies labelled": (3, 6, 9, 1),
        "deep dependencies unlabelled": (5, 6, 9, 1),
    }
    assert "without a derivation in predicted: 1; all of their gold sides count as missed" in answer.err
    relations = shown(goed, "relations", "gold", "predicted")
    assert sum(row["n_gold"] for row in relations) == 9
    assert sum(row["n_predicted"] for row in relations) == 6
    write(Path("nothing"), "")
    assert {(row["recall"], row["n_missing"]) for row in shown(goed, "scores", "gold", "nothing")} == {(0.0, 2)}
    write(Path("predicted"), PREDICTED_DERIVATION + "\n")
    assert "no IDs (ID=…) that tell which" in goed("score", "ccg", "gold", "predicted", code=1).err


def test_the_gold_tree_says_what_is_punctuation_if_the_words_are_the_same(goed: Goed) -> None:
    auto("gold", WITH_PUNCTUATION)
    auto("predicted", WITH_PUNCTUATION.replace("<L , , , , ,>", "<L conj , , , conj>"))
    answer = goed("score", "ccg", "gold", "predicted", "--format", "json")
    assert "punctuation on one side only, where the gold tree decides: 1 word" in answer.err
    assert {row["measure"]: row["f"] for row in answer.rows}["Parseval labelled"] == 1


def test_a_parse_may_lack_the_punctuation(goed: Goed) -> None:
    auto("gold", WITH_PUNCTUATION)
    bare = WITH_PUNCTUATION.replace(
        "(<T NP 0 2> (<L NP NNP NNP Lotus NP>) (<L , , , , ,>) )", "(<L NP NNP NNP Lotus NP>)"
    )
    auto("predicted", bare.removeprefix("(<T S[dcl] 0 2> ").replace(" (<L . . . . .>) )", ""))
    found = scored(goed, "gold", "predicted")
    assert {n_right for n_right, *_ in found.values()} == {2, 3}
    assert all(n_right == n for n_right, *others in found.values() for n in others)
    rows = shown(goed, "dependencies", "gold", "predicted")
    assert [(row["functor"], row["argument"]) for row in rows] == [("bought", "IBM"), ("bought", "Lotus")]


def test_words_keep_their_names_where_punctuation_stands_before_them(goed: Goed) -> None:
    quoted = node("NP", leaf("``", "``"), node("NP", leaf("the", "NP/N"), leaf("dog", "N"), head=1), head=1)
    auto("gold", quoted)
    auto("predicted", node("NP", leaf("the", "NP/N"), leaf("dog", "N"), head=1))
    (row,) = shown(goed, "dependencies", "gold", "predicted")
    assert (row["functor"], row["argument"], row["outcome"]) == ("the", "dog", "right")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "line 2: 'hello' is neither a header (ID=…) nor a derivation"),
        (node("NP", leaf("a", "NP/N"), leaf("b", "N"), leaf("c", "N")).replace(" 3>", " 2>"), "is a daughter too many"),
        ("(<T NP 0 2> (<L N x x a N>) )", "line 2: ')' closes a node without 1 of its daughters (sign 29)"),
        ("(<T NP 0 1> (<L N x x a N>)", "line 2: the derivation is not closed at the end of the line"),
        (leaf("a", "N") + leaf("b", "N"), "is not expected here (sign 16)"),
        (
            "(<T NP 0 4> (<L N x x a N>) )",
            "is no node, (<T CATEGORY 0 2>: head daughter 0 or 1, daughters 1 or 2 (sign 1)",
        ),
        (node("NP", leaf("a", "NP/N"), leaf("b", "N")), "line 2: 2 words where gold, line 2, has 6"),
        (GOLD_DERIVATION.replace("shares", "bonds"), "line 2: 'bonds' where gold, line 2, has 'shares'"),
    ],
)
def test_what_is_wrong_with_a_derivation_is_said(goed: Goed, line: str, said: str) -> None:
    auto("gold", GOLD_DERIVATION)
    auto("predicted", line)
    assert said in goed("score", "ccg", "gold", "predicted", code=1).err
