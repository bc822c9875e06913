"""`--cluster ADDRESS`: runs on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from goed.errors import GoedError, WrongUsageError

if TYPE_CHECKING:
    from goed.runs.cluster.address import Address
    from goed.runs.cluster.connection import Cluster

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Send runs to a Dask cluster: tcp://host:8786, a scheduler file, or local:4 for four workers here.",
)


def read_cluster(said: str | None, jobs: int | None) -> Address | None:
    """Where the cluster is that the user means, if any."""
    if said is None:
        return None
    if jobs is not None:
        raise WrongUsageError("--jobs is about processes on this machine; with --cluster, its workers say how many")
    from goed.runs.cluster.address import read_address

    address = read_address(said)
    if find_spec("distributed") is None:
        raise GoedError("goed run --cluster needs the package distributed: pip install 'goed[cluster]'")
    return address


@contextmanager
def cluster_at(address: Address | None) -> Iterator[Cluster | None]:
    """The cluster, for as long as the command runs; None where there is to be none."""
    if address is None:
        yield None
        return
    from goed.runs.workers import prepare_processes

    prepare_processes(address.local_workers)  # they start while Dask is imported, which takes half a second

    from goed.runs.cluster.connection import connected

    with connected(address) as cluster:
        yield cluster
