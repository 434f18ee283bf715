"""Which outside programs a test may start: those of the fixtures that it uses, and no others.

A test that starts a compiler uses the fixture `jail`, one that runs AArch64 code `emulator`, one
that opens pages `browser`, one that asks another model compiler `oracle`. From the fixtures follow
the marks, and from the marks which tier a test belongs to; so a program that starts without its
fixture would put a test into the wrong tier, and fails.

Python itself tells of every process it starts (audit events, see `sys.addaudithook`); Python
programs that a test starts are told by `tests/watched/sitecustomize.py`, which reads the same
environment variable.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

KINDS = ("jail", "emulator", "browser", "oracle")
VARIABLE = "LOWLAB_TESTS_MAY_START"
WATCHED = Path(__file__).parent / "watched"
_COMPILERS = ("cc", "gcc", "g++", "clang", "clang++", "cc1", "as", "opt", "llc", "llvm-mca", "lld")
_EVENTS = ("subprocess.Popen", "os.posix_spawn")
# Questions about what is installed are asked by whoever lists compilers; they take milliseconds.
_QUESTIONS = ("--version", "-version", "-dumpmachine", "--help", "--print", "-print", "-Q", "-###")


class StartedWithoutFixture(BaseException):
    """A test started a program of a kind that its fixtures do not allow.

    Not an Exception: what the product catches at its boundaries must not hide it.
    """


def kinds_of(words: Iterable[str]) -> set[str]:
    """What this command line starts, empty for anything else."""
    listed = _without_follower(list(words))
    names = [Path(word).name for word in listed]
    jailed = bool(names) and names[0].startswith(("bwrap", "launcher"))
    if not jailed and any(word.startswith(_QUESTIONS) for word in listed[1:]):
        return set()
    kinds = {"jail"} if jailed else set()
    if any("build/oracles/" in word for word in listed):
        kinds.add("oracle")
    if any(name.startswith("qemu-aarch64") for name in names):
        kinds.add("emulator")
    if names and names[0].startswith(("chrom", "headless_shell")):
        kinds.add("browser")
    if names and _compiles(names[0]):
        kinds.add("jail")
    return kinds


def _without_follower(words: list[str]) -> list[str]:
    """The program itself, where the launcher only watches that it ends with its parent."""
    follows = len(words) > 1 and words[1] == "follow" and "--" in words
    return words[words.index("--") + 1 :] if follows else words


def _compiles(program: str) -> bool:
    bare = program.removeprefix("aarch64-linux-gnu-")
    while bare and bare[-1] in "0123456789.-":
        bare = bare[:-1]
    return bare in _COMPILERS


def kinds_allowed(fixtures: Iterable[str]) -> set[str]:
    """What a test with these fixtures may start; what runs under the emulator runs in the jail."""
    kinds = set(KINDS) & set(fixtures)
    return kinds | {"jail"} if "emulator" in kinds else kinds


def allow(kinds: Iterable[str]) -> None:
    """From now on these may be started, by this process and by those it starts."""
    os.environ[VARIABLE] = " ".join(sorted(kinds))


def watch() -> None:
    """Look at every process that this Python starts, from now on."""
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in _EVENTS or VARIABLE not in os.environ:
        return
    given = arguments[1]
    words = [given] if isinstance(given, str | bytes) else list(given)
    kinds = kinds_of(os.fsdecode(word) for word in words)
    missing = sorted(kinds - set(os.environ[VARIABLE].split()))
    if missing:
        raise StartedWithoutFixture(
            f"{' '.join(missing)}: this test starts {os.fsdecode(words[0])} without that fixture"
        )
