"""Groups whose commands live in modules of their own, imported when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from goed.errors import nearest, quoted


class Group(click.Group):
    """A group that says which of its commands may be meant by a word that is none."""

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
    """A group that knows its commands by the module that holds each, and by the line of help that it gives."""

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
