"""`lowlab serve`: what it listens on, and that it refuses strangers without a jail."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.settings import Settings
from command_line.serve import (
    HOSTS_VARIABLE,
    PROXIES_VARIABLE,
    address_of,
    is_loopback,
    listening_socket,
    refuse_without_jail,
    set_for_the_app,
)
from compiler_core.errors import InputError, JailBroken
from compiler_core.toolchain import doctor
from tests.command_line.conftest import Lowlab
from tests.conftest import ROOT
from tests.patience import PATIENCE_SECONDS
from tests.states import knowing_compilers


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.1", False),
        ("::ffff:192.0.2.1", False),
    ],
)
def test_what_counts_as_this_machine(host: str, inside: bool) -> None:
    assert is_loopback(host) is inside


def test_a_name_of_nothing_is_bad_input() -> None:
    with pytest.raises(InputError, match="not an address"):
        is_loopback("no-such-host.invalid")


def with_jail(monkeypatch: pytest.MonkeyPatch, ok: bool) -> None:
    report = SimpleNamespace(jail=SimpleNamespace(ok=ok))
    monkeypatch.setattr(doctor, "examine", lambda: report)


def test_others_are_not_served_without_a_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    with_jail(monkeypatch, ok=False)
    with pytest.raises(JailBroken, match=r"does not listen on 0\.0\.0\.0"):
        refuse_without_jail("0.0.0.0")
    refuse_without_jail("127.0.0.1")


def test_others_are_served_with_a_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    with_jail(monkeypatch, ok=True)
    refuse_without_jail("0.0.0.0")


def test_a_taken_port_is_bad_input(lowlab: Lowlab) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        finished = lowlab("serve", "--port", port)
    assert finished.status == 2
    assert f"Cannot listen on 127.0.0.1 port {port}" in finished.error_line


def test_the_address_can_be_opened() -> None:
    with listening_socket("::1", 0) as listening:
        assert address_of(listening) == f"http://[::1]:{listening.getsockname()[1]}/"


def test_options_become_settings_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOSTS_VARIABLE, '["lab.example"]')
    monkeypatch.setenv(PROXIES_VARIABLE, "[]")
    set_for_the_app("0.0.0.0", ["loops.example"], ["10.0.0.0/24", "::1"])
    found = Settings()
    assert found.allowed_hosts == ("lab.example", "loops.example", "0.0.0.0")
    assert [str(network) for network in found.trusted_proxies] == ["10.0.0.0/24", "::1/128"]


@pytest.mark.parametrize("proxy", ["proxy.example", "10.0.0.0/99", "10.0.0.1/24", ""])
def test_a_proxy_is_an_address(proxy: str) -> None:
    with pytest.raises(InputError, match="not an address or a network"):
        set_for_the_app("127.0.0.1", [], [proxy])


@pytest.mark.parametrize(
    "name", ["é é", "", "lab.example:8000", "http://lab.example", "*.example", "a..b", "a" * 64]
)
def test_a_host_is_a_name_that_browsers_send(name: str) -> None:
    with pytest.raises(InputError, match="not the name of a host"):
        set_for_the_app("127.0.0.1", [name], [])


def test_it_serves_the_home_page(tmp_path: Path) -> None:
    knowing_compilers(tmp_path).chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "command_line", "serve", "--port", "0", "--json"],
        cwd=ROOT,
        env={**os.environ, "LOWLAB_STATE": str(tmp_path)},
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == 200
            assert "Lowering Lab" in answer.read().decode()
    finally:
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) in (0, -15)
