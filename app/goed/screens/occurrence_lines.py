"""Where an output occurs: in runs of which models and sizes, how certain those were, and what others answered."""

from __future__ import annotations

from rich.text import Text

from goed.annotation.case import Certainty, OutputCase, SizeCount, Trend
from goed.annotation.difference import letters
from goed.domains.registry import answer_in_words
from goed.screens.bidi import for_terminal
from goed.screens.paragraphs import MARGIN, CaseStyle
from goed.screens.safe_text import shown

BARS = "▁▂▃▄▅▆▇█"
LONGEST_MODEL = 24  # cells of a model's name
LONGEST_OTHER = 24  # cells of another answer
MOST_GIVING = 3  # models named that give another answer


def seen(trend: Trend, n_predictions: int, most_models: int) -> Text:
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


def other_answers(case: OutputCase, style: CaseStyle) -> Text:
    """What else is answered to the item, and by whom: saw (dmv 3×, left 2×) · ROOT (random 1×)."""
    text = Text()
    for other in case.other_answers:
        text.append(" · " if text else "")
        is_gold = other.answer == case.output.gold
        text.append(
            shown(answer_in_words(case.output, other.answer), LONGEST_OTHER), style.colours.done if is_gold else ""
        )
        text.append("✓" if is_gold else "", style.colours.done)
        models = list(other.by_model.items())
        said = ", ".join(f"{shown(model, LONGEST_MODEL)} {n:,}×" for model, n in models[:MOST_GIVING])
        more = f", {len(models) - MOST_GIVING} more" if len(models) > MOST_GIVING else ""
        text.append(f" ({said}{more})", style.colours.faint)
    return text


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
