"""A jail that failed for a moment is not given up for a weaker one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from compiler_core.errors import JailBroken, StorageFull
from compiler_core.toolchain import chosen_jail as chosen
from compiler_core.toolchain import host_build
from compiler_core.toolchain.chosen_jail import RETRY_SECONDS, ChosenJail, find_jail
from compiler_core.toolchain.host_build import build, built_program
from compiler_core.toolchain.jail import Jail, bubblewrap_jail, landlock_jail


class Clock:
    """Tells the time it is set to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _unforced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOWLAB_JAIL", raising=False)


def test_the_better_jail_is_tried_again_and_stays() -> None:
    found: list[Jail] = [landlock_jail(), landlock_jail(), bubblewrap_jail(), landlock_jail()]
    clock = Clock()
    jail = ChosenJail(lambda: found.pop(0), clock)
    kinds = []
    for _ in range(6):
        kinds += [jail().kind, jail().kind]
        clock.now += RETRY_SECONDS + 1
    assert kinds == ["landlock"] * 4 + ["bubblewrap"] * 8


def test_without_a_launcher_no_jail_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could not be built for a moment: then bubblewrap does not start either."""
    broken = [True]

    def launcher() -> str:
        if broken:
            raise JailBroken("The launcher does not build.")
        return "/launcher"

    monkeypatch.setattr(chosen, "launcher_path", launcher)
    jail = ChosenJail(find_jail, Clock())
    with pytest.raises(JailBroken):
        jail()
    broken.clear()
    assert jail().kind == "bubblewrap"


def test_the_weaker_jail_says_why_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise JailBroken("The jail did not start the program.", "bwrap: out of memory")

    monkeypatch.setattr(chosen, "run_jailed", refuse)
    jail = find_jail()
    assert jail.kind == "landlock"
    assert "bwrap: out of memory" in jail.lacks[-1]


def test_a_program_that_finds_no_room_says_so_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler = tmp_path / "cc"
    words = f"/usr/bin/ld: final link failed: {os.strerror(errno.ENOSPC)}"
    compiler.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(StorageFull) as refused:
        build(["x.c"], "launcher", (), tmp_path / "launcher")
    assert "ld" not in str(refused.value).split()
    assert [path.name for path in tmp_path.iterdir()] == ["cc"]


def test_a_build_that_failed_is_tried_again_but_not_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    tries: list[str] = []

    def fail(_: list[str], name: str, *__: object) -> None:
        tries.append(name)
        raise JailBroken("The program does not build.")

    monkeypatch.setattr(host_build, "reachable_directory", lambda: tmp_path)
    monkeypatch.setattr(host_build, "build", fail)
    for _ in range(3):
        with pytest.raises(JailBroken):
            built_program(tmp_path, "program", ())
    assert len(tries) == 1
    host_build._failed.clear()
    with pytest.raises(JailBroken):
        built_program(tmp_path, "program", ())
    assert len(tries) == 2
