"""The user's configuration: `[models.NAME]` describes a command line that trains and predicts."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

from app.errors import InputError, checked_name, quoted
from app.models.external import DEFAULT_TIME_LIMIT, PLACEHOLDERS
from app.models.registry import Model

LARGEST = 1_000_000  # bytes
KEYS = ("command", "time_limit", "selects", "uses_seed", "summary")


def read_configuration(path: Path) -> list[Model]:
    """The models that a TOML file describes."""
    if path.exists() and not (path.is_file() and path.stat().st_size < LARGEST):
        raise InputError(path, "is no file of settings")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(path, "is not UTF-8; save it as UTF-8 and try again") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(path, f"is no valid TOML: {error or 'nested too deep'}") from None
    unknown = sorted(set(content) - {"models"})
    if unknown:
        raise InputError(path, f"the table [{quoted(unknown[0])}] means nothing here; models are [models.NAME]")
    described = content.get("models", {})
    if not isinstance(described, dict):
        raise InputError(path, "models are tables of their own: [models.NAME]")
    return [_model(path, name, settings) for name, settings in described.items()]


def _model(path: Path, name: str, settings: Any) -> Model:
    where = f"[models.{name}]"
    if not isinstance(settings, dict):
        raise InputError(path, f"{where} is no table")
    checked_name(name, "model")
    for key in settings:
        if key not in KEYS:
            raise InputError(path, f"{where}: {quoted(key)} means nothing; there are {', '.join(KEYS)}")
    time_limit = settings.get("time_limit", DEFAULT_TIME_LIMIT)
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float) or time_limit <= 0:
        raise InputError(path, f"{where}: time_limit is a number of seconds")
    for key in ("selects", "uses_seed"):
        if not isinstance(settings.get(key, True), bool):
            raise InputError(path, f"{where}: {key} is true or false")
    return Model(
        name,
        str(settings.get("summary", f"a command from {path.name}")),
        "app.models.external:learn_and_predict",
        kind="external",
        settings={"command": _command(path, where, settings.get("command"))},
        circumstances={"time_limit": float(time_limit), "folder": str(path.absolute().parent)},
        selects=settings.get("selects", False),
        uses_seed=settings.get("uses_seed", True),
    )


def _command(path: Path, where: str, command: Any) -> list[str]:
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
            known = " ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            raise InputError(path, f"{where}: the command lacks {placeholder}; it may have {known}")
    return command
