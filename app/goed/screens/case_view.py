"""The case at the right: an output with all its evidence, and the keys to label it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from goed.annotation.case import Certainty, OutputCase, SimilarOutput, SizeCount, Trend
from goed.annotation.difference import difference, letters
from goed.domains.domain import Told
from goed.domains.registry import domain_of, verdict_of
from goed.labels.names import NamesForPeople
from goed.labels.peoples_labels import CLASSIFIER
from goed.screens.actions import VERDICT_KEYS
from goed.screens.bidi import for_terminal
from goed.screens.drawn_paragraph import DrawnParagraph
from goed.screens.lines_view import LinesView, flowed, key_text
from goed.screens.paragraphs import MARGIN, CaseStyle, Paragraph, difference_text, transliterated
from goed.screens.safe_text import shown, width_of
from goed.study.judgements import Judgement

NOTHING = "nothing to judge here"
BARS = "▁▂▃▄▅▆▇█"
LONGEST_WORD = 60  # cells of a form within a line
LONGEST_MODEL = 24  # cells of a model's name
MOST_MODELS = 6
WIDE = 60  # cells; a narrower case shows only two models
LETTERS = "abcde"  # the keys of the people who differ
YOU = "you"


class CaseView(LinesView):
    """All that helps to judge an output, with the keys of its classes at the bottom."""

    DEFAULT_CSS = "CaseView { border: round $primary; width: 3fr; height: 1fr; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._shown = 0  # the number of the output
        self._top = 0  # the line of the case that is shown at the top

    def show_case(self, case: OutputCase | None, style: CaseStyle, classes: Sequence[str], is_gold: bool) -> None:
        """Draw a case."""
        if case is None:
            self.border_title = self.border_subtitle = ""
            self.show([Text(NOTHING, "dim")])
            return
        room = max(8, (style.width - 10) // 2)
        word, predicted = (_word(text, style, room) for text in (case.output.word, case.output.predicted))
        sign = "" if case.output.predicted == case.output.gold else "*"
        self.border_title = Text(f"{word} → {sign}{predicted or '∅'}")
        features = shown(case.output.features, 24)
        self.border_subtitle = Text(f"gold {_word(case.output.gold, style, 30)} · {features}")
        keys = self._keys(case, style, classes, is_gold)
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

    def _keys(self, case: OutputCase, style: CaseStyle, classes: Sequence[str], is_gold: bool) -> list[Text]:
        """The lines of keys: digits with their classes, the current one highlighted; then flags and verdicts."""
        marked = style.colours.changed
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
            pieces.append(key_text(key, word, marked if flag in given.flags else ""))
        for key, verdict in zip(VERDICT_KEYS, domain_of(case.output.domain).verdicts, strict=False):
            pieces.append(key_text(key, verdict.words, marked if verdict.name == given.verdict else ""))
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
    yield from _forms(case, style)
    if case.is_blind:
        yield Paragraph("blind", Text("what does this form show? The label appears once you have judged it"))
    elif style.is_dispute:
        yield from dispute(case, style)
    else:
        yield from _label(case, style)
        yield from notes_and_others(case, style)
    if not case.is_blind:
        yield from _reason(case, style)
    yield Paragraph("seen in", _seen(case.trend, case.n_predictions, MOST_MODELS if style.width >= WIDE else 2))
    for name, values in case.circumstances.items():
        yield Paragraph(name, Text(" · ".join(f"{shown(value, 30)} {n:,}×" for value, n in values.items())))
    if case.certainty is not None:
        yield Paragraph("model says", certainty_line(case.certainty, style))
    if case.similar or case.similar is None:
        yield Paragraph("alike", _similar(case.similar, case.output.language, style))


def _forms(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph | DrawnParagraph]:
    """The forms, as their domain explains them; in Latin letters, if wanted; frequency and accepted variants."""
    output = case.output
    for paragraph in domain_of(output.domain).told(output):
        if paragraph.drawing is not None:
            yield DrawnParagraph(paragraph.drawing)
            continue
        yield Paragraph(paragraph.word, _paragraph_text(paragraph, style), is_running=paragraph.change is None)
    latin = [transliterated(text, style.script) for text in (output.word, output.predicted, output.gold)]
    if all(latin):
        lemma, predicted, gold = (shown(text or "", LONGEST_WORD) for text in latin)
        yield Paragraph("in Latin", Text(f"{lemma} → {predicted} · gold {gold}"))
    about = []
    if output.frequency is not None:
        about.append(f"freq {output.frequency:,.10g}")
    if case.accepted:
        about.append("also accepted: " + ", ".join(_word(form, style) for form in case.accepted))
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
    shows = Text.assemble((names.shown(language, said.pred_class or ""), colours.strong))
    if label is not None and label.evidence and said.pred_class == label.pred_class:
        shows.append(f"  because {shown(label.evidence)}")
    yield Paragraph("shows", shows, is_running=True)
    error = Text.assemble((names.shown(language, said.error or ""), colours.strong))
    error.append(f"  gold is {names.shown(language, said.gold_class or '')}", colours.faint)
    if said.flags:
        error.append(f"  {', '.join(said.flags)}", colours.marked)
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
        yield Paragraph("rule", Text(f"{shown(label.rule)}  {label.confidence:.2f} sure", style.colours.faint))
        if label.considered:
            yield Paragraph("considered", Text(shown(label.considered)), is_running=True)


def _seen(trend: Trend, n_predictions: int, most_models: int) -> Text:
    """Models, with a bar for each size at which they give the output; then the numbers of seeds and predictions."""
    there = {model: counts for model, counts in trend.by_model.items() if any(count.n for count in counts)}
    absent = [model for model in trend.by_model if model not in there]
    text = Text()
    for model, counts in list(there.items())[:most_models]:
        text.append(f"{shown(model, LONGEST_MODEL)} ", "bold")
        text.append(" ".join(f"{count.size}{_bar(count)}" for count in counts if count.n) + " · ")
    if len(there) > most_models:
        text.append(f"{len(there) - most_models} more models · ")
    if len(absent) > 2:
        text.append(f"not in {len(absent)} other models · ")
    else:
        text.append("".join(f"{shown(model, LONGEST_MODEL)} – · " for model in absent))
    return text.append(f"{trend.seeds} of {trend.n_seeds} seeds · {n_predictions:,}×")


def _bar(count: SizeCount) -> str:
    return BARS[min(len(BARS) - 1, count.n * len(BARS) // count.n_runs)]


def certainty_line(certainty: Certainty, style: CaseStyle) -> Text:
    """The scores of an output, then the edit actions of the most certain prediction, cut to fit."""
    text = Text(_scores(certainty), no_wrap=True)
    if certainty.actions:
        whose = f"{shown(certainty.model, LONGEST_MODEL)} {certainty.size}: " if certainty.n > 1 else ""
        text.append(f" · {whose}" if text else whose)
        # Letter by letter, so that Arabic actions run from left to right, too: in ب>ت the new letter is at the right.
        actions = letters(shown(certainty.actions, max(0, style.width - MARGIN - text.cell_len)))
        text.append("".join(for_terminal(letter, style.bidi) for letter in actions))
    return text


def _scores(certainty: Certainty) -> str:
    """The log-probability, or the range of several: `log p −2.10 to −0.31 in 5 runs`."""
    if certainty.highest is None or certainty.lowest is None:
        return ""
    low, high = (f"{number:.2f}".replace("-", "−") for number in (certainty.lowest, certainty.highest))
    if certainty.n == 1:
        return f"log p {high}"
    return f"log p {high if low == high else f'{low} to {high}'} in {certainty.n} runs"


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
    label, names, language = case.output.label, style.names, case.output.language
    if label is not None:
        text = Text(f"{names.shown(language, label.pred_class)}, {names.shown(language, label.error)}")
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
    columns = [[names.shown(language, word or "") for word in (said.pred_class, said.error)] for _, said in everybody]
    widths = [max(map(width_of, column), default=0) for column in zip(*columns, strict=True)]
    n_golds = len({said.gold_class for _, said in everybody if said.is_label})
    for place, (name, said) in enumerate(everybody):
        text = Text()
        for word, width in zip(columns[place], widths, strict=True):
            text.append(word + " " * (width - width_of(word) + 2), style.colours.strong)
        if said.is_label and n_golds > 1:
            text.append(f"gold is {names.shown(language, said.gold_class or '')}  ")
        text.append(f"{', '.join(said.flags_and_verdict)}  " if said.flags_and_verdict else "", style.colours.marked)
        text.append(f"“{shown(said.note)}”" if said.note else "")
        text.rstrip()
        key = keys[place] if place < len(keys) and said.is_label else ""
        yield Paragraph(name, text, is_running=True, key=key)


def _verdict(case: OutputCase, style: CaseStyle) -> Iterator[Paragraph]:
    if case.verdict is None:
        return
    said, names, language = case.verdict.judgement, style.names, case.output.language
    text = Text("✓ ", style.colours.done)
    text.append(f"{names.shown(language, said.pred_class or '')}, {names.shown(language, said.error or '')}", "bold")
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
    return f"{case.output.word} → {case.output.predicted}   {' · '.join(said)}"
