"""The server of `goed serve`: textual-serve, made quiet and closed to other sites."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

from goed.commands.options import talk
from goed.errors import GoedError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PATIENCE = 15.0  # seconds for the UIs to end and to stop their runs
ANYWHERE = ("0.0.0.0", "::", "")  # all addresses of the machine


class QuietServer(Server):
    """A server that prints only its address, and whose page works under any name that the browser used."""

    def __init__(self, command: str, host: str, port: int, rights: str) -> None:
        self._rights = rights
        super().__init__(command, host, port, title="goed")
        self._windows: set[asyncio.Task[Any]] = set()

    def initialize_logging(self) -> None:
        """Log only warnings and errors."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Print the address to open, and who else can open it."""
        host = "localhost" if self.host in ANYWHERE else f"[{self.host}]" if ":" in self.host else self.host
        talk(f"open http://{host}:{self.port} in a browser; Ctrl-C ends it")
        talk(self._rights)

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """The page; it connects back under the name of this machine that the browser used."""
        self._refuse_other_hosts(request)
        self.public_url = f"{request.scheme}://{request.host}"
        page: web.StreamResponse = await super().handle_index(request)
        page.headers["X-Frame-Options"] = "DENY"  # no other site can show it in a frame and have keys pressed
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """The UI itself; refuses connections from pages of other sites in the same browser."""
        self._refuse_other_hosts(request)
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="only goed's own page may open this")
        window = asyncio.current_task()
        assert window is not None
        self._windows.add(window)
        try:
            return await super().handle_websocket(request)
        finally:
            self._windows.discard(window)

    async def on_shutdown(self, app: web.Application) -> None:
        """End the UI of every window, without waiting for browsers to close them."""
        for window in self._windows:
            window.cancel()
        if self._windows:
            await asyncio.wait(self._windows, timeout=PATIENCE)

    def _refuse_other_hosts(self, request: web.Request) -> None:
        """If serving this machine only, refuse any other host name: it is a site posing as this machine."""
        name = urlsplit(f"//{request.host}").hostname
        if self.host in LOOPBACK and name not in LOOPBACK:
            raise web.HTTPForbidden(text="goed serve is reached by the address that it has named")


def serve(command: str, host: str, port: int, rights: str) -> None:
    """Serve a command until Ctrl-C; `rights` is a sentence that says who can do what there."""
    try:  # check that the port is free
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise GoedError(f"{host}, port {port}: {error.strerror}; choose others with --host and --port") from None
    QuietServer(command, host, port, rights).serve()
