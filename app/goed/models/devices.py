"""Where a neural model computes: on the CPU, or on a GPU that torch can use."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ASK_TORCH = "import sys, torch; sys.exit(not torch.cuda.is_available())"


def gpu_is_likely() -> bool:
    """Whether there seems to be a GPU, found without the seconds that importing torch takes."""
    if os.environ.get("CUDA_VISIBLE_DEVICES", "0") in ("", "-1"):
        return False
    try:
        is_for_cpus = version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return False
    is_there = any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/dxg").exists()
    return is_there and not is_for_cpus


def cuda_works() -> bool:
    """Whether torch finds a GPU, asked in a separate process."""
    return subprocess.run([sys.executable, "-c", ASK_TORCH], capture_output=True, check=False).returncode == 0


def kind_of(device: str) -> str:
    """cpu or cuda: what a device (such as `auto`) will turn out to be, as far as can be told without torch."""
    if device != "auto":
        return device
    return "cuda" if gpu_is_likely() else "cpu"


def used_by(device: str) -> str:
    """The device that a training in this process was on, for its run's record: *cpu*, or *cuda, NVIDIA A100*."""
    torch = sys.modules.get("torch")  # missing if the training did without it
    if device == "cpu" or torch is None or not torch.cuda.is_available():
        return "cpu"
    return f"cuda, {torch.cuda.get_device_name()}"


def machine() -> str:
    """This machine, for a run's record: *host, x86_64, 2 cores*."""
    return f"{platform.node()}, {platform.machine()}, {os.cpu_count()} cores"
