"""A case in lines: what the form shows and why, where it occurs, what is like it, and what people said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from goed.annotation.case import Case, Certainty, Example, Mark, Trend
from goed.annotation.difference import difference
from goed.annotation.letters import letters
from goed.domains.domain import Told
from goed.domains.registry import domain_of, verdict_of
from goed.screens.bidi import for_terminal
from goed.screens.difference_line import difference_text
from goed.screens.drawing import MARGIN, Drawing, Paragraph, lines_of, transliterated
from goed.screens.people_lines import dispute, notes_and_others
from goed.screens.safe_text import shown

BARS = "▁▂▃▄▅▆▇█"
LONGEST_WORD = 60  # cells of a form within a line
LONGEST_MODEL = 24  # cells of a model's name
MOST_MODELS = 6
WIDE = 60  # cells of a case from which on there is room for so many


def heading(case: Case, drawing: Drawing) -> str:
    """The title above a case: bring → *brang."""
    room = max(8, (drawing.width - 10) // 2)
    lemma, predicted = (_word(text, drawing, room) for text in (case.output.word, case.output.predicted))
    sign = "" if case.output.predicted == case.output.gold else "*"
    return f"{lemma} → {sign}{predicted or '∅'}"


def subheading(case: Case, drawing: Drawing) -> str:
    """What stands beside the title: the gold form and the features."""
    return f"gold {_word(case.output.gold, drawing, 30)} · {shown(case.output.features, 24)}"


def case_lines(case: Case, drawing: Drawing) -> list[Text]:
    """All that is known of a case, the most important first."""
    lines: list[Text] = []
    for paragraph in _paragraphs(case, drawing):
        lines += lines_of(paragraph, drawing)
    return lines


def _paragraphs(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    yield from _forms(case, drawing)
    if case.is_blind:
        yield Paragraph("blind", Text("what does this form show? The label appears once you have judged it"))
    elif drawing.is_dispute:
        yield from dispute(case, drawing)
    else:
        yield from _label(case, drawing)
        yield from notes_and_others(case, drawing)
    if not case.is_blind:
        yield from _reason(case, drawing)
    yield Paragraph("seen in", _seen(case.trend, case.n_predictions, MOST_MODELS if drawing.width >= WIDE else 2))
    for name, values in case.circumstances.items():
        yield Paragraph(name, Text(" · ".join(f"{shown(value, 30)} {n:,}×" for value, n in values.items())))
    if case.certainty is not None:
        yield Paragraph("model says", certainty_line(case.certainty, drawing))
    if case.alike or case.alike is None:
        yield Paragraph("alike", _alike(case.alike, case.output.language, drawing))


def _forms(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    """What the domain tells of the answer, changes letter by letter; and in Latin letters where that is wanted."""
    output = case.output
    for told in domain_of(output.domain).told(output):
        yield Paragraph(told.word, _told(told, drawing), is_running=told.change is None)
    latin = [transliterated(text, drawing.script) for text in (output.word, output.predicted, output.gold)]
    if all(latin):
        lemma, predicted, gold = (shown(text or "", LONGEST_WORD) for text in latin)
        yield Paragraph("in Latin", Text(f"{lemma} → {predicted} · gold {gold}"))
    about = []
    if output.frequency is not None:
        about.append(f"freq {output.frequency:,.10g}")
    if case.accepted:
        about.append("also accepted: " + ", ".join(_word(form, drawing) for form in case.accepted))
    if about:
        yield Paragraph("word", Text(" · ".join(about)))


def _told(told: Told, drawing: Drawing) -> Text:
    if told.change is not None:
        room = drawing.width - MARGIN
        return difference_text(difference(*told.change), room, drawing.bidi, drawing.colours.changed)
    text = Text(shown(told.text))
    for start, end in told.emphasis:
        text.stylize(drawing.colours.strong, start, end)
    return text


def _label(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    language, said, label = case.output.language, case.present, case.output.label
    names, colours = drawing.names, drawing.colours
    shows = Text.assemble((names.of(language, said.pred_class or ""), colours.strong))
    if label is not None and label.evidence and said.pred_class == label.pred_class:
        shows.append(f"  because {shown(label.evidence)}")
    yield Paragraph("shows", shows, is_running=True)
    error = Text.assemble((names.of(language, said.error or ""), colours.strong))
    error.append(f"  gold is {names.of(language, said.gold_class or '')}", colours.faint)
    if said.flags:
        error.append(f"  {', '.join(said.flags)}", colours.marked)
    yield Paragraph("error", error)
    verdict = verdict_of(case.output.domain, said.verdict)
    if verdict is not None:
        yield Paragraph("verdict", Text(verdict.words, colours.marked))
    if case.is_checked:
        yield Paragraph("", _yours(case, drawing))


def _reason(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    """The classifier's rule, how sure it is, and what else it saw."""
    label = case.output.label
    if label is not None:
        rule = Text(f"{shown(label.rule)}  {label.confidence:.2f} sure", drawing.colours.faint)
        yield Paragraph("rule", rule)
        if label.considered:
            yield Paragraph("considered", Text(shown(label.considered)), is_running=True)


def _yours(case: Case, drawing: Drawing) -> Text:
    """That the annotator has checked it, and what the classifier says where it says something else."""
    label = case.output.label
    text = Text("✓ checked by you", drawing.colours.done)
    if label is not None and label.error != case.present.error:
        text.append(f"; the classifier says {drawing.names.of(case.output.language, label.error)}", "")
    return text


def _seen(trend: Trend, n_predictions: int, most_models: int) -> Text:
    """Models with a bar for each size at which they give the output; then how many seeds and predictions."""
    there = {model: marks for model, marks in trend.by_model.items() if any(mark.n for mark in marks)}
    absent = [model for model in trend.by_model if model not in there]
    text = Text()
    for model, marks in list(there.items())[:most_models]:
        text.append(f"{shown(model, LONGEST_MODEL)} ", "bold")
        text.append(" ".join(f"{mark.size}{_bar(mark)}" for mark in marks if mark.n) + " · ")
    if len(there) > most_models:
        text.append(f"{len(there) - most_models} more models · ")
    if len(absent) > 2:
        text.append(f"not in {len(absent)} other models · ")
    else:
        text.append("".join(f"{shown(model, LONGEST_MODEL)} – · " for model in absent))
    return text.append(f"{trend.seeds} of {trend.n_seeds} seeds · {n_predictions:,}×")


def _bar(mark: Mark) -> str:
    return BARS[min(len(BARS) - 1, mark.n * len(BARS) // mark.n_runs)]


def certainty_line(told: Certainty, drawing: Drawing) -> Text:
    """The scores, then the actions of the surest prediction, as far as they fit."""
    text = Text(_scores(told), no_wrap=True)
    if told.actions:
        whose = f"{shown(told.model, LONGEST_MODEL)} {told.size}: " if told.n > 1 else ""
        text.append(f" · {whose}" if text else whose)
        text.append(_in_order(shown(told.actions, max(0, drawing.width - MARGIN - text.cell_len)), drawing))
    return text


def _scores(told: Certainty) -> str:
    """The log-probability, or the range of several: log p −2.10 to −0.31 in 5 runs."""
    if told.highest is None or told.lowest is None:
        return ""
    if told.n == 1:
        return f"log p {_signed(told.highest)}"
    low, high = _signed(told.lowest), _signed(told.highest)
    return f"log p {high if low == high else f'{low} to {high}'} in {told.n} runs"


def _signed(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")


def _in_order(actions: str, drawing: Drawing) -> str:
    """Actions from left to right whatever the letters: in ب>ت the new letter stands at the right."""
    return "".join(for_terminal(letter, drawing.bidi) for letter in letters(actions))


def _alike(examples: Sequence[Example] | None, language: str, drawing: Drawing) -> Text:
    if examples is None:
        return Text("…", drawing.colours.faint)
    text = Text()
    for example in examples:
        text.append(f"{_word(example.word, drawing, 24)}→{_word(example.predicted, drawing, 24)}")
        if example.pred_class is not None:
            yours = drawing.names.of(language, example.pred_class)
            text.append(" ✓" if example.agrees else f" (yours: {yours})", drawing.colours.done)
        text.append("   ")
    return text


def _word(text: str, drawing: Drawing, width: int = LONGEST_WORD) -> str:
    return for_terminal(shown(text, width), drawing.bidi)
