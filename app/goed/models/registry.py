"""The models that can be run: goed's own, those of other packages, and commands from a user's configuration.

Another package adds a model with an entry point in the group `goed.models` whose value is a `Model`:

    [project.entry-points."goed.models"]
    parrot = "my_package.parrot:MODEL"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

from goed.errors import GoedError, unknown
from goed.models.model import Model as Model  # where other packages look for it


def models(of_domains: Iterable[Model], configured: Iterable[Model] = ()) -> dict[str, Model]:
    """All models by name; those of a configuration come on top of those of the domains and of other packages."""
    known = {model.name: model for model in of_domains}
    for model in _plug_ins():
        if model.name in known:
            model = _unusable(f"{model.name} ({model.learn})", f"{model.name} is a name that is taken")
        known[model.name] = model
    for model in configured:
        if model.name in known:
            raise GoedError(f"[models.{model.name}]: there is a model of that name already; take another")
        known[model.name] = model
    return known


def chosen(names: Iterable[str], known: Mapping[str, Model]) -> list[Model]:
    """The models of these names, which must all be there and in order."""
    for name in names:
        if name not in known:
            broken = [model for model in known.values() if model.problem and model.kind == "plug-in"]
            problems = "".join(f"; {model.name}: {model.problem}" for model in broken)
            raise GoedError(
                f"{unknown(name, 'model that goed knows', list(known))}{problems}. "
                "One of your own is described in a file given with --config"
            )
        if known[name].problem and known[name].kind == "plug-in":
            raise GoedError(f"the model {name} of another package cannot be run: {known[name].problem}")
        if known[name].problem:
            raise GoedError(f"{name} cannot be run here: {known[name].problem}")
    return [known[name] for name in names]


def _plug_ins() -> list[Model]:
    """The models of other packages. One that cannot be loaded is listed with the reason, and stops no other."""
    return [_plug_in(entry) for entry in entry_points(group="goed.models")]


def _plug_in(entry: EntryPoint) -> Model:
    try:
        model = entry.load()
    except Exception as error:  # somebody else's package: anything can happen
        return _unusable(entry.name, f"{type(error).__name__}: {error}")
    return (
        model if isinstance(model, Model) else _unusable(entry.name, f"{entry.value} is no goed.models.registry.Model")
    )


def _unusable(name: str, problem: str) -> Model:
    return Model(name, f"cannot be run: {problem}", learn="", kind="plug-in", problem=problem)
