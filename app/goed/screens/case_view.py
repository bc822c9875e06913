"""The case at the right: an output with all its evidence, and the keys to label it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from goed.annotation.case import OutputCase, SimilarOutput
from goed.annotation.difference import difference
from goed.domains.domain import Told
from goed.domains.registry import answer_in_words, domain_of, verdict_of
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.screens.actions import VERDICT_KEYS
from goed.screens.bidi import for_terminal
from goed.screens.drawn_paragraph import DrawnParagraph
from goed.screens.lines_view import LinesView, flowed, key_text
from goed.screens.occurrence_lines import certainty_line, other_answers, seen
from goed.screens.paragraphs import MARGIN, CaseStyle, Paragraph, difference_text, transliterated
from goed.screens.safe_text import shown, width_of
from goed.study.judgements import Judgement
from goed_classifiers.values import CORRECT, Label

NOTHING = "nothing to judge here"
LONGEST_WORD = 60  # cells of a form within a line
MOST_MODELS = 6
WIDE = 60  # cells; a narrower case shows only two models
LETTERS = "abcde"  # the keys of the people who differ
YOU = "you"
KIND_QUESTION = "of which kind is this answer?"


class CaseKeys(NamedTuple):
    """What may be said of a case with a single key, besides the verdicts of its domain."""

    classes: Sequence[str]
    flags: Sequence[str]
    is_gold: bool  # whether the next digit is the class of the gold answer


class CaseView(LinesView):
    """All that helps to judge an output, with the keys of its classes at the bottom."""

    DEFAULT_CSS = "CaseView { border: round $primary; width: 3fr; height: 1fr; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._shown = 0  # the number of the output
        self._top = 0  # the line of the case that is shown at the top

    def show_case(self, case: OutputCase | None, style: CaseStyle, possible: CaseKeys) -> None:
        """Draw a case."""
        if case is None:
            self.border_title = self.border_subtitle = ""
            self.show([Text(NOTHING, "dim")])
            return
        room = max(8, (style.width - 10) // 2)
        word, predicted = (_word(text, style, room) for text in (case.output.word, answer_in_words(case.output)))
        sign = "" if case.output.is_right else "*"
        self.border_title = Text(f"{word} → {sign}{predicted or '∅'}")
        features = shown(case.output.features, 24)
        gold = _word(answer_in_words(case.output, case.output.gold), style, 30)
        self.border_subtitle = Text(f"gold {gold}" if gold == features else f"gold {gold} · {features}")
        keys = self._keys(case, style, possible)
        if self._shown != case.output.id:
            self._shown, self._top = case.output.id, 0
        lines = [line for paragraph in _paragraphs(case, style) for line in paragraph.lines(style)]
        lines = self._that_fit(lines, max(0, self.size.height - len(keys)), style.colours.faint)
        self.show([*lines, *keys])

    def scroll(self, steps: int) -> None:
        """Scroll a case that is longer than the window; takes effect when it is drawn again."""
        self._top = max(0, self._top + steps)

    def _that_fit(self, lines: list[Text], room: int, faint: str) -> list[Text]:
        """As many lines as fit; if some do not, the last line names the key that shows them."""
        if len(lines) <= room:
            self._top = 0
            return [*lines, *[Text()] * (room - len(lines))]
        self._top = min(self._top, len(lines) - room + 1)
        is_last = self._top + room > len(lines)
        sign = "K  the lines before" if is_last else f"J  {len(lines) - self._top - room + 1} more lines"
        return [*lines[self._top : self._top + room - 1], Text(f"…  {sign}", faint)][-room:] if room else []

    def _keys(self, case: OutputCase, style: CaseStyle, possible: CaseKeys) -> list[Text]:
        """The lines of keys: digits with their classes, the current one highlighted; then flags and verdicts."""
        marked, (classes, flags, is_gold) = style.colours.changed, possible
        present = self._present(case, style, is_gold)
        pieces = [Text("gold:", style.colours.warning)] if is_gold else []
        if style.is_dispute:
            pieces += [key_text(letter, "is right") for letter in by_letter(case)]
        for number, name in enumerate(classes[:9], start=1):
            word = shown(style.names.shown(case.output.language, name), 20)
            pieces.append(key_text(str(number), word, marked if name == present else ""))
        if len(classes) > 9:
            pieces.append(key_text("0", f"{len(classes) - 9} more"))
        given = style.pending if case.is_blind or style.is_dispute else case.current_label
        for key, word, flag in (("v", "variant", "variant"), ("g", "gold error", "gold-error")):
            if flag in flags:
                pieces.append(key_text(key, word, marked if flag in given.flags else ""))
        for key, verdict in zip(VERDICT_KEYS, domain_of(case.output.domain).verdicts, strict=False):
            words = verdict.words if style.width >= WIDE else verdict.name
            pieces.append(key_text(key, words, marked if verdict.name == given.verdict else ""))
        return flowed(pieces, max(10, style.width))

    def _present(self, case: OutputCase, style: CaseStyle, is_gold: bool) -> str | None:
        """The class to highlight among the digits: the annotator's or the classifier's; in a dispute, the decision."""
        said = case.current_label
        if style.is_dispute:
            if case.verdict is None:
                return None
            said = case.verdict.judgement
        if is_gold:
            return said.gold_class
        return None if case.is_blind else said.pred_class


# The paragraphs of a case


def _paragraphs(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph | DrawnParagraph]:
    """The paragraphs of a case, the most important first."""
    told = domain_of(case.output.domain).told(case.output)
    n_first = next((place for place, each in enumerate(told, 1) if each.drawing is not None), len(told))
    yield from _told(told[:n_first], style)
    if n_first == len(told):
        yield from _about(case, style)
    if case.is_blind:
        question = KIND_QUESTION if is_kind(case) else "what does this form show?"
        yield Paragraph("blind", Text(f"{question} The label appears once you have judged it"))
    elif style.is_dispute:
        yield from dispute(case, style)
    else:
        yield from _label(case, style)
        yield from notes_and_others(case, style)
    if case.output.place is not None and case.other_answers:
        yield Paragraph("others", other_answers(case, style), is_running=True)
    if not case.is_blind:
        yield from _reason(case, style)
    yield Paragraph("seen in", seen(case.trend, case.n_predictions, MOST_MODELS if style.width >= WIDE else 2))
    for name, values in case.circumstances.items():
        yield Paragraph(name, Text(" · ".join(f"{shown(value, 30)} {n:,}×" for value, n in values.items())))
    if case.certainty is not None:
        yield Paragraph("model says", certainty_line(case.certainty, style))
    if case.similar or case.similar is None:
        yield Paragraph("alike", _similar(case.similar, case.output.language, style))
    yield from _told(told[n_first:], style)  # what comes after a drawing, which says most
    if n_first < len(told):
        yield from _about(case, style)
    if case.output.label is not None and is_kind(case) and not case.is_blind:
        yield Paragraph("rule", Text(shown(case.output.label.rule), style.colours.faint))


def is_kind(case: OutputCase) -> bool:
    """Whether the class of its answer is the kind of error, so that one line says both."""
    return bool(domain_of(case.output.domain).right_kind)


def _told(told: Sequence[Told], style: CaseStyle) -> Iterator[Paragraph | DrawnParagraph]:
    """What its domain tells of a case."""
    for paragraph in told:
        if paragraph.drawing is not None:
            yield DrawnParagraph(paragraph.drawing)
            continue
        yield Paragraph(paragraph.word, _paragraph_text(paragraph, style), is_running=paragraph.change is None)


def _about(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    """The forms in Latin letters, if wanted; frequency and accepted variants."""
    output = case.output
    gold, answer = (answer_in_words(output, each) for each in (output.gold, output.predicted))
    latin = [transliterated(text, style.script) for text in (output.word, answer, gold)]
    if all(latin):
        lemma, answer, gold = (shown(text or "", LONGEST_WORD) for text in latin)
        yield Paragraph("in Latin", Text(f"{lemma} → {answer} · gold {gold}"))
    about = []
    if output.frequency is not None:
        about.append(f"freq {output.frequency:,.10g}")
    if case.accepted:
        about.append(
            "also accepted: " + ", ".join(_word(answer_in_words(output, form), style) for form in case.accepted)
        )
    if about:
        yield Paragraph("word", Text(" · ".join(about)))


def _paragraph_text(paragraph: Told, style: CaseStyle) -> Text:
    if paragraph.change is not None:
        room = style.width - MARGIN
        return difference_text(difference(*paragraph.change), room, style.bidi, style.colours.changed)
    text = Text(shown(paragraph.text))
    for start, end in paragraph.emphasis:
        text.stylize(style.colours.strong, start, end)
    return text


def _label(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    language, said, label = case.output.language, case.current_label, case.output.label
    names, colours = style.names, style.colours
    kind, has_kinds = names.shown(language, said.pred_class or ""), is_kind(case)
    shows = Text.assemble((kind, colours.strong))
    if has_kinds:
        is_as_classified = label is not None and said.pred_class == label.pred_class
        shows.append(f"  {label.confidence:.2f} sure" if label and is_as_classified else "", colours.faint)
        shows.append(f"  {', '.join(said.flags)}" if said.flags else "", colours.marked)
    because = label.evidence if label is not None and said.pred_class == label.pred_class else ""
    is_apart = bool(because) and has_kinds and style.width < WIDE  # a sentence takes fewer lines in the whole width
    if because and not is_apart:
        shows.append(f"  because {shown(because)}")
    yield Paragraph(domain_of(case.output.domain).shows, shows, is_running=True)
    if is_apart:
        yield Paragraph("", Text(shown(because)), is_running=True, is_wide=True)
    error = Text.assemble((names.shown(language, said.error or ""), colours.strong))
    error.append(f"  gold is {names.shown(language, said.gold_class or '')}", colours.faint)
    if said.flags and not has_kinds:
        error.append(f"  {', '.join(said.flags)}", colours.marked)
    if not has_kinds or (said.error != said.pred_class and said.error != CORRECT):
        yield Paragraph("error", error)
    verdict = verdict_of(case.output.domain, said.verdict)
    if verdict is not None:
        yield Paragraph("verdict", Text(verdict.words, colours.marked))
    if case.mine is not None and case.mine.is_label:
        yours = Text("✓ checked by you", colours.done)
        if label is not None and label.error != said.error:
            yours.append(f"; the classifier says {names.shown(language, label.error)}", "")
        yield Paragraph("", yours)


def _reason(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    """The classifier's rule, its confidence, and the alternatives that it considered."""
    label = case.output.label
    if label is not None:
        if not is_kind(case):  # else it stands beside the kind, and the rule at the end
            yield Paragraph("rule", Text(f"{shown(label.rule)}  {label.confidence:.2f} sure", style.colours.faint))
        if label.considered:
            yield Paragraph("considered", Text(shown(label.considered)), is_running=True)


def _similar(examples: Sequence[SimilarOutput] | None, language: str, style: CaseStyle) -> Text:
    if examples is None:
        return Text("…", style.colours.faint)
    text = Text()
    for example in examples:
        text.append(f"{_word(example.word, style, 24)}→{_word(example.predicted, style, 24)}")
        if example.pred_class is not None:
            yours = style.names.shown(language, example.pred_class)
            text.append(" ✓" if example.agrees else f" (yours: {yours})", style.colours.done)
        text.append("   ")
    return text


def _word(text: str, style: CaseStyle, width: int = LONGEST_WORD) -> str:
    return for_terminal(shown(text, width), style.bidi)


# What people say


def by_letter(case: OutputCase) -> dict[str, Judgement]:
    """The label that each letter key stands for."""
    return dict(zip(LETTERS, (said for _, said in _everybody(case) if said.is_label), strict=False))


def _everybody(case: OutputCase) -> list[tuple[str, Judgement]]:
    """Who says what: labels before mere notes; each sorted by name, with the annotator last.

    The order does not depend on who labelled first, and the annotator's own new label does not shift others' letters.
    """
    mine = [(YOU, case.mine)] if case.mine is not None else []
    said = [*sorted(case.others.items()), *mine]
    said = [(name, judgement) for name, judgement in said if judgement.is_label or judgement.note]
    return sorted(said, key=lambda each: not each[1].is_label)


def notes_and_others(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    """The annotator's own mark and note, and what others say, if that is shown."""
    yield from _mark(case, style)
    if case.mine is not None and case.mine.note and not case.others:
        yield Paragraph("your note", Text(shown(case.mine.note)), is_running=True)
    if case.others:
        yield from _side_by_side(case, style, "")
    yield from _verdict(case, style)


def dispute(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    """The labels that differ, one below the other, with their letter keys and notes; then the classifier's."""
    yield from _side_by_side(case, style, LETTERS)
    label, names = case.output.label, style.names
    if label is not None:
        text = Text(", ".join(filter(None, _class_and_error(case, label, names))))
        text.append(f"  {', '.join(label.flags)}" if label.flags else "", style.colours.marked)
        if label.evidence:
            text.append(f"  because {shown(label.evidence)}", style.colours.faint)
        yield Paragraph(CLASSIFIER, text, is_running=True)
    yield from _verdict(case, style)
    yield from _mark(case, style)


def _mark(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    if case.mine is not None and case.mine.is_marked:
        yield Paragraph("flagged", Text("to come back to", style.colours.marked))


def _side_by_side(case: OutputCase, style: CaseStyle, keys: str) -> Iterator[Paragraph]:
    """Everybody's labels in aligned columns, so that differences are easy to see."""
    everybody, names, language = _everybody(case), style.names, case.output.language
    columns = [_class_and_error(case, said, names) for _, said in everybody]
    widths = [max(map(width_of, column), default=0) for column in zip(*columns, strict=True)]
    n_golds = len({said.gold_class for _, said in everybody if said.is_label})
    for place, (name, said) in enumerate(everybody):
        text = Text()
        for word, width in zip(columns[place], widths, strict=True):
            if width == 0:
                continue
            text.append(word + " " * (width - width_of(word) + 2), style.colours.strong)
        if said.is_label and n_golds > 1:
            text.append(f"gold is {names.shown(language, said.gold_class or '')}  ")
        text.append(f"{', '.join(said.flags_and_verdict)}  " if said.flags_and_verdict else "", style.colours.marked)
        text.append(f"“{shown(said.note)}”" if said.note else "")
        text.rstrip()
        key = keys[place] if place < len(keys) and said.is_label else ""
        yield Paragraph(name, text, is_running=True, key=key)


def _class_and_error(case: OutputCase, said: Judgement | Label, names: NamesForPeople) -> list[str]:
    """What the answer shows, and its error; only the former where it is the kind of error, and so says both."""
    says_both = is_kind(case) and said.error in (said.pred_class, CORRECT)
    words = (said.pred_class, "" if says_both else said.error)
    return [names.shown(case.output.language, word or "") for word in words]


def _verdict(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    if case.verdict is None:
        return
    said = case.verdict.judgement
    text = Text("✓ ", style.colours.done)
    text.append(", ".join(filter(None, _class_and_error(case, said, style.names))), "bold")
    text.append(f"  {', '.join(said.flags_and_verdict)}" if said.flags_and_verdict else "", style.colours.marked)
    yield Paragraph("settled", text.append(f"  by {shown(case.verdict.annotator, 20)}"), is_running=True)


def revealed(case: OutputCase, names: NamesForPeople) -> str:
    """A line with the labels that were hidden until the annotator gave their own; empty while they still are."""
    if case.is_blind:
        return ""  # only a note or a flag was given, no label yet
    language, label = case.output.language, case.output.label
    said = [f"you: {names.shown(language, case.current_label.error or '')}"]
    if label is not None:
        said.append(f"classifier: {names.shown(language, label.error)} ({label.rule}, {label.confidence:.2f})")
    others = {name: other for name, other in case.others.items() if other.is_label}
    said += [f"{name}: {names.shown(language, other.error or '')}" for name, other in others.items()]
    return f"{case.output.word} → {answer_in_words(case.output)}   {' · '.join(said)}"
