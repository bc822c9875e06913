"""`goed export`: writes the labelled data set, predictions, splits or treebanks to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import Command, opened, plural, selection_options, study_option, talk
from goed.study.selection import Selection

if TYPE_CHECKING:
    from goed.study.study import Study

WHAT = ("predictions", "splits", "observations", "corrected_gold")  # instead of the labelled data set


@click.command(cls=Command)
@click.option(
    "-o", "--output", "path", required=True, type=click.Path(path_type=Path), metavar="PATH", help="Where to."
)
@click.option("--wrong", "only_wrong", is_flag=True, help="Only the outputs that are wrong.")
@click.option("--replace", is_flag=True, help="Write over files that are not as goed would write them.")
@click.option("--predictions", is_flag=True, help="Write predictions into the folder PATH.")
@click.option("--splits", is_flag=True, help="Write training sets, dev and test of corpora into the folder PATH.")
@click.option("--observations", is_flag=True, help="Write a row for every answer of every run to the table PATH.")
@click.option("--corrected-gold", is_flag=True, help="Write a treebank whose gold trees people have corrected.")
@click.option("--as", "kind", type=click.Choice(["conllu"]), help="One treebank a run, into the folder PATH.")
@selection_options
@study_option
def command(selection: Selection, study: Path, **options: Any) -> None:
    """Write the labelled data set to a file; or predictions, splits, treebanks.

    The data set has one row per distinct output, as csv, tsv, jsonl or parquet by the ending of PATH, and a data card
    beside it that names sources and licences. `goed import labels` brings it back. With --observations, a table has
    one row for every answer of every run, with all that is known of it.

    With --predictions, files are as the shared tasks have them: lemma, form, features, byte for byte as the model gave
    them. Given splits go to MODEL/LANGUAGE_SIZE.test, others to MODEL/LANGUAGE_SAMPLING_SEED_SIZE.test. Where a model
    has several training seeds for a split, the training seed stands at the end. Trees go to
    MODEL/CORPUS_SIZE.test.conll in PASCAL's nine columns, with the gold trees beside them in CORPUS.test.conll:
    `goed score dependencies` takes both.

    Where PATH ends in .conllu, it gets the test sentences of a corpus with a run's answers, errors and verdicts in
    MISC; those of several runs go with --as conllu to a folder. With --corrected-gold, it gets the sentences of a
    corpus (or its --part dev, test) with the heads that people say are right, where they called the treebank wrong.
    Relations stay as they are. A study has no features, multi-word tokens and MISC, and so neither has this file.
    """
    asked = ExportRequest(selection=selection, **options)
    asked.refuse_what_does_not_fit()
    with opened(study, selection) as opened_study:
        asked.carry_out(opened_study)


@dataclass(frozen=True)
class ExportRequest:
    """What the command was asked for."""

    selection: Selection
    path: Path
    only_wrong: bool
    replace: bool
    predictions: bool
    splits: bool
    observations: bool
    corrected_gold: bool
    kind: str | None

    @property
    def what(self) -> str:
        """What is written, by the option that says so."""
        said = [name for name in WHAT if getattr(self, name)]
        if len(said) > 1:
            raise click.UsageError(f"say either {_option(said[0])} or {_option(said[1])}")
        if said:
            return said[0]
        return "treebank" if self.kind or self.path.suffix.lower() == ".conllu" else "labels"

    def refuse_what_does_not_fit(self) -> None:
        """Raise an error if some of the options make no sense with the others."""
        what = self.what
        if self.only_wrong and what != "labels":
            with_what = _option(what) if what in WHAT else "CoNLL-U"
            raise click.UsageError(f"--wrong goes with the labelled data set, not with {with_what}")
        if self.kind and what not in ("treebank", "corrected_gold"):
            raise click.UsageError(f"--as {self.kind} does not go with {_option(what)}")

    def carry_out(self, study: Study) -> None:
        """Write it, and say what was written."""
        ways: Mapping[str, Callable[[Study], None]] = {
            "labels": self._labels,
            "predictions": self._predictions,
            "splits": self._splits,
            "observations": self._observations,
            "corrected_gold": self._corrected_gold,
            "treebank": self._treebank,
        }
        ways[self.what](study)

    def _labels(self, study: Study) -> None:
        from goed.report.data_set import card_of, export_labels, export_token_labels

        if self._is_of_corpora(study):
            n_rows = export_token_labels(study, self.selection, self.path, self.only_wrong, self.replace)
        else:
            n_rows = export_labels(study, self.selection, self.path, self.only_wrong, self.replace)
        talk(f"{plural(n_rows, 'output')} in {self.path}; {card_of(self.path)} says what they are")

    def _predictions(self, study: Study) -> None:
        if self._is_of_corpora(study):
            from goed.report.corpus_prediction_files import export_corpus_predictions

            written = export_corpus_predictions(study, self.selection, self.path, self.replace)
        else:
            from goed.report.prediction_files import export_predictions

            written = export_predictions(study, self.selection, self.path, self.replace)
        self._tell_of_files(written)

    def _splits(self, study: Study) -> None:
        from goed.report.corpus_split_files import export_splits

        self._tell_of_files(export_splits(study, self.selection, self.path, self.replace))

    def _observations(self, study: Study) -> None:
        from goed.report.observations import export_observations

        n_rows = export_observations(study, self.selection, self.path, self.replace)
        talk(f"{plural(n_rows, 'observation')} in {self.path}")

    def _treebank(self, study: Study) -> None:
        from goed.report.marked_treebank import export_treebank

        self._tell_of_files(export_treebank(study, self.selection, self.path, self.replace))

    def _corrected_gold(self, study: Study) -> None:
        from goed.report.corrected_treebank import export_corrected

        done = export_corrected(study, self.selection, self.path, self.replace)
        heads = f"{plural(done.n_mended, 'head')} mended in {plural(done.n_mended_sentences, 'sentence')}"
        heads += "; relations as they were" if done.n_mended else ""
        talk(f"{plural(done.n_sentences, 'sentence')} in {self.path}; {heads}")
        if done.left:
            talk(f"{plural(len(done.left), 'word')} left as in the treebank:", *(f"  {each}" for each in done.left))

    def _is_of_corpora(self, study: Study) -> bool:
        from goed.report.corpus_parts import are_of_corpora

        return bool(self.selection.corpora) or are_of_corpora(study, self.selection)

    def _tell_of_files(self, written: list[Path]) -> None:
        where = self.path if written != [self.path] else self.path.parent
        talk(f"{plural(len(written), 'file')} in {where}")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
