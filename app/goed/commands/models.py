"""`goed models`: lists the models that can be run."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, talk
from goed.commands.output import format_option, print_rows


@click.command(cls=Command)
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@format_option
def command(config: Path | None, form: str) -> None:
    """List the models that can be run.

    goed's own, those of other packages, and those of --config.
    """
    from goed.domains.registry import all_models, broken_domains
    from goed.models.configuration import read_configuration

    known = all_models(read_configuration(config) if config else [])
    rows = [(model.name, model.kind, model.summary, model.domain) for model in known.values()]
    talk(*broken_domains())
    end = None if len({model.domain for model in known.values()}) > 1 else -1  # the last column is the domain
    print_rows(["model", "kind", "summary", "domain"][:end], [row[:end] for row in rows], form)
