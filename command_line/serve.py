"""`lowlab serve`: the web app, on this machine only unless told otherwise."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import socket
import time
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from uvicorn import Config

BACKLOG = 1024
ENDING_SECONDS = 5
"""For answers that are under way when a signal ends the server; a page that follows something would
keep it for many minutes."""
HOSTS_VARIABLE = "LOWLAB_ALLOWED_HOSTS"
PROXIES_VARIABLE = "LOWLAB_TRUSTED_PROXIES"
LAB_VARIABLE = "LOWLAB_LAB"
ELSEWHERE_VARIABLE = "LOWLAB_GRADE_ELSEWHERE"


AllowedHosts = Annotated[
    list[str] | None,
    typer.Option(help="A name under which others ask for this site; may be repeated."),
]
TrustedProxies = Annotated[
    list[str] | None,
    typer.Option(
        help="Address or network of a proxy whose X-Forwarded-For counts; may be repeated."
    ),
]
Workers = Annotated[
    int,
    typer.Option(min=1, max=64, help="Processes that serve; more than one needs PostgreSQL."),
]
NativeRuns = Annotated[
    bool,
    typer.Option(
        "--native-runs",
        help="On an AArch64 machine: no emulator where nothing is counted.",
    ),
]

# Labels of letters, digits, hyphens and underscores; RFC 1123, 2.1, and what is met beside it.
_HOST_NAME = re.compile(r"(?=.{1,254}\Z)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")


def serve_command(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    allowed_host: AllowedHosts = None,
    trusted_proxy: TrustedProxies = None,
    lab: Annotated[
        bool, typer.Option("--lab", help="Host classes; prints the link for their instructor.")
    ] = False,
    grade_elsewhere: Annotated[
        bool,
        typer.Option("--grade-elsewhere", help="Grade and compile models by `lowlab lab worker`."),
    ] = False,
    workers: Workers = 1,
    native_runs: NativeRuns = False,
    as_json: AsJson = False,
) -> int:
    """Start the web app. Other machines are served only if the jail's self-test passes.

    It answers for IP addresses, localhost and the names given by --allowed-host. Native runs stay
    off unless the self-test's native cases pass on this machine.
    """
    from command_line.web_processes import require_shared_database, serve_together

    set_for_the_app(host, allowed_host or [], trusted_proxy or [])
    require_shared_database(workers, lab)
    for variable, chosen in ((LAB_VARIABLE, lab), (ELSEWHERE_VARIABLE, grade_elsewhere)):
        os.environ |= {variable: "1"} if chosen else {}
    refuse_without_jail(host)
    if native_runs:
        run_natively()
    listening = listening_socket(host, port)
    url = address_of(listening)
    instructor = host_link(url) if lab else ""
    print_greeting(url, instructor, as_json)
    serve_together(server_settings(), listening, workers)
    return 0


def run_natively() -> None:
    """Raises InputError on another machine, JailBroken where the native self-test fails."""
    from compiler_core.toolchain.native_runs import choose_native_runs, this_machine

    choose_native_runs(this_machine())


def print_greeting(url: str, instructor: str, as_json: bool) -> None:
    """Where the server listens, before it does anything else."""
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import plain_json

    if as_json:
        print_json(plain_json({"url": url} | ({"instructor": instructor} if instructor else {})))
    else:
        print_lines(greeting(url, instructor))


def greeting(url: str, instructor: str) -> list[str]:
    """What is printed when the server listens."""
    said = [f"Lowering Lab: {url}  (Ctrl-C stops it)"]
    if instructor:
        said.append(f"New classes, for whoever has this link: {instructor}")
    return said


def host_link(url: str) -> str:
    """A fresh link that lets its holder make classes here; the one before it ends."""
    from classroom.classes import make_host_link
    from classroom.database import database_here

    database = database_here()
    with database.writing() as connection:
        token = make_host_link(connection, time.time())
    database.close()
    return f"{url}lab/r/{token}"


def server_settings() -> Config:
    """A protocol that ends slow requests; whom a proxy asks for is the application's business, and
    so is what is logged."""
    from uvicorn import Config

    return Config(
        "app.served:application",
        factory=True,
        log_level="warning",
        log_config=None,
        access_log=False,
        http="app.serving.paced_protocol:PacedProtocol",
        ws="none",
        proxy_headers=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )


def set_for_the_app(host: str, allowed_hosts: list[str], trusted_proxies: list[str]) -> None:
    """Options become settings of the app, which it reads from the environment. A name that is
    listened on may be asked for. Raises InputError for a proxy that is no address, and for a name
    that no browser asks for."""
    from compiler_core.errors import InputError

    for name in allowed_hosts:
        if not _HOST_NAME.fullmatch(name):
            raise InputError(
                f"{name!r} is not the name of a host as browsers send it.",
                "Write it without scheme and port, as lab.example; other letters as xn--….",
            )
    for proxy in trusted_proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise InputError(
                f"{proxy!r} is not an address or a network.", "Write 10.0.0.1 or 10.0.0.0/24."
            ) from error
    names = [*allowed_hosts, host]
    for variable, values in ((HOSTS_VARIABLE, names), (PROXIES_VARIABLE, trusted_proxies)):
        before = json.loads(os.environ.get(variable, "[]"))
        os.environ[variable] = json.dumps([*before, *values])


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
        addresses = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{host!r} is not an address of this machine.") from error
    return all(
        ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_loopback for entry in addresses
    )


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
