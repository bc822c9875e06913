"""The learners of dependencies by name: what each is told besides the text, and its settings. Imports nothing heavy.

What a learner reads of each word is part of its name: `dmv@postag` reads fine tags, `dmv@form` words. Where a name does
not say it, that is `upos`. A user's configuration can add a learner with other settings:

[models."dmv:mine"]
estimator = "chain"     # where the other settings come from
tags = "postag"
longest = 15
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from goed.errors import GoedError, quoted
from goed.models.dependencies.settings import (
    ESTIMATORS,
    PRESETS,
    READ_BY,
    HarmonicSettings,
    RankSettings,
    RulesSettings,
)
from goed.models.families import Limits, SettingError, checked_settings
from goed.models.model import Model

DOMAIN = "dependencies"
USUAL_TAGS = "upos"
NO_TAGS = "none"
WORDS = "form"
HERE = "goed.models.dependencies"
ROOM: Limits = (0, 10_000)


@dataclass(frozen=True)
class LearnerKind:
    """Learners that one function learns; each has a preset of settings, by the word behind the colon of its name."""

    learn: str
    summaries: Mapping[str, str]
    presets: Mapping[str, Any] = field(default_factory=dict)  # empty: it has no settings
    preset_key: str = ""  # the setting that names a preset
    limits: Mapping[str, Limits] = field(default_factory=dict)
    without_tags: bool = False  # whether it can do without
    packages: tuple[str, ...] = ("numpy",)
    is_random: bool = False


KINDS = {
    "left": LearnerKind(
        f"{HERE}.baselines:predict",
        {"": "left branching: the head of each word is the next one; told nothing, learns nothing"},
    ),
    "right": LearnerKind(
        f"{HERE}.baselines:predict",
        {"": "right branching: the head of each word is the one before; told nothing, learns nothing"},
    ),
    "random": LearnerKind(
        f"{HERE}.baselines:predict",
        {"": "projective trees, all of them equally likely; told nothing, learns nothing"},
        is_random=True,
    ),
    "harmonic": LearnerKind(
        f"{HERE}.dmv.learner:start_and_predict",
        {"": "near words attach to each other: where the DMV starts (Klein & Manning 2004); told the tags"},
        {"": HarmonicSettings()},
        limits={"longest": (0, 200)},
        packages=("numba", "numpy"),
    ),
    "dmv": LearnerKind(
        f"{HERE}.dmv.learner:learn_and_predict",
        {
            "": "the DMV by EM (Klein & Manning 2004; steps and lengths as in Gelling et al. 2012); told the tags",
            "viterbi": "the DMV by its best trees (Spitkovsky et al. 2010); told the tags",
            "softmax": "the DMV, rewarded for unambiguous trees (Tu & Honavar 2012); told the tags",
            "vb": "the DMV by variational Bayes, rare choices made rarer; told the tags",
            "chain": "the DMV by its best trees, then rewarded for unambiguous ones; told the tags",
        },
        {"": PRESETS["em"], **{name: PRESETS[name] for name in ESTIMATORS if name != "em"}},
        "estimator",
        {
            "longest": (0, 200),
            **dict.fromkeys(("iterations", "viterbi_iterations"), ROOM),
            "starts": (0, 1000),
            "sharpness": (0, 0.9),
            "prior": (0.001, 100),
            "smoothing": (0, 1),
        },
        packages=("numba", "numpy"),
    ),
    "rules": LearnerKind(
        f"{HERE}.rules:predict",
        {"": "the nearest word that may be the head (after Søgaard 2012); told universal tags and a table of rules"},
        {"": RulesSettings()},
    ),
    "rank": LearnerKind(
        f"{HERE}.rank:predict",
        {"": "words ranked in a graph of the sentence, then attached (after Søgaard 2012); told universal tags"},
        {"": RankSettings()},
        limits={"function_words": (0, 100_000)},
        without_tags=True,
    ),
}


def learner_named(name: str) -> Model | None:
    """goed's own learner of a name such as dmv, dmv@postag, dmv:chain@form or rank@none; None if there is none."""
    kind_name, word, tags = parts_of(name)
    kind = KINDS.get(kind_name)
    if kind is None or word not in kind.summaries or (tags is not None and not _can_read(kind, tags)):
        return None
    own_name = name.partition("@")[0]
    if own_name.endswith(":"):
        return None
    if not kind.presets:
        return _model(own_name, kind, word, {})
    tags = tags or USUAL_TAGS
    return _model(f"{own_name}@{tags}", kind, word, asdict(replace(kind.presets[word], tags=tags)))


def configured(name: str, settings: Mapping[str, Any]) -> Model:
    """A learner with a user's settings; the word behind the colon of its name is the user's own.

    Raises a GoedError about the name, or a SettingError about one of the settings.
    """
    kind_name, word, tags = parts_of(name)
    kind = KINDS.get(kind_name)
    if kind is None or not kind.presets:
        there = ", ".join(name for name, each in KINDS.items() if each.presets)
        raise GoedError(f"[models.{name}]: {quoted(kind_name)} is no learner of dependencies with settings: {there}")
    if word in ("", *ESTIMATORS) or word in kind.presets:
        raise GoedError(f"[models.{name}]: that is goed's own; give yours a word behind the colon: {kind_name}:mine")
    given = {**({} if tags is None else {"tags": tags}), **settings}
    preset = next(iter(kind.presets.values()))
    words: dict[str, tuple[str, ...]] = {}
    if kind.preset_key:
        words = {kind.preset_key: ESTIMATORS}
        preset = PRESETS.get(str(given.get(kind.preset_key)), preset)
    checked = checked_settings(preset, given, words, kind.limits)
    _check_tags(kind, tags, checked)
    _check_are_read(given, checked)
    model = _model(name, kind, "", checked)
    return replace(model, summary=f"{kind_name} with settings of your own", user_settings=dict(settings))


def parts_of(name: str) -> tuple[str, str, str | None]:
    """The parts of a name: dmv:chain@postag is dmv, chain, postag; None if it does not say what it reads."""
    own_name, at, tags = name.partition("@")
    kind, _, word = own_name.partition(":")
    return kind, word, tags if at else None


def _can_read(kind: LearnerKind, tags: str) -> bool:
    return bool(kind.presets and tags and "@" not in tags) and (tags != NO_TAGS or kind.without_tags)


def _check_tags(kind: LearnerKind, in_name: str | None, settings: Mapping[str, Any]) -> None:
    """Refuse tags that cannot be, or that the name contradicts."""
    tags = settings["tags"]
    if in_name is not None and tags != in_name:
        raise SettingError("tags", f"tags is {quoted(tags)}, but the name says {quoted(in_name)}")
    if not _can_read(kind, tags):
        raise SettingError("tags", f"tags cannot be {quoted(tags)}; take a column of the corpus such as upos, or form")
    if settings.get("with_rules") and tags == NO_TAGS:
        raise SettingError("with_rules", "with_rules needs tags")


def _check_are_read(given: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Refuse settings that would change nothing, because the estimator does not read them."""
    for key in given:
        readers = READ_BY.get(key, ESTIMATORS)
        if settings.get("estimator", readers[0]) not in readers:
            wanted = " or ".join(f'"{reader}"' for reader in readers)
            raise SettingError(key, f"{key} means something with estimator = {wanted} only")


def _model(name: str, kind: LearnerKind, word: str, settings: Mapping[str, Any]) -> Model:
    return Model(
        name,
        kind.summaries[word],
        kind.learn,
        settings=settings,
        uses_seed=kind.is_random or bool(settings.get("starts")),
        packages=kind.packages,
        reads=_layer(settings.get("tags", NO_TAGS)),
        domain=DOMAIN,
    )


def _layer(tags: str) -> str:
    """The layer of a corpus that tags stand in; every corpus has words."""
    return "" if tags in (NO_TAGS, WORDS) else tags


LEARNERS: tuple[Model, ...] = tuple(
    model
    for kind_name, kind in KINDS.items()
    for word in kind.summaries
    if (model := learner_named(f"{kind_name}:{word}" if word else kind_name))
)
