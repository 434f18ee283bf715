"""What a test starts is known by its name, also where another program starts it."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable

import pytest

from tests.programs import kinds_of

COMPILE = "gcc -x c -c /dev/null -o /dev/null"


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("aarch64-linux-gnu-gcc-12 -c a.c", {"jail"}),
        ("clang-19 --version", set()),
        ("/usr/bin/qemu-aarch64 a.out", {"emulator"}),
        ("/usr/lib/chromium/chrome --headless", {"browser"}),
        ("build/oracles/bin/python -m onnxsim", {"oracle"}),
        ("env -u HOME LC_ALL=C /usr/bin/gcc -c a.c", {"jail"}),
        ("env gcc --version", set()),
        ("timeout --kill-after 1 10 nice -n 5 gcc -c a.c", {"jail"}),
        ("bash -c 'cd /tmp && qemu-aarch64 ./a.out'", {"emulator"}),
        ("sh -ec 'x=1; (gcc -c a.c)'", {"jail"}),
        ("sh -c 'cd /tmp\ngcc -c a.c'", {"jail"}),
        ("sh -c 'echo the compiler is gcc'", set()),
        ("bash -c 'exit 3'", set()),
        ("sh -c 'an open \" quote'", set()),
        ("sh run.sh gcc", set()),
    ],
)
def test_kinds(command: str, kinds: set[str]) -> None:
    assert kinds_of(shlex.split(command)) == kinds


@pytest.mark.parametrize(
    "start",
    [
        lambda: subprocess.run(["env", *COMPILE.split()]),
        lambda: subprocess.run(COMPILE, shell=True),
        lambda: os.system(COMPILE),
    ],
    ids=["by a wrapper", "by a shell", "by the system"],
)
def test_a_compiler_needs_its_fixture(start: Callable[[], object]) -> None:
    # Of a module of another name in a process that the watch was there before.
    with pytest.raises(BaseException, match="jail: this test starts"):
        start()
