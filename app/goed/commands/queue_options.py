"""Command-line options for all that a filter of the terminal UI can express."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from goed.commands.options import (
    LARGEST,
    PARTS,
    MultiValueOption,
    Options,
    combined_options,
    domain_option,
    multi_value_option,
    one_of,
)
from goed.errors import WrongUsageError
from goed.number_ranges import numbers

if TYPE_CHECKING:
    from goed.annotation.queue_filter import Filter

ANYBODY = ""  # --disputes without names

# Keys are fields of `Filter`, except `double`.
OF_OUTPUTS: Options = {
    "languages": multi_value_option("--language", "languages", "L ...", "Only these languages."),
    "forms": one_of("--forms", ["wrong", "right", "all"], None, "Right ones, too.  [default: wrong]"),
    "models": multi_value_option("--model", "models", "NAME ...", "Only what these predict."),
    "samplings": multi_value_option("--sampling", "samplings", "NAME ...", "Only in these."),
    "parts": click.option(
        "--part", "parts", cls=MultiValueOption, type=click.Choice(PARTS), help="Only in these parts."
    ),
    "domain": domain_option,
    "where": multi_value_option("--where", "where", "NAME=VALUE ...", "Only items that are so: tag=NOUN length=1."),
    "pattern": click.option(
        "--pattern", metavar="P", help="Only with this regular expression in word, gold or predicted answer."
    ),
}
OF_RUNS: Options = {
    "sizes": multi_value_option("--size", "sizes", "N ...", "Only at these training sizes."),
    "seeds": multi_value_option("--seed", "seeds", "N ...", "Only in splits of these seeds."),
}
OF_LABELS: Options = {
    "errors": click.option(
        "--errors", "--error", "errors", cls=MultiValueOption, metavar="E ...", help="Only these errors."
    ),
    "pred_classes": multi_value_option("--class", "pred_classes", "C ...", "Only forms that show these classes."),
    "gold_classes": multi_value_option("--gold-class", "gold_classes", "C ...", "Only gold forms of these classes."),
    "rules": multi_value_option("--rule", "rules", "R ...", "Only what these rules decided."),
    "flags": click.option(
        "--flags", cls=MultiValueOption, metavar="F ...", help="Only labels with one of these flags."
    ),
    "below": click.option(
        "--below", type=click.FloatRange(0, 1), metavar="P", help="Only what the classifier is less sure of than this."
    ),
    "order": one_of("--order", ["frequent", "unsure", "lemma"], None, "The order.  [default: frequent]"),
}
OF_PEOPLE: Options = {
    "state": one_of(
        "--state",
        ["unchecked", "checked", "all"],
        None,
        "By the annotator; of disputes: settled.  [default: unchecked; with --differs: all]",
    ),
    "marked": click.option("--flagged", "marked", is_flag=True, help="Only what the annotator has flagged."),
    "other": click.option(
        "--differs", "other", metavar="NAME", help="Only where the annotator and NAME, or `classifier`, differ."
    ),
    "pair": click.option(
        "--disputes",
        "pair",
        cls=MultiValueOption,
        is_flag=False,
        flag_value=ANYBODY,
        metavar="[A B]",
        help="What people differ on: any of them, or A and B. One of these may be `classifier`.",
    ),
    "aspect": click.option(
        "--what",
        "aspect",
        type=click.Choice(["error", "pred_class", "gold_class", "flags", "verdict"]),
        help="disputes: only what they differ on in this column.",
    ),
    "cell": click.option("--cell", nargs=2, metavar="X Y", help="disputes: only where A says X, and B Y, in --what."),
}
BLIND: Options = {
    "sample_id": click.option(
        "--audit", "sample_id", type=click.IntRange(1, LARGEST), metavar="ID", help="A random sample, blind."
    ),
    "double": click.option("--double", metavar="NAME", help="What NAME has labelled, blind."),
}


def _filter(said: Mapping[str, Any]) -> Filter | None:
    """The filter that the options describe; None if none is given."""
    from goed.annotation.queue_filter import AUDIT, DISPUTES, DOUBLE, Filter
    from goed.labels.peoples_labels import CLASSIFIER

    given = {name: value for name, value in said.items() if value not in (None, (), False)}
    if not given:
        return None
    _refuse_what_does_not_fit(given)
    for name, option in (("sizes", "--size"), ("seeds", "--seed")):
        if name in given:
            given[name] = numbers(given[name], option)
    if "double" in given:
        return Filter(**{"queue": DOUBLE, "other": given.pop("double"), "forms": "all", **given})
    if "sample_id" in given:
        return Filter(**{"queue": AUDIT, **given})
    if "pair" in given:
        pair = tuple(name for name in given.pop("pair") if name != ANYBODY)
        kind = {"state": "all"} if CLASSIFIER in pair else {"queue": DISPUTES}
        return Filter(**{"forms": "all", **kind, "pair": pair, **given})
    return Filter(**{**({"forms": "all", "state": "all"} if "other" in given else {}), **given})


def _refuse_what_does_not_fit(given: Mapping[str, Any]) -> None:
    if len({"sample_id", "double", "pair", "other"} & given.keys()) > 1:
        raise WrongUsageError("--audit, --double, --disputes and --differs are different queues: take one")
    told = (OF_LABELS.keys() | {"aspect", "cell"}) & given.keys()
    if told and {"sample_id", "double"} & given.keys():
        raise WrongUsageError("a blind queue cannot be chosen by what labels say, or they would not be hidden")
    if "sample_id" in given and given.keys() - {"sample_id", "state"}:
        raise WrongUsageError("an audit is as it was drawn: of the other options only --state fits")
    names = given.get("pair", ())
    if (len(names) == 1 and names[0] != ANYBODY) or len(set(names)) != len(names) or len(names) > 2:
        raise WrongUsageError("--disputes takes the names of two, or none")
    if {"aspect", "cell"} & given.keys() and not names:
        raise WrongUsageError("--what and --cell go with --disputes")
    if "cell" in given and not (len(names) == 2 and "aspect" in given):
        raise WrongUsageError("--cell goes with --disputes A B and --what")


# Decorators: the command gets the filter as `chosen`, or None if no such option is given.
_as_filter = partial(combined_options, name="chosen", combine=_filter)
queue_options = partial(_as_filter, options={**OF_OUTPUTS, **OF_RUNS, **OF_LABELS, **OF_PEOPLE, **BLIND})
scope_options = partial(_as_filter, options=OF_OUTPUTS)  # what outputs are, not what anybody says about them
blind_options = partial(_as_filter, options=BLIND)
