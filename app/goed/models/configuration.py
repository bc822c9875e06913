"""The user's configuration of models: commands, and neural models with other settings.

`[models.NAME]` describes a command line that trains and predicts; its `domain` says what it learns. If NAME is one of
goed's own learners with a word of the user's behind it, as in `[models."cluzh-b4:mine"]` or `[models."dmv:mine"]`, it
gives that learner, or a neural model's family, other settings.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from goed.errors import GoedError, InputError, checked_name, quoted
from goed.models import dependencies
from goed.models.external import DEFAULT_TIME_LIMIT, PLACEHOLDERS
from goed.models.families import SettingError, family_models, family_of, settings_from
from goed.models.model import Model
from goed.tables.toml_file import TomlFile, read_toml

LONGEST_TIME = 366 * 24 * 3600  # seconds
KEYS = ("command", "domain", "time_limit", "selects", "uses_seed", "summary")


class CommandKind(NamedTuple):
    """How goed runs commands that learn something."""

    learn: str
    placeholders: tuple[str, ...]
    is_supervised: bool = False  # learning from text: the training text has its gold answers


INFLECTION = "inflection"
COMMANDS = {  # by domain
    INFLECTION: CommandKind("goed.models.external:learn_and_predict", PLACEHOLDERS),
    "dependencies": CommandKind(dependencies.LEARN_BY_COMMAND, ("train", "test", "out", "seed"), is_supervised=True),
}
EVERY_PLACEHOLDER = frozenset(name for kind in COMMANDS.values() for name in kind.placeholders)


def read_configuration(path: Path) -> list[Model]:
    """The models that a TOML file describes."""
    file = read_toml(path)
    unknown = sorted(set(file.content) - {"models"})
    if unknown:
        raise file.error(unknown[:1], f"the table [{quoted(unknown[0])}] means nothing here; models are [models.NAME]")
    return described_models(file)


def described_models(file: TomlFile) -> list[Model]:
    """The models in the [models.NAME] tables of a file; anything else in it is ignored."""
    described = file.content.get("models", {})
    if not isinstance(described, dict):
        raise file.error(["models"], "models are tables of their own: [models.NAME]")
    models: list[Model] = []
    for name, settings in described.items():
        try:
            new = _family(file, name, settings) or _learner(file, name, settings) or [_model(file.path, name, settings)]
            if double := next((model for model in new if model.name in {each.name for each in models}), None):
                raise GoedError(f"{double.name} is described already: one table describes all models of a training")
            models += new
        except GoedError as error:
            if isinstance(error, InputError) and error.line is not None:
                raise
            problem = error.problem if isinstance(error, InputError) else str(error)
            raise file.error(["models", name], problem) from None
    return models


def _family(file: TomlFile, name: str, settings: Any) -> list[Model]:
    """The models of a built-in family with the user's settings; none if it is no family, or a command of the user's."""
    family = family_of(name)
    if family is None or not isinstance(settings, dict) or "command" in settings:
        return []
    checked_name(name, "model")
    suffix = name.partition(":")[2]
    if suffix in ("", *family.presets):
        raise GoedError(
            f"[models.{name}]: that is goed's own; give yours a word behind the colon: {family.names('mine')[0]}"
        )
    try:
        all_settings = settings_from(family, settings)
    except SettingError as error:
        raise file.error(["models", name, error.key], f"[models.{name}]: {error.problem}") from None
    return family_models(family, suffix, all_settings, settings, f"settings from {file.path.name}")


def _learner(file: TomlFile, name: str, settings: Any) -> list[Model]:
    """A learner of dependencies with the user's settings; none if it is none, or a command of the user's."""
    is_learner = dependencies.learner_named(name.partition(":")[0].partition("@")[0]) is not None
    if not is_learner or not isinstance(settings, dict) or "command" in settings:
        return []
    checked_name(name, "model")
    try:
        return [dependencies.configured(name, {key: settings[key] for key in settings if key != "domain"})]
    except SettingError as error:
        raise file.error(["models", name, error.key], f"[models.{name}]: {error.problem}") from None


def _model(path: Path, name: str, settings: Any) -> Model:
    where = f"[models.{name}]"
    if not isinstance(settings, dict):
        raise InputError(path, f"{where} is no table")
    checked_name(name, "model")
    for key in settings:
        if key not in KEYS:
            raise InputError(path, f"{where}: {quoted(key)} means nothing; there are {', '.join(KEYS)}")
    time_limit = settings.get("time_limit", DEFAULT_TIME_LIMIT)
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float) or not 0 < time_limit <= LONGEST_TIME:
        raise InputError(path, f"{where}: time_limit is a number of seconds, at most {LONGEST_TIME:,} (a year)")
    for key in ("selects", "uses_seed"):
        if not isinstance(settings.get(key, True), bool):
            raise InputError(path, f"{where}: {key} is true or false")
    domain = settings.get("domain", INFLECTION)
    if not isinstance(domain, str) or domain not in COMMANDS:
        problem = f"domain is {' or '.join(COMMANDS)}, not {quoted(str(domain))}: commands learn nothing else"
        raise InputError(path, f"{where}: {problem}")
    kind = COMMANDS[domain]
    if domain == dependencies.DOMAIN and dependencies.learner_named(name):
        raise InputError(path, f"{where}: that is goed's own; give yours another name")
    return Model(
        name,
        str(settings.get("summary", f"a command from {path.name}")),
        kind.learn,
        kind="external",
        settings={"command": _command(path, where, settings.get("command"), kind.placeholders)},
        circumstances={"time_limit": float(time_limit), "folder": str(path.absolute().parent)},
        selects=settings.get("selects", False),
        uses_seed=settings.get("uses_seed", True),
        is_supervised=kind.is_supervised,
        domain=domain,
    )


def _command(path: Path, where: str, command: Any, placeholders: Sequence[str]) -> list[str]:
    """The command as a list of words; no shell ever sees it."""
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as error:
            raise InputError(path, f"{where}: the command cannot be parted into words: {error}") from None
    if not (isinstance(command, list) and command and all(isinstance(word, str) for word in command)):
        raise InputError(path, f"{where}: command is a line, or a list of words")
    for placeholder in ("{test}", "{out}"):
        if not any(placeholder in word for word in command):
            known = " ".join(f"{{{name}}}" for name in placeholders)
            raise InputError(path, f"{where}: the command lacks {placeholder}; it may have {known}")
    for foreign in sorted(EVERY_PLACEHOLDER.difference(placeholders)):
        if any(f"{{{foreign}}}" in word for word in command):
            known = " ".join(f"{{{name}}}" for name in placeholders)
            raise InputError(path, f"{where}: there is no {{{foreign}}} in this domain; the command may have {known}")
    return command
