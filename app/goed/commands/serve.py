"""`goed serve`: opens the terminal UI in a browser."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path

import click

from goed.commands.options import Command, annotator_option, opened, study_option
from goed.errors import GoedError


@click.command(cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to be reached.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="At which port.")
@annotator_option
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="TOML with models of your own.")
@study_option
def command(host: str, port: int, annotator: str, config: Path | None, study: Path) -> None:
    """Open the terminal UI in a browser.

    Each window of the browser has a UI of its own, on the same study. Ctrl-C ends them all; what was done is kept.
    Whoever reaches it has the annotator's rights: they can label as you and start runs, and there is no password. Only
    programs on this machine can reach it, unless --host says otherwise; pages of other sites cannot.
    """
    if find_spec("textual_serve") is None:
        raise GoedError("goed serve needs the package textual-serve: pip install 'goed[serve]'")
    with opened(study):
        pass  # what is wrong with the study is reported here, not in the browser
    from goed.commands.web_server import serve

    arguments = ["annotate", "--study", str(study), "--annotator", annotator]
    if config is not None:
        arguments += ["--config", str(config)]
    # -P: do not import a folder `goed` that happens to be in the current directory
    serve(shlex.join([sys.executable, "-P", "-m", "goed", *arguments]), host, port, rights(host, annotator))


def rights(host: str, annotator: str) -> str:
    """A sentence that says who can reach the UI, and what they can do there."""
    try:
        is_of_this_machine = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_of_this_machine = False
    who = "every user of this machine" if is_of_this_machine else "everybody who reaches this machine"
    return f"there is no password: {who} can label as {annotator} there, and start runs"
