"""Which compilers are installed, newest first within each family.

Asking a compiler takes up to a second, so answers are kept on disk until the program changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from compiler_core.asker import WorkPool
from compiler_core.errors import UnknownCompiler
from compiler_core.toolchain.inquiry import (
    architectures_of,
    compiler_version,
    cpus_of,
    extensions_of,
)
from compiler_core.toolchain.outcome import Compiler, Family
from compiler_core.toolchain.state import state_directory, write_atomically

_DIRECTORY = Path("/usr/bin")
_GCC = re.compile(r"aarch64-linux-gnu-gcc(?:-(\d+))?")
_CLANG = re.compile(r"clang(?:-(\d+))?")
# Part of the stored answers' file name: change it when the questions change.
_ANSWERS_FILE = "compilers-2.json"


_asking = Lock()


def installed_compilers() -> tuple[Compiler, ...]:
    """Every AArch64 cross GCC, then every Clang, newest first; aliases of one program only once.

    Whoever comes while they are asked for the first time waits: a server's start needs the answers
    in several threads at once.
    """
    with _asking:
        return _compilers_found()


@lru_cache(maxsize=1)
def _compilers_found() -> tuple[Compiler, ...]:
    stored = _read_answers()
    candidates = _candidates(_DIRECTORY)
    known = [stored.get(_fingerprint(family, path)) for family, path in candidates]
    # A compiler answers a hundred questions one after the other; several are asked at once.
    with WorkPool(os.cpu_count()) as pool:
        futures = [
            pool.submit(_ask, family, path)
            for (family, path), remembered in zip(candidates, known, strict=True)
            if remembered is None
        ]
    answers = iter(futures)
    compilers = [answer or next(answers).result() for answer in known]
    usable = [compiler for compiler in compilers if compiler.version]
    if {compiler.build_id for compiler in usable} != set(stored):
        _store_answers(usable)
    ordered = sorted(usable, key=_age)
    return tuple({compiler.name: compiler for compiler in ordered}.values())


def find_compiler(name: str) -> Compiler:
    """`gcc-12`, or `gcc` and `clang` for the newest of the family.

    Raises UnknownCompiler, naming what is installed.
    """
    for compiler in installed_compilers():
        if name in (compiler.name, compiler.family):
            return compiler
    names = ", ".join(compiler.name for compiler in installed_compilers())
    advice = f"Installed here: {names}." if names else "Install gcc-aarch64-linux-gnu or clang."
    raise UnknownCompiler(f"No compiler is called {name[:40]!r} here.", advice)


def stored_answers() -> tuple[str, bytes]:
    """The name and content of the file with all answers, for the state of a jailed process."""
    return _ANSWERS_FILE, _answers_text(installed_compilers())


def _candidates(directory: Path) -> list[tuple[Family, str]]:
    """C drivers to consider; a versioned name comes before its unversioned alias."""
    candidates: list[tuple[Family, str]] = []
    seen: set[str] = set()
    for entry in sorted(directory.iterdir(), key=lambda path: path.name, reverse=True):
        family: Family | None = (
            "gcc"
            if _GCC.fullmatch(entry.name)
            else "clang"
            if _CLANG.fullmatch(entry.name)
            else None
        )
        real = os.path.realpath(entry)
        if family is None or real in seen or not os.access(real, os.X_OK):
            continue
        seen.add(real)
        candidates.append((family, str(entry)))
    return candidates


def _ask(family: Family, path: str) -> Compiler:
    version = compiler_version(family, path)
    cpp_path = _cpp_driver(path)
    return Compiler(
        name=f"{family}-{version.partition('.')[0]}",
        family=family,
        version=version,
        build_id=_fingerprint(family, path),
        c_path=path,
        cpp_path=cpp_path,
        cpus=cpus_of(family, path),
        architectures=architectures_of(family, path),
        extensions=extensions_of(family, path),
    )


def _cpp_driver(c_path: str) -> str:
    """`…-g++-12` beside `…-gcc-12`, `clang++-19` beside `clang-19`; empty if missing."""
    directory, name = os.path.split(c_path)
    cpp_name = name.replace("gcc", "g++") if "gcc" in name else name.replace("clang", "clang++")
    path = os.path.join(directory, cpp_name)
    return path if os.access(path, os.X_OK) else ""


def _fingerprint(family: Family, path: str) -> str:
    """Changes whenever one of the two drivers is replaced by another build."""
    marks = [family, path]
    for driver in filter(None, (path, _cpp_driver(path))):
        status = os.stat(driver)
        marks += [os.path.realpath(driver), str(status.st_size), str(status.st_mtime_ns)]
    return hashlib.sha256("\0".join(marks).encode()).hexdigest()[:16]


def _age(compiler: Compiler) -> tuple[bool, list[int]]:
    return compiler.family == "clang", [-int(part) for part in compiler.version.split(".")]


def _read_answers() -> dict[str, Compiler]:
    try:
        records = json.loads((state_directory() / _ANSWERS_FILE).read_text())
        compilers = [_compiler_of(record) for record in records]
    except (OSError, ValueError, TypeError):
        return {}
    return {compiler.build_id: compiler for compiler in compilers}


def _compiler_of(record: dict[str, Any]) -> Compiler:
    """JSON knows no tuples."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in record.items()
    }
    return Compiler(**fields)


def _store_answers(compilers: list[Compiler]) -> None:
    # A disk that takes no more costs the next start a second, and this one nothing.
    with suppress(OSError):
        write_atomically(state_directory() / _ANSWERS_FILE, _answers_text(compilers))


def _answers_text(compilers: Iterable[Compiler]) -> bytes:
    return json.dumps([asdict(compiler) for compiler in compilers]).encode()
