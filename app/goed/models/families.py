"""goed's neural models: families that share a training, with presets and settings.

A user's configuration can add a family with other settings:

[models."cluzh-b4:mine"]        # makes cluzh-gr:mine and cluzh-b4:mine
setting = "best"                # where the other settings come from
epochs = 30
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from typing import Any, get_type_hints

from goed.errors import GoedError, quoted
from goed.models.chr_trm.settings import DECAYS, PRECISIONS
from goed.models.chr_trm.settings import PRESETS as CHR_TRM
from goed.models.cluzh.settings import MARKS_APART
from goed.models.cluzh.settings import PRESETS as CLUZH
from goed.models.devices import gpu_is_likely
from goed.models.model import Model

Settings = Any  # a frozen dataclass of plain values
Limits = tuple[float, float]  # the smallest and the largest number
KINDS_OF_VALUES = {int: "a whole number", float: "a number", bool: "true or false", str: "a text, in quotation marks"}
NO_LIMITS: Limits = (0, 1_000_000)
NOT_INSTALLED = "{} is not installed; pip install 'goed[neural]' (in a checkout of goed: '.[neural]') brings it"


@dataclass(frozen=True)
class Family:
    """Models that share one training, such as greedy and beam decoding of the same network."""

    summaries: Mapping[str, str]  # of each model, by its name
    learn: str
    preset_key: str  # the setting that names a preset
    presets: Mapping[str, Settings]
    usual: Callable[[], str]  # the preset of the models without a suffix
    by_name: tuple[str, ...]  # presets that have models of their own: cluzh-b4:best
    words: Mapping[str, tuple[str, ...]]  # of settings that are one of a few words
    limits: Mapping[str, Limits]  # of settings that are numbers
    keeps_checkpoints: bool
    packages: tuple[str, ...]  # that it needs

    def names(self, suffix: str = "") -> tuple[str, ...]:
        """Its models: cluzh-gr and cluzh-b4, or with a suffix cluzh-gr:best and cluzh-b4:best."""
        return tuple(f"{name}:{suffix}" if suffix else name for name in self.summaries)


FAMILIES = (
    Family(
        {
            "cluzh-gr": "a neural transducer of edit actions, decoded greedily",
            "cluzh-b4": "the same network, decoded with a beam of 4",
        },
        "goed.models.cluzh.learner:learn_and_predict",
        "setting",
        CLUZH,
        lambda: "faithful",
        ("best",),
        {"optimizer": ("adadelta", "adam"), "marks_apart": MARKS_APART},
        {
            **dict.fromkeys(("dropout", "masked", "smoothing"), (0, 0.9)),
            **dict.fromkeys(("averaging", "exchanged"), (0, 1)),
            "updates": (1, 10_000_000),
            "em_iterations": (0, 1000),
            "encoder_layers": (1, 8),
            **dict.fromkeys(("members", "checks"), (1, 100)),
            "beam": (1, 100),
            **dict.fromkeys(("character_size", "action_size", "feature_size", "hidden_size"), (1, 4096)),
            **dict.fromkeys(("batch_size", "epochs", "patience", "longest", "sorted_together"), (1, 100_000)),
        },
        keeps_checkpoints=False,  # a training takes seconds
        packages=("torch", "numba", "numpy"),
    ),
    Family(
        {"chr-trm": "a transformer over characters, with the features in front"},
        "goed.models.chr_trm.learner:learn_and_predict",
        "schedule",
        CHR_TRM,
        lambda: "paper" if gpu_is_likely() else "quick",
        ("quick", "paper"),
        {"decay": DECAYS, "precision": PRECISIONS},
        {
            **dict.fromkeys(("dropout", "masked_source", "masked_target", "smoothing"), (0, 0.9)),
            **dict.fromkeys(("averaging", "exchanged"), (0, 1)),
            "updates": (1, 10_000_000),
            **dict.fromkeys(("batch", "checks"), (1, 100_000)),
        },
        keeps_checkpoints=True,
        packages=("torch", "numpy"),
    ),
)


class SettingError(Exception):
    """An unknown setting, or one with a value that it cannot have."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


def built_in() -> list[Model]:
    """The models of all families: with their usual preset, and with each preset by name."""
    found = []
    for family in FAMILIES:
        for suffix in ("", *family.by_name):
            preset = suffix or family.usual()
            word = f"{family.preset_key} {preset}"
            found += family_models(family, suffix, asdict(family.presets[preset]), {}, word)
    return found


def family_models(
    family: Family, suffix: str, settings: Mapping[str, Any], user_settings: Mapping[str, Any], word: str
) -> list[Model]:
    """The models of a family with a suffix; if they lack torch or another package, their `problem` says so."""
    missing = next((package for package in family.packages if not find_spec(package)), "")
    problem = NOT_INSTALLED.format(missing) if missing else ""
    names = family.names(suffix)
    return [
        Model(
            name,
            f"{summary} ({word})",
            family.learn,
            fills=names,
            settings=settings,
            user_settings=user_settings,
            selects=True,
            uses_workbench=True,
            keeps_checkpoints=family.keeps_checkpoints,
            packages=family.packages,
            problem=problem,
        )
        for name, summary in zip(names, family.summaries.values(), strict=True)
    ]


def family_of(name: str) -> Family | None:
    """The family that a name belongs to, whatever its suffix."""
    return next((family for family in FAMILIES if name.partition(":")[0] in family.summaries), None)


def settings_from(family: Family, values: Mapping[str, Any]) -> dict[str, Any]:
    """All settings: the given ones; the others from the preset that they name, or else from the first preset."""
    preset_name = values.get(family.preset_key, next(iter(family.presets)))
    _check_word(family.preset_key, preset_name, tuple(family.presets))
    return checked_settings(family.presets[preset_name], values, family.words, family.limits)


def checked_settings(
    preset: Settings, values: Mapping[str, Any], words: Mapping[str, tuple[str, ...]], limits: Mapping[str, Limits]
) -> dict[str, Any]:
    """The settings of a preset with some of a user's, which are checked: those that are words, and numbers' limits."""
    kinds = get_type_hints(type(preset))
    for key, value in values.items():
        if key not in kinds:
            raise SettingError(key, f"{quoted(key)} means nothing; there are {', '.join(kinds)}")
        if key in words:
            _check_word(key, value, words[key])
        else:
            _check(key, value, kinds[key], limits.get(key, NO_LIMITS))
    return asdict(replace(preset, **{key: kinds[key](value) for key, value in values.items()}))


def as_stored(model: Model, stored: Mapping[str, Any]) -> Model:
    """A model with the settings that a study stored for it, unless the user chose others.

    Settings that were added to goed since are left out; a training then uses their defaults, which keep the old
    behaviour.
    """
    family = family_of(model.name)
    if family is None or any(stored.get(key) != value for key, value in (model.user_settings or {}).items()):
        return model
    try:
        checked = settings_from(family, stored)
        return replace(model, settings={key: checked[key] for key in stored})
    except SettingError as error:
        raise GoedError(
            f"the study's model {model.name} has settings of another goed ({error.problem}); "
            "go on with that goed, or give the new model a name of its own in a file for --config"
        ) from None


def _check_word(key: str, value: Any, words: tuple[str, ...]) -> None:
    if value not in words:
        there = " or ".join(f'"{word}"' for word in words)
        raise SettingError(key, f"{key} is {there}, not {quoted(str(value))}")


def _check(key: str, value: Any, kind: type, limits: Limits) -> None:
    """Refuse a value of the wrong type or outside the limits."""
    accepted = (int, float) if kind is float else kind
    if not isinstance(value, accepted) or (isinstance(value, bool) and kind is not bool):
        raise SettingError(key, f"{key} is {KINDS_OF_VALUES[kind]}")
    low, high = limits
    if isinstance(value, int | float) and kind is not bool and not low <= value <= high:  # also refuses nan
        raise SettingError(key, f"{key} is {KINDS_OF_VALUES[kind]} from {low:,} to {high:,}")
