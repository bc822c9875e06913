"""`goed serve` shows the terminal UI in a browser, to this machine's own browser only."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import aiohttp
import pytest

from conftest import GOED, Goed, sql, start_goed
from goed.processes import process_started_at
from waiting import wait_for


@pytest.fixture
def port() -> Iterator[int]:
    """A port that is nobody's; it is held, so that it comes to nobody else, and who says so can listen to it."""
    with closing(socket.socket()) as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@pytest.fixture
def server(study: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = start_goed("serve", "--port", port, "--annotator", "sp d'x")
    assert process.stderr is not None
    assert f"open http://127.0.0.1:{port} in a browser" in process.stderr.readline()
    assert "every user of this machine can label as sp d'x there, and start runs" in process.stderr.readline()
    page(port)
    yield process
    process.kill()
    process.communicate()


def page(port: int, **headers: str) -> str:
    """The page, as soon as somebody answers."""
    answers: list[str] = []

    def ask() -> list[str]:
        try:
            with urlopen(Request(f"http://127.0.0.1:{port}/", headers=headers)) as answer:
                answers.append(answer.read().decode())
        except HTTPError:
            raise
        except OSError:  # nobody answers yet
            pass
        return answers

    wait_for(ask)
    return answers[0]


async def in_browser(port: int, keys: str, wanted: bytes, origin: str | None = None) -> None:
    """Open a window as the page does, press keys, and wait for something to appear."""
    address = f"http://127.0.0.1:{port}"
    async with (
        aiohttp.ClientSession() as browser,
        browser.ws_connect(f"{address}/ws?width=80&height=24", origin=origin or address) as window,
    ):
        shown = b""
        async for message in window:
            if message.type == aiohttp.WSMsgType.BINARY:
                shown += message.data
            # Before waiting again: nothing more comes from a screen that is drawn until a key is pressed.
            if b"lemma" in shown and keys:
                await window.send_json(["stdin", keys])
                keys = ""
            if wanted in shown and not keys:
                return
    raise AssertionError(f"{wanted!r} was not shown")


def test_the_page_is_there_and_shows_the_ui(server: subprocess.Popen[str], port: int) -> None:
    assert f"ws://127.0.0.1:{port}/ws" in page(port)
    asyncio.run(in_browser(port, "", b"sp d'x"))
    asyncio.run(in_browser(port, "R", b"No runs are planned yet"))


def test_ctrl_c_ends_it_and_every_window_without_a_traceback(server: subprocess.Popen[str], port: int) -> None:
    async def look_and_interrupt() -> None:
        address = f"http://127.0.0.1:{port}"
        async with (
            aiohttp.ClientSession() as browser,
            browser.ws_connect(f"{address}/ws?width=80&height=24", origin=address) as window,
        ):
            await window.receive()
            server.send_signal(signal.SIGINT)
            async for _ in window:  # until it is closed
                pass

    asyncio.run(look_and_interrupt())
    out, err = server.communicate()
    assert server.returncode == 0
    assert "Traceback" not in out + err
    assert [path.name for path in Path().glob("study.goed*")] == ["study.goed"]


def test_a_window_ends_with_a_server_that_was_killed(server: subprocess.Popen[str], port: int) -> None:
    """Though all is drawn: what has nothing more to write does not hear that nobody reads it."""
    family: list[tuple[int, str | None]] = []  # of the window: a shell, and goed

    async def look_and_kill() -> None:
        address = f"http://127.0.0.1:{port}"
        async with (
            aiohttp.ClientSession() as browser,
            browser.ws_connect(f"{address}/ws?width=80&height=24", origin=address) as window,
        ):
            shown = b""
            while b"lemma" not in shown:
                shown += (await window.receive()).data
            family.extend((pid, process_started_at(pid)) for pid in descendants(server.pid))
            server.kill()

    asyncio.run(look_and_kill())
    assert family
    wait_for(lambda: not any(process_started_at(pid) == born for pid, born in family))
    assert sql(Path("study.goed"), "SELECT count(*) FROM sitting WHERE NOT has_ended") == [(0,)]


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, those that they have started, and so on."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(number) for thread in threads for number in thread.read_text().split()]
    return [*children, *(each for child in children for each in descendants(child))]


def test_pages_of_other_sites_cannot_reach_it(server: subprocess.Popen[str], port: int) -> None:
    with pytest.raises(HTTPError, match="403"):
        page(port, Host=f"evil.example:{port}")
    for origin in (
        "http://evil.example",
        "null",
        f"http://127.0.0.1:{port + 1}",
        f"http://127.0.0.1:{port}.evil.example",
    ):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            asyncio.run(in_browser(port, "", b"lemma", origin=origin))
    with urlopen(f"http://127.0.0.1:{port}/") as answer:
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_only_this_machine_can_reach_it(server: subprocess.Popen[str], port: int) -> None:
    listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    assert [address for address in listening if address.endswith(f":{port:04X}") and address.startswith("0100007F")]
    assert not [address for address in listening if address == f"00000000:{port:04X}"]


def test_a_port_that_is_taken_is_said(goed: Goed, study: Path, port: int) -> None:
    with closing(socket.create_server(("127.0.0.1", port))):
        err = goed("serve", "--port", port, code=1).err
    assert f"port {port}" in err
    assert "--port" in err
    assert "open http" not in err


def test_a_study_that_is_not_there_is_said_here_and_not_in_the_browser(goed: Goed) -> None:
    assert "there is no study" in goed("serve", code=1).err


def test_other_machines_are_let_in_with_a_warning_only(study: Path, port: int) -> None:
    process = start_goed("serve", "--port", port, "--host", "0.0.0.0", "--annotator", "sp")
    assert process.stderr is not None
    process.stderr.readline()
    assert "everybody who reaches this machine can label as sp there, and start runs" in process.stderr.readline()
    assert f"ws://here.example:{port}/ws" in page(port, Host=f"here.example:{port}")
    process.send_signal(signal.SIGTERM)
    process.communicate()


def test_without_the_package_it_says_how_to_get_it(goed: Goed, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goed.commands.serve.find_spec", lambda name: None)
    assert "pip install 'goed[serve]'" in goed("serve", code=1).err


def test_the_ui_needs_a_terminal_or_a_browser(study: Path) -> None:
    done = subprocess.run([GOED, "annotate"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


@pytest.mark.parametrize(("key", "opens"), [("x", True), pytest.param("\x03", False, marks=pytest.mark.slow)])
def test_the_demo_goes_on_to_the_ui_where_there_is_a_terminal(
    tmp_path: Path, demo_folder: Path, key: str, opens: bool
) -> None:
    shutil.copy(demo_folder / "demo.goed", tmp_path)
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24", GOED_ANNOTATOR="sp")
        os.execv(sys.executable, [sys.executable, "-m", "goed", "demo"])
    shown = read_until(terminal, "Any key opens the terminal UI")
    assert "What to type next" in shown
    wait_for(lambda: not termios.tcgetattr(terminal)[3] & termios.ICANON)  # it forgets what was typed before
    os.write(terminal, key.encode())
    if opens:
        assert "\x1b[?1049h" in read_until(terminal, "checked")
        os.write(terminal, b"q")
    read_until(terminal, None)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def read_until(terminal: int, wanted: str | None) -> str:
    """What is written on a terminal until something wanted is, or all has ended."""
    shown = b""
    while wanted is None or wanted not in shown.decode(errors="replace"):
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # nobody is at the other end any more
            break
    return shown.decode(errors="replace")
