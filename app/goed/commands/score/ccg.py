"""`goed score ccg`: scores CCG derivations or their deep dependencies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, one_of, plural, talk
from goed.commands.output import format_option, print_frame, print_rows
from goed.commands.score.options import FILE, punctuation_option, refuse_two_stdins
from goed.errors import WrongUsageError, visible

if TYPE_CHECKING:
    from goed.corpora.dependency_file import DependencyFile
    from goed.corpora.derivation_file import DerivationFile
    from goed.score_tables.derivations import DerivationPair
    from goed.scores.derivations.deep_dependencies import DeepDependencyPair, Dependency
    from goed.scores.derivations.derivations import Derivations
    from goed.scores.values import Numbers

SHOWN = ("scores", "categories", "relations", "deep-relations", "dependencies", "markup")
OF_DEPENDENCIES = ("scores", "deep-relations", "dependencies")  # those that need no derivations, only dependencies


@dataclass(frozen=True)
class CcgOptions:
    """The options of the command."""

    gold: Path
    predicted: Path
    show: str
    markup: Path | None
    heads: str
    ordered: bool
    punctuation: tuple[str, ...]
    form: str


@click.command(cls=Command)
@click.argument("gold", type=FILE, metavar="GOLD")
@click.argument("predicted", type=FILE, metavar="PREDICTED")
@one_of("--show", SHOWN, "scores", "What to print.")
@click.option("--markup", type=FILE, metavar="FILE", help="Marked-up categories of your own, as (NP{a}/N{a}<1>){_}.")
@one_of(
    "--heads",
    ["auto", "file", "rule"],
    "auto",
    "Head daughters as the file has them, or by rule; auto: by rule where the file has the first one everywhere.",
)
@click.option("--ordered", is_flag=True, help="Unlabelled deep dependencies as C&C count them: in one order, once.")
@punctuation_option("CATEGORY ...", "Categories of punctuation.  [default: , . ; : LRB RRB LQU RQU `` '']")
@format_option
def command(**options: Any) -> None:
    """CCG derivations: categories, brackets, dependencies.

    GOLD and PREDICTED hold derivations of the same sentences, in CCGbank's AUTO format; - is stdin. Where PREDICTED
    lacks some, IDs (ID=…) tell which, and all of their gold sides count as missed (n_missing). Scored are lexical
    categories, labelled and unlabelled brackets (Parseval), tree dependencies (parent, head and other daughter), and
    deep dependencies: which word fills which slot of which category. Either file may hold deep dependencies instead,
    as the C&C tools write them or as CCGbank's PARG; then only these are scored.

    Deep dependencies are read off derivations by marked-up categories. goed has some of its own, and patterns for
    any other category; --show markup prints those of the words in GOLD and PREDICTED, as a file that --markup reads.

    --show categories has lexical categories that are wrong, relations and deep-relations precision and recall of each
    relation, dependencies each deep dependency: right, missed or wrong.
    """
    asked = CcgOptions(**options)
    refuse_two_stdins(asked.gold, asked.predicted, asked.markup)
    _Scoring(asked).run()


class _Scoring:
    """One call of the command: reads the files, scores them and prints."""

    def __init__(self, asked: CcgOptions) -> None:
        from goed.score_tables.deep_dependencies import own_markup, read_markup
        from goed.scores.derivations.markup import CategoryMarkup

        self.asked = asked
        self.gold, self.predicted = _read(asked.gold), _read(asked.predicted)
        self.markup = CategoryMarkup({**own_markup(), **({} if asked.markup is None else read_markup(asked.markup))})
        self.n_missing = 0  # gold sentences without a predicted derivation
        self.words: list[dict[int, str]] | None = None  # by sentence and number, if not numbered as in its file

    def run(self) -> None:
        """Score, and print what was asked for."""
        from goed.corpora.derivation_file import DerivationFile

        if isinstance(self.gold, DerivationFile) and isinstance(self.predicted, DerivationFile):
            self._derivations(self.gold, self.predicted)
            return
        if self.asked.show not in OF_DEPENDENCIES:
            raise WrongUsageError(f"--show {self.asked.show} needs derivations on both sides, not dependencies")
        deep = self._dependencies()
        _tell_of_categories(dict.fromkeys(category for category, _ in deep.relations))
        self._print_deep([], deep)

    def _derivations(self, gold: DerivationFile, predicted: DerivationFile) -> None:
        from goed.score_tables import derivations as tables
        from goed.scores.derivations.combination import is_mark
        from goed.scores.derivations.derivations import PUNCTUATION

        predicted = tables.matched_to_gold(gold, predicted)
        pair = tables.paired(gold, predicted, self.asked.punctuation or PUNCTUATION)
        self.n_missing = pair.n_missing
        _tell_of_pair(pair, predicted.path)
        heads = self._heads(pair.gold, gold.path), self._heads(pair.predicted, predicted.path)
        match self.asked.show:
            case "categories":
                print_frame(tables.category_frame(pair), self.asked.form, ("share",))
            case "markup":
                used = sorted(
                    {pair.gold.categories[code] for side in (pair.gold, pair.predicted) for code in side.lexical}
                )
                shown = [(name, self.markup.of(name).marked_up()) for name in used if not is_mark(name)]
                print_rows(("category", "marked_up"), shown, self.asked.form)
            case "relations":
                print_frame(tables.tree_relation_frame(pair, *heads), self.asked.form, tables.RATES)
            case _:
                rows = list(tables.derivation_scores(pair, *heads))
                self._print_deep(rows, self._deep_of_pair(pair, heads, gold, predicted))

    def _heads(self, derivations: Derivations, path: Path) -> Numbers:
        from goed.scores.derivations.derivations import heads_of

        heads, by_rule = heads_of(derivations, self.asked.heads)
        if by_rule and self.asked.heads == "auto":
            talk(f"  {path} has the first daughter as head everywhere; heads by rule instead (--heads file keeps them)")
        return heads

    def _extracted(self, file: DerivationFile, derivations: Derivations, heads: Numbers) -> list[list[Dependency]]:
        from goed.scores.derivations.deep_dependencies import extracted

        found = extracted(derivations, heads, self.markup)
        if found.n_unexplained:
            talk(
                f"  {file.path}: {plural(found.n_unexplained, 'node')} that no rule of CCG explains (first: line "
                f"{file.lines[found.first_unexplained]}); some of their dependencies are missing"
            )
        return found.sentences

    def _deep_of_pair(
        self, pair: DerivationPair, heads: tuple[Numbers, Numbers], gold: DerivationFile, predicted: DerivationFile
    ) -> DeepDependencyPair:
        from goed.score_tables.deep_dependencies import without_punctuation, words_without
        from goed.scores.derivations.deep_dependencies import numbered

        ours = self._extracted(gold, pair.gold, heads[0])
        theirs = self._extracted(predicted, pair.predicted, heads[1])
        if not pair.has_same_words:
            self.words = words_without(pair.gold, pair.gold_punctuation)
            ours = without_punctuation(ours, pair.gold, pair.gold_punctuation)
            theirs = without_punctuation(theirs, pair.predicted, pair.predicted_punctuation)
        return numbered(ours, theirs)

    def _dependencies(self) -> DeepDependencyPair:
        """Both sides' deep dependencies, when at least one file holds dependencies instead of derivations."""
        from goed.corpora.dependency_file import DependencyFile
        from goed.score_tables.deep_dependencies import dependencies_per_sentence, same_sentences, same_words
        from goed.scores.derivations.deep_dependencies import numbered

        if isinstance(self.gold, DependencyFile) and isinstance(self.predicted, DependencyFile):
            n = max(len(self.gold), len(self.predicted))
            both = (
                dependencies_per_sentence(self.gold, n, self.predicted),
                dependencies_per_sentence(self.predicted, n, self.gold),
            )
            same_sentences(self.gold, self.predicted)
            return numbered(*both)
        sides = []
        for file, other in ((self.gold, self.predicted), (self.predicted, self.gold)):
            if isinstance(file, DependencyFile):
                assert not isinstance(other, DependencyFile)
                sides.append(dependencies_per_sentence(file, len(other), other))
                same_words(file, other)
            else:
                sides.append(self._extracted(file, file.derivations, self._heads(file.derivations, file.path)))
        return numbered(*sides)

    def _print_deep(self, rows: list[Any], deep: DeepDependencyPair) -> None:
        from goed.commands.score.score_rows import print_without_empty_columns
        from goed.score_tables import deep_dependencies as tables
        from goed.score_tables.derivations import RATES, SCORE_COLUMNS

        match self.asked.show:
            case "deep-relations":
                print_frame(tables.deep_relation_frame(deep), self.asked.form, RATES)
            case "dependencies":
                words = self.words or tables.words_known(self.predicted, self.gold)
                print_frame(tables.dependency_frame(deep, words), self.asked.form)
            case _:
                rows = [(*row, self.n_missing) for row in (*rows, *tables.deep_scores(deep, self.asked.ordered))]
                columns = (*SCORE_COLUMNS, "n_missing")
                print_without_empty_columns(columns, rows, self.asked.form, RATES)


def _tell_of_pair(pair: DerivationPair, path: Path) -> None:
    """Say how many sentences there are, and what is odd about them."""
    talk(plural(len(pair.has_parse), "sentence"))
    if pair.n_missing:
        talk(f"  without a derivation in {path}: {pair.n_missing:,}; all of their gold sides count as missed")
    if pair.n_punctuation_disagreements:
        n_words = plural(pair.n_punctuation_disagreements, "word")
        talk(f"  punctuation on one side only, where the gold tree decides: {n_words}")
    _tell_of_categories(pair.gold.categories)


def _tell_of_categories(names: Iterable[str]) -> None:
    """Say how many categories are not well-formed."""
    from goed.scores.derivations.categories import is_category

    odd = [name for name in names if not is_category(name)]
    if odd:
        talk(f"  no well-formed categories, taken as they stand: {len(odd):,} (the first: {visible(odd[0][:40])})")


def _read(path: Path) -> DerivationFile | DependencyFile:
    from goed.corpora.dependency_file import is_dependency_file, read_dependencies
    from goed.corpora.derivation_file import read_derivations

    if str(path) != "-" and is_dependency_file(path):
        return read_dependencies(path)
    return read_derivations(path)
