"""The `goed` command: imports subcommands when called, reports errors as one sentence."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from goed import __version__
from goed.errors import GoedError, WrongUsageError, nearest, quoted, visible

# name → module and one line of help; a test checks that the line is also the first of the command's own help
COMMANDS = {
    "demo": ("goed.commands.demo", "See what goed does, on three languages."),
    "init": ("goed.commands.init", "Make a new study."),
    "import": ("goed.commands.imports", "Bring in items, corpora, splits, predictions and labels."),
    "split": ("goed.commands.split", "Part items, or the utterances of corpora: nested training sets, dev and test."),
    "run": ("goed.commands.run", "Train models and predict: what is planned and not done."),
    "make": ("goed.commands.make", "Make a declared study, from nothing to report."),
    "status": ("goed.commands.status", "Tell what the study holds, and what is left to run."),
    "annotate": ("goed.commands.annotate", "Check and fix labels, in a terminal UI."),
    "cases": ("goed.commands.cases", "List outputs to be checked, as the terminal UI would show them."),
    "label": ("goed.commands.label", "Label outputs by their numbers, which `goed cases` tells."),
    "undo": ("goed.commands.undo", "Take back an annotator's last act, whole, and say what it was."),
    "audit": ("goed.commands.audit", "Draw a random sample of outputs to be judged blind."),
    "serve": ("goed.commands.serve", "Open the terminal UI in a browser."),
    "classify": ("goed.commands.classify", "Label outputs by rule: the study's again, or a table's."),
    "stats": ("goed.commands.stats.group", "Accuracies, errors, and how much they vary."),
    "score": ("goed.commands.score.group", "Score other learners' files: categories, dependencies, CCG."),
    "report": ("goed.commands.report", "Write figures, tables and one page that holds them all."),
    "export": ("goed.commands.export", "Write the labelled data set to a file; or predictions, splits, treebanks."),
    "models": ("goed.commands.models", "List the models that can be run."),
    "merge": ("goed.commands.merge", "Bring in what people said in other copies of the study."),
    "backup": ("goed.commands.backup", "Copy the study to FILE, while it may be in use."),
    "check": ("goed.commands.check", "Verify the study's file."),
}

WELCOME = """\
goed trains learners of inflection or dependencies on growing training sets,
puts other systems beside them, and labels and counts their errors, in one file.

  See it work, in seconds: on words of three languages, on a Danish treebank
    goed demo --no-ui; goed demo dependencies --no-ui

  Run the paper's grid on the words that come with goed
    goed init; goed split; goed run

  Compare your system with NONNEUR on data in SIGMORPHON's naming
    goed init --empty
    goed import items FOLDER --as split          eng_100.train …, eng.gold
    goed import predictions FOLDER --model NAME  eng_100.test …
    goed run; goed stats accuracy; goed stats errors
    goed annotate                                check them, in a terminal UI

  Have learners parse a treebank of yours
    goed import corpus FILE --language L         CoNLL-X, CoNLL-U, PASCAL
    goed split; goed run --model dmv@upos right

  goed status  what a study holds    goed check  whether it is sound

The study is ./study.goed, or what --study or GOED_STUDY names.
`goed COMMAND --help` tells all of a command, `goed --help` lists them.
"""


class Group(click.Group):
    """A group that suggests the nearest command for an unknown one: `goed annotat` → annotate."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = arguments[0]
        if not (context.resilient_parsing or name.startswith("-") or self.get_command(context, name)):
            near = nearest(name, self.list_commands(context))
            guess = f" Did you mean '{near}'?" if near else ""
            raise click.UsageError(f"No such command {quoted(name)}.{guess}", context)
        return super().resolve_command(context, arguments)


class LazyGroup(Group):
    """A group that imports a command's module only when the command is called; `of` has modules and help lines."""

    def __init__(
        self,
        *arguments: Any,
        of: Mapping[str, tuple[str, str]],
        also_called: Mapping[str, str] | None = None,
        title: str = "Commands",
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.of = of
        self.also_called = also_called or {}
        self.title = title

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.of)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        name = self.also_called.get(name, name)
        if name not in self.of:
            return None
        command: click.Command = import_module(self.of[name][0]).command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(self.title):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in self.of.items()])


@click.group(
    cls=LazyGroup,
    of=COMMANDS,
    also_called={"ui": "annotate"},
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="goed")
@click.option("--study", metavar="FILE", help="The study's file (default: GOED_STUDY, or ./study.goed).")
@click.pass_context
def goed(context: click.Context, study: str | None) -> None:
    """How inflection models learn, and what their errors show."""
    context.obj = study
    if context.invoked_subcommand is None:
        click.echo(WELCOME, nl=False)


SOON = 0.05  # seconds


class EndRequest(BaseException):
    """The process was asked to end: by the system, or because its terminal was closed."""


def main() -> None:
    """Run a command; exit 0 done, 1 the input was wrong, 2 wrong usage, 130 interrupted."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # not on every system
            signal.signal(getattr(signal, name), _end)
    sys.unraisablehook = _repeat_end_request
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # words of any language can be printed, whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run_safely(sys.argv[1:]))


def _end(number: int, frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # further requests are ignored
    raise EndRequest(number)


def _repeat_end_request(lost: Any) -> None:
    """Repeat a request to end that came while Python was deleting an object, where the exception got lost."""
    if not isinstance(lost.exc_value, EndRequest | KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    request = lost.exc_value

    def end(number: int, frame: object) -> None:
        raise request

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, SOON)


def run_safely(arguments: list[str]) -> int:
    """Run a command; any error becomes a sentence on stderr and an exit code."""
    try:
        result: Any = goed.main(arguments, prog_name="goed", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.UsageError as error:
        error.show()
        return 2
    except GoedError as error:
        return _say(str(error), 2 if isinstance(error, WrongUsageError) else 1)
    except click.ClickException as error:
        return _say(error.format_message(), 1)
    except EndRequest as request:
        return _say("ended on request; what was done is kept", 128 + int(request.args[0]))
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted; what was done is kept", 130)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", 1)
    except Exception as error:  # a bug in goed
        if os.environ.get("GOED_DEBUG"):
            raise
        ask = "Please report it, with what GOED_DEBUG=1 prints when you do the same again"
        kind = type(error).__name__
        return _say(f"this should not have happened ({kind}: {error}); what was saved is kept. {ask}", 1)


def _say(sentence: str, exit_code: int) -> int:
    click.echo(f"goed: {visible(sentence)}", err=True)
    return exit_code
