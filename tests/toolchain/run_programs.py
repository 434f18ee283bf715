"""Build a small program and run it, for tests of the run jail."""

from __future__ import annotations

import pytest

from compiler_core.source import SourceFile
from compiler_core.toolchain import build, emulator
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.program import Program, Unit


def use_jail(monkeypatch: pytest.MonkeyPatch, jail: Jail) -> None:
    """Build and run in this jail from now on."""
    monkeypatch.setattr(build, "chosen_jail", lambda: jail)
    monkeypatch.setattr(emulator, "chosen_jail", lambda: jail)


def built(text: str, *flags: str, suffix: str = "c", family: str = "gcc") -> Program:
    """A program of one file."""
    unit = Unit(SourceFile(f"main.{suffix}", text), flags)
    return build_program((unit,), find_compiler(family))
