"""Prints the part of `requirements-atlas.lock` that chosen tools of the atlas need.

The lock notes behind each package what wants it: another package, or a group of `pyproject.toml`
that is named after the tool. Standard library only, since this runs where nothing is installed yet.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LOCK_FILE = Path(__file__).resolve().parents[2] / "requirements-atlas.lock"
_BLOCK = re.compile(r"\n(?=\S)")
_NAME = re.compile(r"[\w.-]+")
_GROUP = re.compile(r"\(pyproject\.toml:([\w-]+)\)$")


@dataclass(frozen=True)
class LockedPackage:
    """One pin with its hashes as `text`, and the names of packages and groups that want it."""

    name: str
    text: str
    wanted_by: frozenset[str]


def read_lock(text: str) -> tuple[LockedPackage, ...]:
    """Every pin in order; a package has one for each version of Python that differs."""
    return tuple(_read_block(block) for block in _BLOCK.split(text.strip()))


def _read_block(block: str) -> LockedPackage:
    lines = block.splitlines()
    notes = [line.strip(" #").removeprefix("via").strip() for line in lines if "#" in line]
    pins = [line for line in lines if "#" not in line]
    matched = _NAME.match(block)
    name = matched[0] if matched else ""
    return LockedPackage(name, "\n".join(pins), frozenset(map(_wanting, filter(None, notes))))


def _wanting(note: str) -> str:
    """`jax`, or `group xla` for what a tool itself asks for."""
    group = _GROUP.search(note)
    return f"group {group[1]}" if group else note


def locked_for(tools: Iterable[str], text: str) -> str:
    """The pins that these tools and what they bring need. Raises ValueError for a tool that the
    lock does not have."""
    packages = read_lock(text)
    known = {wanter for package in packages for wanter in package.wanted_by}
    chosen = {f"group {tool}" for tool in tools}
    if not chosen <= known:
        missing = ", ".join(sorted(group.removeprefix("group ") for group in chosen - known))
        raise ValueError(f"the lock has no tool {missing}")
    size = -1
    while size != len(chosen):
        size = len(chosen)
        chosen |= {package.name for package in packages if package.wanted_by & chosen}
    return "\n".join(package.text for package in packages if package.name in chosen) + "\n"


if __name__ == "__main__":
    print(locked_for(sys.argv[1:], LOCK_FILE.read_text("utf-8")), end="")
