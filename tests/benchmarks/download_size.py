"""How much `pip install goed` downloads, without extras.

python tests/benchmarks/download_size.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, str(REPOSITORY)],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        sizes = {path.name: path.stat().st_size / 1e6 for path in Path(folder).iterdir()}
    for name, size in sorted(sizes.items(), key=lambda each: -each[1])[:5]:
        print(f"{size:6.1f} MB  {name}")
    print(f"{sum(sizes.values()):6.1f} MB  in all, {len(sizes)} files")


if __name__ == "__main__":
    main()
