"""What people say of a case; where they differ, each of them with a letter that decides for their label."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from goed.annotation.case import Case
from goed.labels.peoples_labels import CLASSIFIER
from goed.screens.drawing import Drawing, Paragraph
from goed.screens.safe_text import shown, width_of
from goed.study.judgements import Judgement

LETTERS = "abcde"
YOU = "you"


def by_letter(case: Case) -> dict[str, Judgement]:
    """The label that each letter stands for."""
    return dict(zip(LETTERS, (said for _, said in _everybody(case) if said.is_label), strict=False))


def _everybody(case: Case) -> list[tuple[str, Judgement]]:
    """Who says what: labels before mere notes, by name and oneself last.

    So a letter is the same person's in every case, whoever came first, and stays so when one's own label comes in.
    """
    mine = [(YOU, case.mine)] if case.mine is not None else []
    said = [*sorted(case.others.items()), *mine]
    said = [(name, judgement) for name, judgement in said if judgement.is_label or judgement.note]
    return sorted(said, key=lambda each: not each[1].is_label)


def notes_and_others(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    """Notes and marks of one's own; what others say, where that is shown."""
    if case.mine is not None and case.mine.is_marked:
        yield Paragraph("flagged", Text("to come back to", drawing.colours.marked))
    if case.mine is not None and case.mine.note and not case.others:
        yield Paragraph("your note", Text(shown(case.mine.note)), is_running=True)
    if case.others:
        yield from _side_by_side(case, drawing, "")
    yield from _verdict(case, drawing)


def dispute(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    """The labels that differ, one beneath the other, with their letters and notes; then what the classifier says."""
    yield from _side_by_side(case, drawing, LETTERS)
    label, names, language = case.output.label, drawing.names, case.output.language
    if label is not None:
        text = Text(f"{names.of(language, label.pred_class)}, {names.of(language, label.error)}")
        text.append(f"  {', '.join(label.flags)}" if label.flags else "", drawing.colours.marked)
        if label.evidence:
            text.append(f"  because {shown(label.evidence)}", drawing.colours.faint)
        yield Paragraph(CLASSIFIER, text, is_running=True)
    yield from _verdict(case, drawing)
    if case.mine is not None and case.mine.is_marked:
        yield Paragraph("flagged", Text("to come back to", drawing.colours.marked))


def _side_by_side(case: Case, drawing: Drawing, letters: str) -> Iterator[Paragraph]:
    """Labels in columns, so that it can be seen at once where they differ."""
    everybody, names, language = _everybody(case), drawing.names, case.output.language
    columns = [[names.of(language, word or "") for word in (said.pred_class, said.error)] for _, said in everybody]
    widths = [max(map(width_of, column), default=0) for column in zip(*columns, strict=True)]
    n_golds = len({said.gold_class for _, said in everybody if said.is_label})
    for place, (name, said) in enumerate(everybody):
        text = Text()
        for word, width in zip(columns[place], widths, strict=True):
            text.append(word + " " * (width - width_of(word) + 2), drawing.colours.strong)
        if said.is_label and n_golds > 1:
            text.append(f"gold is {names.of(language, said.gold_class or '')}  ")
        text.append(f"{', '.join(said.marks)}  " if said.marks else "", drawing.colours.marked)
        text.append(f"“{shown(said.note)}”" if said.note else "")
        text.rstrip()
        yield Paragraph(
            name, text, is_running=True, key=letters[place] if place < len(letters) and said.is_label else ""
        )


def _verdict(case: Case, drawing: Drawing) -> Iterator[Paragraph]:
    if case.verdict is None:
        return
    said, names, language = case.verdict.judgement, drawing.names, case.output.language
    text = Text("✓ ", drawing.colours.done)
    text.append(f"{names.of(language, said.pred_class or '')}, {names.of(language, said.error or '')}", "bold")
    text.append(f"  {', '.join(said.marks)}" if said.marks else "", drawing.colours.marked)
    yield Paragraph("settled", text.append(f"  by {shown(case.verdict.annotator, 20)}"), is_running=True)
