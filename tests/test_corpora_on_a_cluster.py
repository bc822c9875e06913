"""Runs on corpora on a real Dask cluster: a corpus travels to each worker once, however many runs learn from it."""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from conftest import Goed, needs_distributed, sql, write
from gates import Gate
from goed.models import registry
from goed.models.model import Model
from test_dependencies import SMALL, sentences
from test_on_a_cluster import DaskCluster, dask
from test_running import HERE

distributed = needs_distributed()
__all__ = ["dask"]  # a fixture


@pytest.fixture
def grid(goed: Goed) -> Path:
    """A study with 21 training sets."""
    write(Path("small.conllu"), sentences(*SMALL * 20))
    goed("import", "corpus", "small.conllu", "--language", "eng", "--test", "1-20")
    goed("split", "--order", "uniform", "--seeds", "5", "--sizes", "10", "30", "100", "300")
    return Path("study.goed")


def answers(study: Path) -> list[tuple[Any, ...]]:
    """What every run answered, in words, and how it scored."""
    query = (
        "SELECT model.name, sampling, split.seed, size, part, {} FROM run JOIN model ON model.id = model_id "
        "JOIN split ON split.id = split_id JOIN run_part ON run_part.run_id = run.id {} ORDER BY 1, 2, 3, 4, 5, 6"
    )
    measures = "measure, value, n", "JOIN run_measure ON run_part_id = run_part.id"
    return sql(study, query.format(*measures)) + sql(study, query.format("n_items, n_predicted, n_correct", ""))


def test_a_corpus_travels_to_each_worker_once(goed: Goed, grid: Path, dask: DaskCluster) -> None:
    from arrivals import Arrivals, arrived, fetched

    for _ in range(2):
        dask.add_worker()
    dask.wait_for_workers(2)
    shutil.copy(grid, "here.goed")
    goed("run", "--model", "left", "random", "--study", "here.goed", "--jobs", "2")
    with distributed.Client(dask.address) as client:
        client.register_plugin(Arrivals())
        goed("run", "--model", "left", "random", "--cluster", dask.address)
        texts = client.run(arrived)
        assert [len(keys) for keys in texts.values()] == [1, 1], texts
        assert set(client.run(fetched).values()) == {0}, "workers fetch nothing from each other"
    assert sql(grid, "SELECT count(*) FROM run WHERE state = 'done'") == [(42,)]
    assert answers(grid) == answers(Path("here.goed"))
    assert "sound" in goed("check").err


def test_a_worker_that_dies_over_a_corpus_costs_no_run(
    goed: Goed, grid: Path, dask: DaskCluster, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"kind": "plug-in", "domain": "dependencies", "circumstances": {"gate": str(gate.folder)}}
    waits = Model("waits", "waits at a gate", "parsers_for_tests:waits", **told)  # type: ignore[arg-type]
    monkeypatch.setattr(registry, "_plug_ins", lambda: [waits])
    monkeypatch.syspath_prepend(HERE)
    workers = [dask.add_worker() for _ in range(2)]
    dask.wait_for_workers(2)

    def kill_one() -> None:
        gate.let_through(4)
        for _ in range(4 + len(workers)):
            gate.wait_for_arrival()
        workers[0].kill()
        gate.open()

    killing = Thread(target=kill_one, daemon=True)  # where goed fails before, nobody ever comes to the gate
    killing.start()
    goed("run", "--model", "waits", "--cluster", dask.address)
    killing.join()
    assert sql(grid, "SELECT state, count(*) FROM run GROUP BY state") == [("done", 21)]
    goed("run", "--model", "left", "--cluster", dask.address)
    assert sql(grid, "SELECT state, count(*) FROM run GROUP BY state") == [("done", 42)]
    assert "sound" in goed("check").err
