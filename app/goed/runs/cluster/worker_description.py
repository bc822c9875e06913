"""What a worker is asked first: which goed it has, and which packages.

The text of this file is sent to the worker, which may have another goed or none: it must import nothing but Python's
own modules.
"""

from __future__ import annotations

import platform
import re
import sys
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGES = ("goed", "goed_classifiers")
LOADED = "goed.runs.cluster.dask_worker"  # loaded if the process has done jobs before


def description(packages: list[str]) -> dict[str, Any]:
    """Describe this Python, its goed, and the versions of these packages."""
    return {
        "host": platform.node(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "goed": _goed(),
        "files": digest(),
        "packages": {package: _version(package) for package in packages},
    }


def digest() -> str:
    """A hash of goed's files as they are, or as they were when this process first did a job."""
    loaded = sys.modules.get(LOADED)
    if loaded is not None:
        return str(loaded.DIGEST)
    return digest_of_files()


def digest_of_files() -> str:
    """A hash of all of goed's code."""
    content = blake2b(digest_size=10)
    for package in PACKAGES:
        folder = _folder(package) or Path("no-such-folder")
        for path in sorted(folder.rglob("*.py")):
            content.update(f"{package}/{path.relative_to(folder).as_posix()}\n".encode())
            content.update(path.read_bytes())
    return content.hexdigest()


def _goed() -> str | None:
    """The version of the goed that would be imported."""
    folder = _folder("goed")
    if folder is None or _folder("goed_classifiers") is None or not (folder / "runs").is_dir():
        return None
    found = re.search(r'^__version__ = "(.+)"$', (folder / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else None


def _folder(package: str) -> Path | None:
    spec = find_spec(package)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _version(package: str) -> str | None:
    try:
        return version(package).partition("+")[0]  # +cpu and the like mark other builds of the same package
    except PackageNotFoundError:
        return None
