"""A checkpoint is written whole or not at all, and read without trusting it."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

from conftest import needs_torch
from goed.models.interface import Progress

torch = needs_torch()

from goed.models.torch_trainings import load_checkpoint, save_checkpoint  # noqa: E402

PATH = Path("study.goed.checkpoints/model.run1.0123.pt")


class Bench:
    """A workbench that remembers what it was told."""

    def __init__(self, checkpoint: Path | None = PATH) -> None:
        self.checkpoint = checkpoint
        self.warnings: list[str] = []

    def tell(self, progress: Progress) -> None:
        raise AssertionError("nothing is told of a checkpoint")

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)


class Harm:
    """Makes a folder when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, ("harm",)


def test_what_was_kept_comes_back() -> None:
    bench = Bench()
    assert load_checkpoint(bench) is None
    assert save_checkpoint(bench, {"weights": torch.arange(3), "update": 7})
    state = load_checkpoint(bench)
    assert state is not None
    assert state["weights"].tolist() == [0, 1, 2]
    assert state["update"] == 7
    assert [path.name for path in PATH.parent.iterdir()] == [PATH.name]


def test_where_none_is_wanted_none_is_written() -> None:
    bench = Bench(None)
    assert not save_checkpoint(bench, {"update": 7})
    assert load_checkpoint(bench) is None
    assert bench.warnings == []


def test_a_full_disk_costs_the_checkpoint_and_nothing_else() -> None:
    bench = Bench()
    assert save_checkpoint(bench, {"update": 7})
    Path(f"{PATH}.new").symlink_to("/dev/full")
    assert not save_checkpoint(bench, {"weights": torch.zeros(100_000), "update": 8})
    assert "no checkpoint could be written" in bench.warnings[0]
    assert (load_checkpoint(bench) or {})["update"] == 7  # the one before is still there
    assert [path.name for path in PATH.parent.iterdir()] == [PATH.name]


def test_a_broken_file_is_none() -> None:
    bench = Bench()
    save_checkpoint(bench, {"weights": torch.zeros(1000)})
    whole = PATH.read_bytes()
    for broken in (b"", b"what is this", b"\x80\x02K\x01s.", b"PK\x03\x04", whole[:2000], whole[:-100]):
        PATH.write_bytes(broken)
        assert load_checkpoint(bench) is None


def test_nothing_in_a_file_is_run() -> None:
    bench = Bench()
    PATH.parent.mkdir()
    torch.save({"update": Harm()}, PATH)
    assert load_checkpoint(bench) is None
    PATH.write_bytes(pickle.dumps(Harm()))
    assert load_checkpoint(bench) is None
    assert not Path("harm").exists()
