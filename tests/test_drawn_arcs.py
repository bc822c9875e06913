"""Sentences with the gold arc and the predicted arc, drawn in the terminal and, for the report's page, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from conftest import Goed, write
from goed.domains.drawn_arcs import DrawnLine, drawn
from goed.domains.registry import forget_domains
from goed.domains.sentence_drawing import Arc, Drawing
from goed.domains.tree_outline import tree_lines
from goed.labels.names import NamesForPeople
from goed.report.figures.tree_drawing import GOLD, PREDICTED, tree_svg
from goed.screens.bidi import LEFT_TO_RIGHT_MARK, Bidi
from goed.screens.drawn_paragraph import CELLS, DrawnParagraph
from goed.screens.paragraphs import CaseStyle, Script
from goed.screens.theme import THEMES, palette
from sitting import Sitting, sit_down

PANE = 44  # cells that a case has in a terminal of 80
DOG, DOG_TAGS = "the dog that I saw barks", "DET NOUN PRON PRON VERB VERB"
HEBREW, HEBREW_TAGS = "קרא הילד את הספר הגדול", "VERB NOUN ADP NOUN ADJ"
DANISH = (
    "To kendte russiske historikere Andronik Mirganjan og Igor Klamkin tror ikke , at Rusland kan udvikles uden en "
    '" jernnæve " .'
)


def gold(dependent: int, head: int, relation: str = "nsubj") -> Arc:
    return Arc(dependent, head, relation, is_gold=True)


def predicted(dependent: int, head: int, model: str = "dmv") -> Arc:
    return Arc(dependent, head, model, is_gold=False)


def sentence(words: str, *arcs: Arc, tags: str = "") -> Drawing:
    """A sentence, of which the dependent of the first arc is asked."""
    return Drawing(words.split(), arcs[0].dependent, arcs, tags.split())


def seen(drawing: Drawing, width: int = PANE, who: Bidi = Bidi.TERMINAL) -> str:
    """What the Label screen shows."""
    style = CaseStyle(width, who, Script.OFF, palette(THEMES[0]), NamesForPeople())
    lines = (line.plain.rstrip() for line in DrawnParagraph(drawing).lines(style))
    return "\n" + "\n".join(lines).replace(LEFT_TO_RIGHT_MARK, "") + "\n"


def test_gold_stands_above_and_the_answer_below() -> None:
    assert seen(sentence(DOG, gold(2, 6), predicted(2, 5), tags=DOG_TAGS)) == dedent("""
              ╭──────── nsubj ─────────╮
              ▼                        │
        the  dog   that   I    saw   barks
        DET  NOUN  PRON  PRON  VERB  VERB
              ▲                 ┆
              ╰┄┄┄┄┄┄ dmv ┄┄┄┄┄┄╯
    """)


def test_an_arc_between_neighbours_has_its_name_beside_it() -> None:
    assert seen(sentence("what is a b", gold(3, 4, "det"), predicted(3, 2, "harmonic"))) == dedent("""
                  ╭──╮ det
                  ▼  │
        what  is  a  b
              ┆   ▲
              ╰┄┄┄╯ harmonic
    """)


def test_the_root_is_an_arrow_from_nowhere() -> None:
    assert seen(sentence("the dog barks", gold(3, 0, "root"), predicted(3, 2))) == dedent("""
                   ROOT
                    ▼
        the  dog  barks
              ┆     ▲
              ╰┄dmv┄╯
    """)
    assert seen(sentence("I see", gold(1, 2), predicted(1, 0, "random"))) == dedent("""
        ╭───╮ nsubj
        ▼   │
        I  see
        ▲
        ROOT · random
    """)


def test_a_right_answer_has_the_same_arc_twice() -> None:
    assert seen(sentence("dogs bark", gold(1, 2), predicted(1, 2))) == dedent("""
         ╭nsubj╮
         ▼     │
        dogs  bark
         ▲     ┆
         ╰┄dmv┄╯
    """)


def test_hebrew_is_read_from_the_right() -> None:
    drawing = sentence(HEBREW, gold(2, 1), predicted(2, 5), tags=HEBREW_TAGS)
    assert seen(drawing, who=Bidi.GOED) == dedent("""
                           ╭nsubj╮
                           ▼     │
        לודגה  רפסה  תא   דליה  ארק
         ADJ   NOUN  ADP  NOUN  VERB
          ┆                ▲
          ╰┄┄┄┄┄ dmv ┄┄┄┄┄┄╯
    """)
    assert seen(drawing).splitlines()[3].split() == HEBREW.split()[::-1], "the terminal orders letters, goed words"


def test_brackets_open_to_the_left_where_a_sentence_runs_there() -> None:
    line = seen(sentence("הילד ( הגדול ) קרא", gold(1, 5)), who=Bidi.GOED).splitlines()[3]
    assert line.split() == ["ארק", "(", "לודגה", ")", "דליה"], "as they look, from left to right"
    assert "(  big  )" in seen(sentence("dog ( big ) barks", gold(1, 5)))


def test_chinese_words_are_two_cells_a_letter() -> None:
    assert seen(sentence("我 昨天 看見 了 一 隻 狗", gold(1, 3), predicted(1, 2))) == dedent("""
        ╭─ nsubj ──╮
        ▼          │
        我  昨天  看見  了  一  隻  狗
        ▲    ┆
        ╰dmv┄╯
    """)


def test_of_a_long_sentence_the_words_around_the_arcs_are_seen() -> None:
    assert seen(sentence(DANISH, gold(15, 13, "vobj"), predicted(15, 14))) == dedent("""
                 ╭── vobj ───╮
                 │           ▼
        … ikke , at Rusland kan udvikles uden en " …
                       ┆     ▲
                       ╰┄dmv┄╯
    """)


def test_what_lies_between_far_ends_is_counted() -> None:
    assert seen(sentence(DANISH, gold(1, 22, "subj"), predicted(1, 10))) == dedent("""
        ╭────────────────── subj ──────────────────╮
        ▼                                          │
        To kendte …5… Igor Klamkin tror ikke …9… " .
        ▲                           ┆
        ╰┄┄┄┄┄┄┄┄┄┄┄ dmv ┄┄┄┄┄┄┄┄┄┄┄╯
    """)


def test_very_long_words_are_cut() -> None:
    words = "Donaudampfschifffahrtsgesellschaftskapitän und Rechtsschutzversicherungsgesellschaften streiten"
    assert seen(sentence(words, gold(1, 4), predicted(1, 3))) == dedent("""
              ╭─────────── nsubj ────────────╮
              ▼                              │
        Donaudampfsch… und Rechtsschutzv… streiten
              ▲                  ┆
              ╰┄┄┄┄┄┄ dmv ┄┄┄┄┄┄┄╯
    """)


def test_several_arcs_on_a_side_cross_visibly() -> None:
    arcs = (gold(3, 6, "obj"), gold(2, 5, "nsubj"), predicted(2, 3, "one"), predicted(4, 2, "two"))
    assert seen(sentence("aa bb cc dd ee ff", *arcs)) == dedent("""
                ╭─── obj ───╮
            ╭───┼nsubj──╮   │
            ▼   ▼       │   │
        aa  bb  cc  dd  ee  ff
            ▲   ┆   ▲
            ├one╯   ┆
            ╰┄ two ┄╯
    """)


def test_a_word_that_cannot_be_seen_is_made_visible() -> None:
    text = seen(Drawing(("go\x1b[31m", "", "\u202ehome"), 1, (gold(1, 3),)))
    assert "go\\x1b[31m" in text
    assert "∅" in text
    assert "\u202e" not in text


def test_arcs_to_words_that_are_not_there_are_left_out() -> None:
    assert seen(sentence("dogs bark", gold(1, 9), predicted(1, 1))) == "\ndogs  bark\n"
    assert drawn(Drawing((), 1, ()), PANE, CELLS)[0].text == ""


# Whatever the sentence


LETTERS = st.sampled_from("ab é́ñ語狗קשًاn\x1b\u202e…─▼│")
SENTENCES = st.lists(st.text(LETTERS, max_size=9), min_size=2, max_size=60)


def stretch(line: DrawnLine, kind: str) -> range:
    """The cells of the only piece of a kind."""
    kinds = [piece.kind for piece in line.pieces]
    start = sum(cell_len(piece.text) for piece in line.pieces[: kinds.index(kind)])
    return range(start, start + cell_len(line.pieces[kinds.index(kind)].text))


@given(SENTENCES, st.data(), st.integers(24, 120), st.booleans())
def test_arcs_end_at_their_words(words: list[str], data: st.DataObject, width: int, has_tags: bool) -> None:
    places = st.integers(1, len(words))
    asked = data.draw(places)
    gold_head, head = (data.draw(places.filter(lambda place: place != asked)) for _ in range(2))
    tags = ["NOUN"] * len(words) if has_tags else []
    drawing = Drawing(words, asked, (gold(asked, gold_head), predicted(asked, head)), tags)
    lines = drawn(drawing, width, CELLS)
    assert len(lines) == 5 + has_tags
    assert all(cell_len(line.text) <= width for line in lines)
    above, middle, below = lines[1].text, lines[2], lines[3 + has_tags].text
    assert above.index("▼") in stretch(middle, "asked")
    assert above.index("│") in stretch(middle, "gold head")
    assert below.index("▲") in stretch(middle, "asked")
    assert below.index("┆") in stretch(middle, "gold head" if head == gold_head else "predicted head")


ENDS = st.integers(-1, 62)
ARCS = st.lists(st.builds(Arc, ENDS, ENDS, st.text(LETTERS, max_size=20), st.booleans()), max_size=6)


@given(SENTENCES, ENDS, ARCS, st.integers(1, 100))
def test_any_sentence_and_any_arcs_are_drawn(words: list[str], focus: int, arcs: list[Arc], width: int) -> None:
    drawing = Drawing(words, focus, arcs, heads=[len(words) - place for place in range(len(words))])
    assert all(cell_len(line.text) <= width for line in drawn(drawing, width, CELLS))
    ElementTree.fromstring(tree_svg(drawing))


# On the screen


@pytest.fixture
def attachments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goed: Goed) -> Iterator[Path]:
    """A study of a package's domain that tells its cases by drawings."""
    folder = tmp_path / "site"
    write(folder / "attachments.py", (Path(__file__).parent / "attachments.py").read_text(encoding="utf-8"))
    about = folder / "attachments-1.0.dist-info"
    write(about / "METADATA", "Metadata-Version: 2.1\nName: attachments\nVersion: 1.0\n")
    write(about / "entry_points.txt", "[goed.domains]\nattachments = attachments:DOMAIN\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("GOED_BIDI", "goed")
    forget_domains()
    write(Path("items.tsv"), [[DOG, "6", "2"], [HEBREW, "1", "2"], [DANISH, "10", "1"], ["I see you", "0", "2"]])
    goed("import", "items", "items.tsv", "--language", "dec", "--domain", "attachments")
    goed("split", "--sampling", "uniform", "--seeds", 1, "--sizes", 1, "--dev", 0)
    goed("run", "--model", "next", "--jobs", 1)
    yield Path("study.goed")
    monkeypatch.undo()
    forget_domains()


def test_the_label_screen_draws_a_case(attachments: Path) -> None:
    drawings: dict[str, str] = {}

    async def look(sitting: Sitting) -> None:
        for _ in range(3):
            case = [
                line.split("││")[1].removesuffix("│").rstrip() for line in sitting.text.splitlines() if "││" in line
            ]
            drawings[sitting.title.split()[0]] = dedent("\n".join(["", *case[:6], ""]))
            assert case[6].split()[0] == "shows", "a drawing is six lines high"
            assert "gold error" in case[-1], "all fits"
            await sitting.press("space")

    sit_down(attachments, look, size=(80, 24))
    assert drawings["the"] == dedent("""
              ╭────── nsubj ──────╮
              ▼                   │
        the  dog  that  I  saw  barks
        THE  DOG  THAT  I  SAW  BARK
              ▲    ┆
              ╰next╯
    """)
    assert drawings["To"] == dedent("""
        ╭──────────── nsubj ────────────╮
        ▼                               │
        To kendte russiske …5… Klamkin tror ikke , …
        TO  KEND    RUSS        KLAM   TROR IKKE ,
        ▲    ┆
        ╰next╯
    """)
    assert "לודגה  רפסה  תא  דליה  ארק" in drawings["רפסה"]


def test_gold_and_answer_differ_in_style_in_every_theme() -> None:
    drawing = sentence(DOG, gold(2, 6), predicted(2, 5))
    for theme in THEMES:
        style = CaseStyle(PANE, Bidi.GOED, Script.OFF, palette(theme), NamesForPeople())
        lines = DrawnParagraph(drawing).lines(style)
        styles = {line.plain[span.start : span.end]: str(span.style) for line in lines for span in line.spans}
        assert len({styles["dog"], styles["saw"], styles["barks"]}) == 3
        assert styles["▼"] != styles["▲"]


# As an outline


def test_a_tree_is_outlined() -> None:
    lines = tree_lines(DOG.split(), (2, 6, 5, 5, 2, 0), ["det", "nsubj", "obj", "nsubj", "acl", "root"], 44, CELLS)
    assert "\n".join(["", *lines, ""]) == dedent("""
        6 barks  root
        ╰─ 2 dog  nsubj
           ├─ 1 the  det
           ╰─ 5 saw  acl
              ├─ 3 that  obj
              ╰─ 4 I  nsubj
    """)


def test_circles_and_heads_that_are_not_there_are_outlined_with_their_heads() -> None:
    assert tree_lines(["a", "b", "c", "d", "e"], (2, 3, 1, 9, 4), (), 44, CELLS) == [
        "4 d  (head: 9)",
        "╰─ 5 e",
        "1 a  (head: 2)",
        "╰─ 3 c",
        "   ╰─ 2 b",
    ]


@given(SENTENCES, st.data(), st.integers(10, 80))
def test_an_outline_has_every_word_once(words: list[str], data: st.DataObject, width: int) -> None:
    heads = data.draw(st.lists(ENDS, min_size=len(words), max_size=len(words)))
    lines = tree_lines(words, heads, (), width, CELLS)
    assert len(lines) == len(words)
    assert all(cell_len(line) <= width for line in lines)


# As SVG


SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_tree_is_drawn_as_svg() -> None:
    drawing = sentence(DOG, gold(2, 6), predicted(2, 5), tags=DOG_TAGS)._replace(heads=(2, 6, 5, 5, 2, 0))
    svg = tree_svg(drawing)
    assert texts(svg) == ["nsubj", *DOG.split(), *DOG_TAGS.split(), "dmv"]
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == DOG
    assert root.findtext(f"{SVG}desc") == ("“dog” depends on “barks” (gold, nsubj); “dog” depends on “saw” (dmv)")
    lines = [path for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    assert [path.get("stroke-dasharray") for path in lines] == [None, None, "5 3"]
    assert [path.get("stroke") for path in lines][1:] == [GOLD, PREDICTED]
    assert lines[0].get("d", "").count("M") == 5, "the rest of the gold tree is one path"


def test_markup_in_words_stays_text() -> None:
    nasty = ("</text><script>alert(1)</script>", "a&b\x00", "\ud800\ufffe")
    svg = tree_svg(Drawing(nasty, 1, (gold(1, 2, "<b>"), predicted(1, 0, "]]>")), ("<", ">", '"')))
    assert "<script" not in svg
    shown = texts(svg)
    assert {"</text><script>alert(1)</script>", "a&b\\x00", "\\ud800\\ufffe", "<b>", "ROOT · ]]>"} <= set(shown)


def test_hebrew_is_read_from_the_right_on_the_page_too() -> None:
    svg = tree_svg(sentence(HEBREW, gold(2, 1), predicted(2, 5)))
    places = {each.text: int(each.get("x", "")) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    across = [places[word] for word in HEBREW.split()]
    assert across == sorted(across, reverse=True)
    assert 'direction="rtl"' in svg
    assert f"<title>{HEBREW}</title>" in svg


def test_real_sentences_take_little_room_on_the_page(shared: Path) -> None:
    sizes = []
    blocks = (shared / "treebanks" / "danish-cdt.conll").read_text("utf-8").split("\n\n")
    for block in blocks[:400]:
        rows = [line.split("\t") for line in block.splitlines()]
        heads = [int(row[6]) for row in rows]
        asked = 1 + len(block) % len(rows)
        arcs = (gold(asked, heads[asked - 1]), predicted(asked, (asked + len(rows) // 2) % (len(rows) + 1)))
        drawing = Drawing([row[1] for row in rows], asked, arcs, [row[3] for row in rows], heads)
        sizes.append(len(tree_svg(drawing).encode()))
        assert len(drawn(drawing, PANE, CELLS)) <= 6
    assert max(sizes) < 4000
