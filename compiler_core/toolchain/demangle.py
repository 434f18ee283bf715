"""C++ symbols to names as written, by a jailed c++filt."""

from __future__ import annotations

import os
import re
import shutil
from functools import lru_cache

from compiler_core.errors import LoweringLabError
from compiler_core.kept import Kept
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.command import library_directory
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.runner import run_jailed

DEMANGLE_LIMITS = Limits(cpu_seconds=2, wall_seconds=4.0, output_bytes=1 << 20)
_PROGRAMS = ("aarch64-linux-gnu-c++filt", "c++filt")
# What the Itanium C++ ABI's mangled names consist of, with the suffixes of GCC and LLVM clones.
_MANGLED = re.compile(r"_Z[\w.$]{1,4000}", re.ASCII)
_MOST_SYMBOLS = 2000

# Each with its symbol. A short one may stand for a long name: it refers to what it said before.
_NAMES_BYTES = 4 << 20
_names: Kept[tuple[str, str]] = Kept(_NAMES_BYTES, lambda pair: sum(map(len, pair)))


def demangle(symbols: tuple[str, ...]) -> dict[str, str]:
    """Each symbol with its name as written; a symbol that is not mangled stays as it is.

    When the tool is missing or fails, all stay as they are.
    """
    known = dict(filter(None, map(_names.kept, symbols)))
    mangled = {symbol for symbol in symbols if _MANGLED.fullmatch(symbol)}
    queries = tuple(sorted(mangled - known.keys()))[:_MOST_SYMBOLS]
    if queries:
        known |= _ask(queries)
    return {symbol: known.get(symbol, symbol) for symbol in symbols}


def _ask(symbols: tuple[str, ...]) -> dict[str, str]:
    program = _program()
    if not program:
        return {}
    job = Job(
        command=(program, "@symbols"),
        readable=(library_directory(), program),
        files=(("symbols", "\n".join(symbols).encode()),),
        limits=DEMANGLE_LIMITS,
    )
    try:
        run = run_jailed(chosen_jail(), job)
    except LoweringLabError:
        return {}
    lines = run.output.decode("utf-8", "replace").splitlines()
    if run.exit_code != 0 or len(lines) != len(symbols):
        return {}
    pairs = tuple(zip(symbols, lines, strict=True))
    for pair in pairs:
        _names.keep(pair[0], pair)
    return dict(pairs)


@lru_cache(maxsize=1)
def _program() -> str:
    for name in _PROGRAMS:
        path = shutil.which(name)
        if path:
            return os.path.realpath(path)
    return ""
