"""A page in headless Chromium: what it asks for, and what stands in the console."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-component-update")
OWN_REQUESTS = re.compile(r"https?://([\w.-]+\.)?(google|googleapis|gvt1|gstatic)\.com/")  # the browser's, at its start


@dataclass(frozen=True)
class Seen:
    """What came of a visit."""

    dom: str  # after scripts have run
    console: list[str]
    requests: list[str]  # for anything but the page itself


def visit(page: Path, folder: Path) -> Seen:
    """Open a page from its file; the browser keeps its things in a folder that is not there yet."""
    folder.mkdir()
    log = folder / "net.json"
    watching = ["--enable-logging=stderr", "--v=0", f"--log-net-log={log}", f"--user-data-dir={folder / 'user'}"]
    command = [str(CHROMIUM), *QUIET, *watching, "--disable-background-networking", "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    asked = {event["params"]["url"] for event in _events(log) if "url" in event.get("params", {})}
    requests = sorted(url for url in asked if url != page.as_uri() and not OWN_REQUESTS.match(url))
    return Seen(done.stdout, console, requests)


def _events(log: Path) -> list[dict[str, dict[str, str]]]:
    """The log's events; it may be cut off where the browser ended."""
    text = log.read_text(encoding="utf-8").rstrip()
    whole = text if text.endswith("}") and text[:-1].rstrip().endswith("]") else text.rstrip(",") + "]}"
    events: list[dict[str, dict[str, str]]] = json.loads(whole)["events"]
    return events
