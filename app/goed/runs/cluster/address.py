"""A cluster's address: `tcp://host:8786`, `host:8786`, a scheduler file, or `local:4`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from goed.errors import GoedError, InputError, WrongUsageError, quoted

LOCAL = re.compile(r"local:(\d+)")
MOST_LOCAL = 1024
REMOTE = re.compile(r"(?:(tcp|tls)://)?((?:\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]@]+):(\d{1,5}))")


@dataclass(frozen=True)
class Address:
    """A scheduler's address, or the number of workers to start on this machine."""

    text: str
    local_workers: int = 0

    def __str__(self) -> str:
        return self.text


def read_address(said: str) -> Address:
    """Parse the address that a user gave; a scheduler file is read."""
    if local := LOCAL.fullmatch(said):
        number = int(local[1])
        if not 1 <= number <= MOST_LOCAL:
            raise WrongUsageError(f"--cluster {said}: take 1 to {MOST_LOCAL} workers")
        return Address(said, number)
    is_file = "://" not in said and ("/" in said or said.endswith(".json") or Path(said).is_file())
    return _from_file(Path(said)) if is_file else _remote(said)


def _from_file(path: Path) -> Address:
    """Read the file that `dask scheduler --scheduler-file` has written."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))["address"]
    except FileNotFoundError:
        raise InputError(path, "there is no such scheduler file; the scheduler writes it when it starts") from None
    except OSError as error:
        raise InputError(path, f"the scheduler file cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(path, "this is no scheduler file of Dask's") from None
    try:
        return _remote(str(said))
    except WrongUsageError:
        raise GoedError(f"{path} names an address that goed cannot use: {quoted(str(said))}") from None


def _remote(said: str) -> Address:
    found = REMOTE.fullmatch(said)
    if not found or not 1 <= int(found[3]) <= 65535:
        raise WrongUsageError(
            f"--cluster {quoted(said)} is no address; "
            "say tcp://host:8786, a scheduler file, or local:4 for four workers here"
        )
    return Address(f"{found[1] or 'tcp'}://{found[2]}")
