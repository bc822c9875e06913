"""What can be set about CHR-TRM: the documented schedule and the quick one. Needs no torch."""

from __future__ import annotations

from dataclasses import dataclass, replace

DECAYS = ("root", "linear", "cosine")
PRECISIONS = ("auto", "fp32", "bf16")


@dataclass(frozen=True)
class ChrTrmSettings:
    """How CHR-TRM is trained; the network itself is always the documented one."""

    schedule: str = "paper"  # the name of the values below, where they stand as they are given here
    updates: int = 20_000
    batch: int = 400  # items an update
    checks: int = 50  # how often the items that it selects on are decoded
    rate: float = 1e-3  # of learning, at its peak
    warmup: int = 4000  # updates until the peak
    decay: str = (
        "root"  # after the peak: "root" (√(warmup/update)), or "linear" or "cosine" down to zero at the last update
    )
    dropout: float = 0.3
    masked_source: float = 0.0  # share of the lemma's characters that an update sees as UNK, others each time
    masked_target: float = 0.0  # the same of the form's characters before the one to predict
    smoothing: float = 0.1  # share of the target probability that goes to the whole vocabulary
    averaging: float = 0.0  # of the weights, a decay per update (0.999: over about 1000 updates); 0 for none
    precision: str = (
        "fp32"  # "bf16" computes updates in half precision; "auto" does so where the CPU or GPU is fast at it
    )
    exchanged: float = 0.0  # share of the letters that inflection leaves alone made others, in lemma and form alike


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
