"""What commands share: opening the study, common options, options with several values."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from goed.errors import WrongUsageError, checked_name, visible
from goed.number_ranges import numbers
from goed.study.selection import Selection, refuse_several_domains, refuse_unknown, what_is_there

if TYPE_CHECKING:
    from goed.labels.relabel import Relabelled
    from goed.study.study import Study

LARGEST = 2**63 - 1  # number that fits into a study
PARTS = ("test", "dev", "core")
# What Python raises if a study holds what goed never writes: text in place of a number, a missing row.
SIGNS_OF_DAMAGE = (
    *(TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError, MemoryError, RecursionError),
)
Function = TypeVar("Function", bound=Callable[..., Any])
Options = Mapping[str, Callable[[Any], Any]]  # parameter of the command → decorator of its option


class Command(click.Command):
    """A command whose options may take several values: `--size 100 200` is `--size 100 --size 200`."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        by_name: dict[str, MultiValueOption] = {}
        positional: set[str] = set()
        for parameter in self.params:
            if isinstance(parameter, MultiValueOption):
                by_name |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), parameter)
            elif isinstance(parameter, click.Argument) and isinstance(parameter.type, click.Choice):
                positional |= set(parameter.type.choices)
        return super().parse_args(context, list(_with_repeated_options(arguments, by_name, positional)))

    def invoke(self, context: click.Context) -> Any:
        """Run the command. If it fails because the study's file is damaged, say that instead."""
        try:
            return super().invoke(context)
        except SIGNS_OF_DAMAGE:
            study = context.params.get("study")
            if isinstance(study, Path) and study.is_file():
                from goed.study.check import refuse_if_damaged

                refuse_if_damaged(study)
            raise


class MultiValueOption(click.Option):
    """An option that takes one or more values; `only` says whether a word after the first is a value."""

    def __init__(self, *arguments: Any, only: Callable[[str], bool] = lambda word: True, **settings: Any) -> None:
        super().__init__(*arguments, **{**settings, "multiple": True})
        self.only = only


def multi_value_option(option: str, name: str, metavar: str, help_line: str) -> Callable[[Any], Any]:
    """An option that takes one or more words."""
    return click.option(option, name, cls=MultiValueOption, metavar=metavar, help=help_line)


def one_of(option: str, words: Sequence[str], default: str | None, help_line: str) -> Callable[[Any], Any]:
    """An option that takes one of some words."""
    shows = default is not None
    return click.option(option, type=click.Choice(words), default=default, show_default=shows, help=help_line)


def _with_repeated_options(
    arguments: Sequence[str], by_name: dict[str, MultiValueOption], positional: Collection[str]
) -> Iterator[str]:
    """The arguments with the option repeated before each of its values; `positional` words are not values."""
    option: str | None = None
    has_value = False
    for word in arguments:
        may_be_value = not word.startswith("-") and word not in positional
        if option and has_value and may_be_value and by_name[option].only(word):
            yield option
        elif word.startswith("-") or has_value:
            option, has_value = (word if word in by_name else None), False
        if option and word != option:
            has_value = True
        yield word


domain_option = click.option("--domain", metavar="NAME", help="The domain, where the study has several.")


def combined_options(
    function: Function, name: str, options: Options, combine: Callable[[dict[str, Any]], Any]
) -> Function:
    """Add several options to a command, which gets them as a single argument `name`; `combine` makes it from them."""

    @wraps(function)
    def with_combined(*arguments: Any, **settings: Any) -> Any:
        said = {each: settings.pop(each) for each in options}
        return function(*arguments, **{name: combine(said)}, **settings)

    for option in reversed(list(options.values())):
        with_combined = option(with_combined)
    return cast(Function, with_combined)


def _selection(said: dict[str, Any]) -> Selection:
    """The selection; sizes are numbers and ranges, but words such as `small` for a table given with --input."""
    chosen: dict[str, Any] = {name: value or None for name, value in said.items()}
    is_of_table = click.get_current_context().params.get("table") is not None
    if said["sizes"] and not (is_of_table and any(text.isalpha() for text in said["sizes"])):
        chosen["sizes"] = numbers(said["sizes"], "--size")
    return Selection(**chosen)


def selection_options(function: Function) -> Function:
    """Options that choose a part of the grid; the command gets them as one `selection`."""
    options: Options = {
        "languages": multi_value_option("--language", "languages", "L ...", "Only these languages."),
        "corpora": multi_value_option("--corpus", "corpora", "NAME ...", "Only these corpora."),
        "samplings": multi_value_option("--sampling", "samplings", "NAME ...", "Only these samplings."),
        "models": multi_value_option("--model", "models", "NAME ...", "Only these models."),
        "sizes": multi_value_option("--size", "sizes", "N ...", "Only these training sizes."),
        "parts": click.option(
            "--part", "parts", cls=MultiValueOption, type=click.Choice(PARTS), help="Only these parts."
        ),
        "domain": domain_option,
    }
    return combined_options(function, "selection", options, _selection)


def study_path(context: click.Context, said: str | None, default: str = "study.goed") -> Path:
    """The study's file, from --study after the command or before it, else from GOED_STUDY."""
    return Path(said or context.find_root().obj or os.environ.get("GOED_STUDY") or default)


study_option = click.option(  # --study may come after the command as well as before it
    "--study",
    metavar="FILE",
    callback=lambda context, _, said: study_path(context, said),
    help="The study's file (default: ./study.goed).",
)


@contextmanager
def opened(
    path: Path, selection: Selection | None = None, create: bool = False, handles_several_domains: bool = False
) -> Iterator[Study]:
    """Open the study for a command and close it afterwards; with `create`, make it if it is missing.

    It is an error if the selection names something that the study lacks, or chooses none of several domains and the
    command does not say with `handles_several_domains` that it can handle them at once.
    """
    from goed.study.study import Study

    if create and not path.exists():
        from goed.study.study_files import create_study

        talk(f"new study {path}")
        study = create_study(path)
    else:
        study = Study.open(path)
    with study:
        talk(*(at_first := list(study.warnings)))
        if study.upgraded_from is not None:
            label_again(study)
        if selection not in (None, Selection()):
            refuse_unknown(selection, what_is_there(study))
        if selection is not None and not handles_several_domains:
            refuse_several_domains(selection, study)
        yield study
        talk(*study.warnings[len(at_first) :])  # those that came up while the command ran


def label_again(study: Study, languages: Sequence[str] | None = None) -> Relabelled:
    """Label the study's outputs again with the classifiers, and show the progress."""
    from goed.commands.progress import progress
    from goed.labels.labeller import SafeLabeller
    from goed.labels.relabel import relabel
    from goed.study.items import languages as languages_of
    from goed.study.output_words import n_outputs

    labeller = SafeLabeller()
    chosen = languages_of(study) if languages is None else languages
    with progress("labels", sum(n_outputs(study, language) for language in chosen)) as bar:
        done = relabel(study, labeller, chosen, bar.step)
    talk(*labeller.warnings)
    return done


annotator_option = click.option(
    "--annotator",
    metavar="NAME",
    callback=lambda context, parameter, name: annotator_name(name),
    help="Who you are.  [default: GOED_ANNOTATOR, or the login name]",
)


def annotator_name(name: str | None) -> str:
    """The annotator's name, checked; by default GOED_ANNOTATOR or the login name."""
    from getpass import getuser

    from goed.study.judgements import is_name_of_conflict

    try:
        checked = checked_name(name or os.environ.get("GOED_ANNOTATOR") or getuser(), "annotator")
    except (KeyError, OSError):  # a user without a name, as in some containers
        raise WrongUsageError("say with --annotator, or in GOED_ANNOTATOR, who says so") from None
    if checked in ("classifier", "disputed", "adjudicated") or "," in checked or is_name_of_conflict(checked):
        raise WrongUsageError(f"'{checked}' is no name for an annotator: in the column source it means something else")
    return checked


def talk(*sentences: object) -> None:
    """Print messages to stderr, one per line; results go to stdout."""
    for sentence in sentences:
        click.echo(visible(str(sentence)), err=True)


def announce_backup(study: Study) -> None:
    """Say where the backup is, if one was made before an act on very many outputs."""
    if study.copy_from_before is not None:
        talk(f"  the study as it was before is kept as {study.copy_from_before}")
        study.copy_from_before = None


def plural(number: int, noun: str) -> str:
    """A number with its noun: `1 run`, `2 runs`, `1,200 items`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
