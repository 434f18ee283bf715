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
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

KINDS = ("jail", "emulator", "browser", "oracle")
VARIABLE = "LOWLAB_TESTS_MAY_START"
WATCHED = Path(__file__).parent / "watched"
_COMPILERS = ("cc", "gcc", "g++", "clang", "clang++", "cc1", "as", "opt", "llc", "llvm-mca", "lld")
_EVENTS = ("subprocess.Popen", "os.posix_spawn", "os.exec")
_SYSTEM_EVENT = "os.system"
_SHELLS = ("sh", "bash", "dash")
_SHELL_WORDS = ("if", "then", "else", "do", "while", "until", "!", "{", "exec", "time")
# They start what stands behind their own options.
_WRAPPERS = ("env", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "taskset", "prlimit")
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
    if names and names[0] in (*_SHELLS, *_WRAPPERS):
        commands = _shell_commands(listed) if names[0] in _SHELLS else [_wrapped(listed)]
        return set[str]().union(*map(kinds_of, commands))
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


def _wrapped(words: list[str]) -> list[str]:
    """From the first word on that is a program, which no value of an option is."""
    import shutil  # Every program that a test starts imports this file; few need this.

    return next((words[at:] for at in range(1, len(words)) if shutil.which(words[at])), [])


def _shell_commands(words: list[str]) -> Iterator[list[str]]:
    """Those of the text behind `-c`; what stands in a script of its own is not looked at."""
    import shlex

    behind = [at + 1 for at, word in enumerate(words) if word[:1] == "-" and word.endswith("c")]
    text = "".join(words[at] for at in behind[:1] if at < len(words)).replace("\n", " ; ")
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    try:
        tokens = list(lexer)
    except ValueError:  # The shell will not understand it either.
        return
    for is_between, command in groupby(tokens, lambda token: not token.strip("();<>|&")):
        own = list(command)
        while own and (own[0] in _SHELL_WORDS or "=" in own[0]):
            del own[0]
        if not is_between:
            yield own


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
    if event not in (*_EVENTS, _SYSTEM_EVENT) or VARIABLE not in os.environ:
        return
    given = ["sh", "-c", arguments[0]] if event == _SYSTEM_EVENT else arguments[1]
    words = [given] if isinstance(given, str | bytes) else list(given)
    kinds = kinds_of(os.fsdecode(word) for word in words)
    missing = sorted(kinds - set(os.environ[VARIABLE].split()))
    if missing:
        raise StartedWithoutFixture(
            f"{' '.join(missing)}: this test starts {os.fsdecode(words[0])} without that fixture"
        )
