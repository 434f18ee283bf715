"""Asking an installed compiler about itself: version, CPUs, architectures, extensions.

These are fixed questions on no user's input, so they run without a jail.
"""

from __future__ import annotations

import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from compiler_core.errors import JailBroken, StorageClosed, StorageFull, ToolMissing
from compiler_core.toolchain.children import following
from compiler_core.toolchain.outcome import Family
from compiler_core.toolchain.tool_requests import parent_tools

TARGET = "--target=aarch64-linux-gnu"
_QUESTION_SECONDS = 20
_VALID_ARGUMENTS = re.compile(r"valid arguments are: ([^;\n]+)")
# Clang has no question for these; each is tried.
CLANG_ARCHITECTURES = (
    "armv8-a",
    *(f"armv8.{minor}-a" for minor in range(1, 10)),
    "armv8-r",
    "armv9-a",
    *(f"armv9.{minor}-a" for minor in range(1, 7)),
)
# Second names of CPUs, on which the lists that Clang prints are not to be trusted: some versions
# take one and do not list it, some list one and refuse it. Each is tried.
CLANG_SECOND_NAMES = (
    "apple-a8", "apple-a9", "apple-a18", "apple-latest", "apple-m1", "apple-m2", "apple-m3",
    "apple-m4", "apple-s4", "apple-s5", "cyclone", "cobalt-100", "grace", "vulcan",
)  # fmt: skip


def answer(command: list[str]) -> str:
    """Everything a command prints; empty when it cannot be run."""
    parent = parent_tools()
    if parent is not None:
        return parent.answer(tuple(command))
    try:
        done = subprocess.run(
            [*_ending_with_us(), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_QUESTION_SECONDS,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def _ending_with_us() -> tuple[str, ...]:
    """Without a launcher a fixed question may still be asked; nothing of a user's is run then."""
    try:
        return following(_QUESTION_SECONDS)
    except (ToolMissing, JailBroken, StorageFull, StorageClosed, OSError):
        return ()


def version_of(path: str) -> str:
    """`12.2.0` from a compiler's, or any tool's, `--version`; empty when it names none."""
    for question in ("--version", "-V"):
        match = re.search(r"\b(\d+\.\d+(?:\.\d+)?)\b", answer([path, question]))
        if match:
            return match[1]
    return ""


def compiler_version(family: Family, path: str) -> str:
    """The exact version of a GCC or Clang driver."""
    if family == "gcc":
        return answer([path, "-dumpfullversion"]).strip()
    match = re.search(r"clang version (\d+\.\d+\.\d+)", answer([path, "--version"]))
    return match[1] if match else ""


def cpus_of(family: Family, path: str) -> tuple[str, ...]:
    """What `-mcpu=` and `-mtune=` accept."""
    if family == "gcc":
        return _gcc_values(path, "-mcpu=help")
    text = answer([path, TARGET, "-print-supported-cpus"])
    listed = set(re.findall(r"^\t(\S+)$", text, re.MULTILINE)) - set(CLANG_SECOND_NAMES)
    return tuple(sorted({*listed, *_taken(path, "-mcpu=", CLANG_SECOND_NAMES)}))


def architectures_of(family: Family, path: str) -> tuple[str, ...]:
    """What `-march=` accepts before the first `+`."""
    if family == "gcc":
        return _gcc_values(path, "-march=help")
    return _taken(path, "-march=", CLANG_ARCHITECTURES)


def extensions_of(family: Family, path: str) -> tuple[str, ...]:
    """What `-march=` accepts after `+`; empty when this compiler cannot be asked."""
    if family == "gcc":
        return _gcc_values(path, "-march=armv8-a+help")
    text = answer([path, TARGET, "--print-supported-extensions"])
    return tuple(re.findall(r"^ {4}([a-z0-9][a-z0-9.-]*) ", text, re.MULTILINE))


def _gcc_values(path: str, question: str) -> tuple[str, ...]:
    """GCC lists the valid values when it rejects one."""
    text = answer([path, question, "-S", "-x", "c", "/dev/null", "-o", "-"])
    match = _VALID_ARGUMENTS.search(text)
    return tuple(sorted(set(match[1].split()))) if match else ()


def _taken(path: str, option: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those names that this Clang takes after the option, tried one by one."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        known = pool.map(lambda name: _clang_takes(path, option + name), names)
        return tuple(name for name, yes in zip(names, known, strict=True) if yes)


def _clang_takes(path: str, flag: str) -> bool:
    text = answer([path, TARGET, flag, "-###", "-S", "-x", "c", "/dev/null"])
    return bool(text) and "error:" not in text
