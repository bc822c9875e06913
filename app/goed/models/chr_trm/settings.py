"""What can be set about CHR-TRM: the documented schedule and the quick one. Needs no torch."""

from __future__ import annotations

from dataclasses import dataclass, replace

DECAYS = ("root", "linear", "cosine")
PRECISIONS = ("auto", "fp32", "bf16")


@dataclass(frozen=True)
class ChrTrmSettings:
    """How CHR-TRM is trained; the network itself is always the documented one."""

    schedule: str  # the name of the values below, where they stand as they are given here
    updates: int
    batch: int  # items an update
    checks: int  # how often the items that it selects on are decoded
    rate: float  # of learning, at its peak
    warmup: int  # updates until the peak
    decay: str  # after the peak: "root" (√(warmup/update)), or "linear" or "cosine" down to zero at the last update
    dropout: float
    masked_source: float  # share of the lemma's characters that an update sees as UNK, others each time
    masked_target: float  # the same of the form's characters before the one to predict
    smoothing: float  # share of the target probability that goes to the whole vocabulary
    averaging: float  # of the weights, a decay per update (0.999: over about 1000 updates); 0 for none
    precision: str  # "bf16" computes updates in half precision; "auto" does so where the CPU or GPU is fast at it
    exchanged: float = 0.0  # share of the letters that inflection leaves alone made others, in lemma and form alike


PAPER = ChrTrmSettings(
    schedule="paper",
    updates=20_000,
    batch=400,
    checks=50,
    rate=1e-3,
    warmup=4000,
    decay="root",
    dropout=0.3,
    masked_source=0.0,
    masked_target=0.0,
    smoothing=0.1,
    averaging=0.0,
    precision="fp32",
)

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
