"""Jails of both kinds, the newest compilers, and a secret file no compiler may read."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.jail import Jail, bubblewrap_jail, landlock_jail
from compiler_core.toolchain.outcome import Compiler
from tests.toolchain.secrets import CANARY

JAILS = {"bubblewrap": bubblewrap_jail, "landlock": landlock_jail}


@pytest.fixture(params=sorted(JAILS))
def jail(request: pytest.FixtureRequest) -> Jail:
    """Each kind of jail in turn."""
    return JAILS[request.param]()


@pytest.fixture(params=["gcc", "clang"])
def compiler(request: pytest.FixtureRequest) -> Compiler:
    """The newest compiler of each family in turn."""
    return find_compiler(request.param)


@pytest.fixture(scope="session")
def gcc() -> Compiler:
    return find_compiler("gcc")


@pytest.fixture(scope="session")
def clang() -> Compiler:
    return find_compiler("clang")


@pytest.fixture(scope="session")
def secret_directory() -> Iterator[Path]:
    """A directory everyone may enter, with a readable `canary` and a pipe nobody writes to."""
    with tempfile.TemporaryDirectory(prefix="secret-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        _fill(directory)
        yield directory


def _fill(directory: Path) -> None:
    canary = directory / "canary"
    canary.write_text(CANARY)
    canary.chmod(0o644)
    os.mkfifo(directory / "pipe", 0o644)
    readable = subprocess.run(["cat", str(canary)], capture_output=True, text=True, check=True)
    assert readable.stdout == CANARY


@pytest.fixture(scope="session", autouse=True)
def programs(emulator: None) -> None:
    """All tests here start compilers or emulated programs: the mark follows from this."""
