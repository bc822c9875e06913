"""The actions of all screens; key bindings, key bar and help are made from them."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual.binding import Binding, BindingType


@dataclass(frozen=True)
class Action:
    """Something that a key does."""

    keys: str  # as Textual names them, separated by commas
    shown: str  # as shown to people
    name: str  # the screen's action method, with arguments; {key} stands for the key
    word: str  # in the key bar; if empty, the action is only on the help screen
    help: str
    rank: int = 5  # in a narrow key bar, actions with the highest rank are dropped first


DIGITS = "1,2,3,4,5,6,7,8,9"
FAR = 10**9  # lines: more than any list has
KEY = 8  # cells for the name of a key on the help screen
VERDICT_KEYS = "wyzi"  # one for each verdict of a domain, in their order

EVERYWHERE = (
    Action("L", "L", "app.go('label')", "", "Label: judge outputs one by one"),
    Action("R", "R", "app.go('runs')", "", "Runs: what is done, what is left; start and stop it"),
    Action("T", "T", "app.go('trajectories')", "", "Trajectories: learning curves and errors along the sizes"),
    Action("A", "A", "app.go('agreement')", "", "Agreement: annotators with each other and with the classifier"),
    Action("D", "D", "app.change_theme", "", "dark, light, or the terminal's own colours"),
    Action("question_mark,f1", "?", "app.help", "help", "all keys of this screen", 0),
    Action("q,ctrl+q", "q", "app.leave", "quit", "quit; everything is saved already", 1),
)

LABEL = (
    Action("enter", "⏎", "accept", "accept", "the label is right: accept it and go on", 0),
    Action(
        DIGITS,
        "1-9",
        "digit('{key}')",
        "class",
        "the answer is of this class (see beneath the case): give it, go on",
        0,
    ),
    Action("0", "0", "ask('class')", "", "choose from all classes of the language"),
    Action("space", "space", "skip", "skip", "go on without a label", 2),
    Action("u", "u", "undo", "undo", "take back what you did last, as often as you like, also of earlier sittings", 1),
    Action("U,ctrl+r", "U", "redo", "", "do again what you took back"),
    Action("n", "n", "ask('note')", "note", "write a note on this output", 3),
    Action("f", "f", "mark", "flag", "flag it to come back to, or take the flag away", 3),
    Action("v", "v", "toggle_flag('variant')", "", "the answer is right, too: an accepted variant"),
    Action("g", "g", "toggle_flag('gold-error')", "", "the gold form is wrong in the data, where no verdict says so"),
    Action("m", "m", "ask('flags')", "", "all flags that an answer can have: spelling, stem, convention …"),
    Action("G", "G", "gold_class", "", "the next digit is the class of the gold form, where people may say it"),
    Action("slash", "/", "ask('filter')", "filter", "which outputs to see, in which order; a pattern to search for", 2),
    Action("p", "p", "ask('blind')", "", "blind queues: a random audit, or what somebody else has labelled"),
    Action("s", "s", "ask('similar')", "similar", "outputs like this one, to label together in one act", 3),
    Action("o", "o", "others", "", "show or hide what other annotators say"),
    Action("a,b,c,d,e", "a-e", "settle('{key}')", "", "in a queue of disagreements: take the label of that letter"),
    Action("t", "t", "transliterate", "translit", "Arabic in Latin letters: off, Buckwalter, scholarly", 4),
    Action("B", "B", "bidi", "", "Arabic reads the wrong way round here: let goed, or the terminal, turn it"),
    Action("j,down", "↓", "move(1)", "", "the next output of the queue"),
    Action("k,up", "↑", "move(-1)", "", "the one before"),
    Action("J", "J", "scroll_case(3)", "", "further down in a case that is longer than the window"),
    Action("K", "K", "scroll_case(-3)", "", "up again"),
    Action("pagedown", "PgDn", "page(1)", "", "a page on"),
    Action("pageup", "PgUp", "page(-1)", "", "a page back"),
    Action("home", "Home", f"move(-{FAR})", "", "the first output of the queue"),
    Action("end", "End", f"move({FAR})", "", "the last one"),
    Action("right_square_bracket,x", "x", "next_open", "", "the next output that you have not labelled"),
    Action("r", "r", "refresh", "", "open the queue anew: what is done goes, what has come in joins"),
)

# Not in the key bar: shown beneath the case, in the words of its domain
VERDICTS = (
    Action(
        ",".join(VERDICT_KEYS),
        "w y z i",
        "verdict('{key}')",
        "",
        "a verdict, apart from the class (see beneath the case)",
    ),
)

TRAJECTORIES = (
    Action("v", "v", "view", "curves/errors", "learning curves, or kinds of error along the sizes", 0),
    Action("l", "l", "next('language')", "language", "the next language", 1),
    Action("s", "s", "next('sampling')", "strategy", "the next sampling strategy; curves: all of them, too", 1),
    Action("m", "m", "next('model')", "model", "the next model; curves: all of them, too", 1),
    Action("M", "M", "next('model', -1)", "", "the model before"),
    Action("p", "p", "next('part')", "part", "test, dev, or core: the first words that a model learns from", 2),
    Action(
        "r", "r", "measure", "rate/share", "errors: their rate among the items asked, or their share of all errors", 2
    ),
    Action("z", "z", "zoom", "zoom", "the upright axis: 0 to 100 %, or as short as the numbers allow", 3),
    Action(
        "w", "w", "save", "save csv", "write the numbers shown into a file, as `goed stats --format csv` prints them", 2
    ),
    Action("enter", "⏎", "open", "open", "curves: the errors of this curve; errors: these cases, in Label", 0),
    Action("left", "←→↑↓", "move(0, -1)", "cursor", "the size before, the next size, the row above, the row below", 3),
    Action("right", "→", "move(0, 1)", "", "the next size"),
    Action("k,up", "↑", "move(-1, 0)", "", "the curve or the kind of error above"),
    Action("j,down", "↓", "move(1, 0)", "", "the one below"),
    Action("pageup", "PgUp", "move(-10, 0)", "", "ten up"),
    Action("pagedown", "PgDn", "move(10, 0)", "", "ten down"),
    Action("home", "Home", f"move(0, -{FAR})", "", "the smallest size"),
    Action("end", "End", f"move(0, {FAR})", "", "the largest size"),
)

RUNS = (
    Action("enter,g", "⏎", "start", "run", "run what is chosen; where nothing is, what the cursor is on", 0),
    Action("space", "space", "choose", "choose", "choose a line or a size of it, or take that back", 1),
    Action("a", "a", "choose_all", "all", "choose all that is planned, or nothing", 2),
    Action("c", "c", "cancel", "stop", "stop what this screen has started; it can go on later", 1),
    Action("y", "y", "retry", "retry", "try again what has failed: of what is chosen, or where the cursor is", 2),
    Action("f", "f", "next_failed", "", "to the next run that has failed"),
    Action("l", "l", "log", "log", "messages and logs of the runs where the cursor is", 3),
    Action("p", "p", "plan", "plan", "plan new runs of a model", 3),
    Action("delete,backspace", "Del", "unplan", "", "forget runs that are chosen and not begun"),
    Action("escape", "Esc", "choose_none", "", "choose nothing"),
    Action("left,h", "←", "move(0, -1)", "", "a size back; before the first is the whole line"),
    Action("right", "→", "move(0, 1)", "", "a size on"),
    Action("down,j", "↓", "move(1, 0)", "", "the next line"),
    Action("up,k", "↑", "move(-1, 0)", "", "the line before"),
    Action("pagedown", "PgDn", "page(1)", "", "a page on"),
    Action("pageup", "PgUp", "page(-1)", "", "a page back"),
    Action("home", "Home", f"move(-{FAR}, 0)", "", "the first line"),
    Action("end", "End", f"move({FAR}, 0)", "", "the last line"),
    Action("r", "r", "refresh", "", "read all states anew"),
)

AGREEMENT = (
    Action("enter", "⏎", "open", "open", "what they differ on, in Label; in the table: the outputs of the cell", 0),
    Action("tab", "Tab", "other_part", "table", "from the judges to what they confuse, and back", 0),
    Action(
        "c",
        "c",
        "compare",
        "compare",
        "compare something else: error, what the form shows, gold class, flags, verdict",
        1,
    ),
    Action("w", "w", "right_ones", "right/wrong", "right and wrong outputs, or wrong ones only", 1),
    Action("down,j", "↓", "move(1, 0)", "", "the next judges; in the table: a line down"),
    Action("up,k", "↑", "move(-1, 0)", "", "the ones before; in the table: a line up"),
    Action("right,l", "→", "move(0, 1)", "", "in the table: a column to the right"),
    Action("left,h", "←", "move(0, -1)", "", "in the table: a column to the left"),
    Action("pagedown", "PgDn", "move(10, 0)", "", "ten lines on"),
    Action("pageup", "PgUp", "move(-10, 0)", "", "ten lines back"),
    Action("home", "Home", f"move(-{FAR}, 0)", "", "the first line"),
    Action("end", "End", f"move({FAR}, 0)", "", "the last line"),
    Action("escape", "Esc", "to_judges", "", "from the table back to the judges"),
    Action("r", "r", "refresh", "", "compare again; what others do is seen without it"),
)


def help_text(actions: tuple[Action, ...]) -> Text:
    """The text of the help screen: what every key does."""
    text = Text()
    for heading, group in (("", actions), ("\non every screen\n", EVERYWHERE)):
        text.append(heading, "bold")
        for action in group:
            text.append(f"{action.shown:>{KEY}}", "bold").append(f"  {action.help}\n")
    return text


def bindings(actions: tuple[Action, ...]) -> list[BindingType]:
    """Textual's bindings for a screen's actions.

    They have priority, so that Textual finishes one key before it looks at the next: in fast typing, a key then goes
    to the window that the previous key opened.
    """
    return [
        Binding(key, action.name.format(key=key), action.word or action.help, show=bool(action.word), priority=True)
        for action in actions
        for key in action.keys.split(",")
    ]
