"""`lowlab serve`: the web app, on this machine only unless told otherwise."""

from __future__ import annotations

import ipaddress
import socket
from typing import Annotated

import typer

from command_line.options import AsJson

BACKLOG = 1024


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    as_json: AsJson = False,
) -> int:
    """Start the web app. Other machines are served only if the jail's self-test passes."""
    import uvicorn

    from command_line.output import print_json, print_lines
    from compiler_core.json_form import address_json

    refuse_without_jail(host)
    listening = listening_socket(host, port)
    url = address_of(listening)
    if as_json:
        print_json(address_json(url))
    else:
        print_lines([f"Lowering Lab: {url}  (Ctrl-C stops it)"])
    uvicorn.Server(uvicorn.Config("app.main:app", log_level="warning")).run([listening])
    return 0


def refuse_without_jail(host: str) -> None:
    """Raises JailBroken for an address that others can reach when nothing holds strangers' code."""
    from compiler_core.errors import JailBroken
    from compiler_core.toolchain.doctor import examine

    if is_loopback(host):
        return
    jail = examine().jail
    if not jail.ok:
        raise JailBroken(
            f"The jail's self-test fails, so the server does not listen on {host}.",
            "`lowlab doctor` shows the checks; 127.0.0.1 stays possible.",
        )


def is_loopback(host: str) -> bool:
    """True only if every address the name stands for stays inside this machine.

    Raises InputError for a name that stands for none.
    """
    from compiler_core.errors import InputError

    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{host!r} is not an address of this machine.") from error
    return all(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_loopback
               for entry in found)  # fmt: skip


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the address. Raises InputError if the port is taken or not ours."""
    from compiler_core.errors import InputError

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # From here on the kernel keeps early visitors waiting, instead of sending them away.
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise InputError(
            f"Cannot listen on {host} port {port}: {error.strerror}.", "Try another --port."
        ) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """The URL to open."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
