"""The models that can be run: goed's, other packages', and the user's configured ones.

Another package adds a model with an entry point in the group `goed.models` whose value is a `Model`:

    [project.entry-points."goed.models"]
    parrot = "my_package.parrot:MODEL"
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib.metadata import entry_points

from goed.errors import GoedError, unknown_name_error
from goed.models.model import Key
from goed.models.model import Model as Model  # where other packages look for it


def models(of_domains: Iterable[Model], configured: Iterable[Model] = ()) -> dict[Key, Model]:
    """All models by domain and name: those of the domains, then of other packages, then of a configuration."""
    known = {model.key: model for model in of_domains}
    for model in _plug_ins():
        if model.key in known:
            model = _unusable(f"{model.name} ({model.learn})", f"{model.name} is a name that is taken")
        known[model.key] = model
    for model in configured:
        if model.key in known:
            raise GoedError(f"[models.{model.name}]: there is a model of that name already; take another")
        known[model.key] = model
    return known


def models_named(names: Iterable[str], known: Mapping[Key, Model], domains: Collection[str] = ()) -> list[Model]:
    """The models with these names; an error if one is missing or cannot be run.

    If models of several domains share a name, only those of `domains` are taken.
    """
    found = []
    for name in names:
        of_name = [model for (_, known_as), model in known.items() if name in (known_as, model.name)]
        of_name = [model for model in of_name if model.domain in domains] or of_name
        if not of_name:
            broken = [model for model in known.values() if model.problem and model.kind == "plug-in"]
            problems = "".join(f"; {model.name}: {model.problem}" for model in broken)
            unknown = unknown_name_error(name, "model that goed knows", [model.name for model in known.values()])
            raise GoedError(f"{unknown}{problems}. One of your own is described in a file given with --config")
        for model in of_name:
            if model.problem and model.kind == "plug-in":
                raise GoedError(f"the model {name} of another package cannot be run: {model.problem}")
            if model.problem:
                raise GoedError(f"{name} cannot be run here: {model.problem}")
        found += of_name
    return found


def _plug_ins() -> list[Model]:
    """The models of other packages. One that cannot be loaded is listed with the reason, and affects no other."""
    found = []
    for entry in entry_points(group="goed.models"):
        try:
            model = entry.load()
        except Exception as error:  # somebody else's package: anything can happen
            model = _unusable(entry.name, f"{type(error).__name__}: {error}")
        if not isinstance(model, Model):
            model = _unusable(entry.name, f"{entry.value} is no goed.models.registry.Model")
        found.append(model)
    return found


def _unusable(name: str, problem: str) -> Model:
    return Model(name, f"cannot be run: {problem}", learn="", kind="plug-in", problem=problem)
