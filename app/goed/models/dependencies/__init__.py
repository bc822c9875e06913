"""Learners of dependencies (for the time being, the baselines)."""

from goed.models.model import Model

LEARNERS = tuple(
    Model(
        name,
        f"{name}-branching trees, which know nothing" if name != "random" else "random projective trees",
        f"goed.models.dependencies.stub:{name}_trees",
        uses_seed=name == "random",
        domain="dependencies",
        settings={"trees": name},
    )
    for name in ("left", "right", "random")
)


def learner_named(name: str) -> Model | None:
    """None of them has other settings."""
    return None
