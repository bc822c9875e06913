"""The settings of CHR-TRM: the documented schedule and a quick one. Needs no torch."""

from __future__ import annotations

from dataclasses import dataclass, replace

DECAYS = ("root", "linear", "cosine")
PRECISIONS = ("auto", "fp32", "bf16")


@dataclass(frozen=True)
class ChrTrmSettings:
    """How CHR-TRM is trained; the network itself is always the documented one."""

    schedule: str = "paper"  # the preset that the values below come from
    updates: int = 20_000
    batch: int = 400  # items an update
    checks: int = 50  # number of checks of accuracy in a training
    rate: float = 1e-3  # the peak learning rate
    warmup: int = 4000  # updates until the peak
    decay: str = (
        "root"  # after the peak: "root" (√(warmup/update)), or "linear" or "cosine" down to zero at the last update
    )
    dropout: float = 0.3
    masked_source: float = 0.0  # share of the lemma's characters that an update sees as UNK, drawn anew each time
    masked_target: float = 0.0  # the same of the form's characters before the one to predict
    smoothing: float = 0.1  # share of the target probability that goes to the whole vocabulary
    averaging: float = 0.0  # decay per update of the weights' running average (0.999: ~1000 updates); 0: none is kept
    precision: str = (
        "fp32"  # "bf16" computes updates in half precision; "auto" does so where the CPU or GPU is fast at it
    )
    exchanged: float = 0.0  # share of the letters untouched by inflection that are exchanged, in lemma and form alike


PAPER = ChrTrmSettings()
QUICK = replace(
    PAPER,
    schedule="quick",
    updates=1200,
    batch=32,
    checks=15,
    warmup=300,
    decay="linear",
    masked_source=0.05,
    masked_target=0.2,
    averaging=0.995,
    precision="auto",
    exchanged=0.5,
)
PRESETS = {"quick": QUICK, "paper": PAPER}
