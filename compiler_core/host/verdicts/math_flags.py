"""Whether flags let a compiler form floating-point sums in another order, or leave errno alone.

Both compilers ask for three things at once: associativity, no signed zeros, no traps (GCC manual,
"Options That Control Optimization", `-fassociative-math`). Flags are obeyed in order; `-Ofast`
counts where no other level follows.
"""

from __future__ import annotations

from collections.abc import Sequence

_ALL = frozenset(["associative", "unsigned_zeros", "no_traps"])
_GRANTS: dict[str, frozenset[str]] = {
    "-Ofast": _ALL,
    "-ffast-math": _ALL,
    "-funsafe-math-optimizations": _ALL,
    "-fassociative-math": frozenset(["associative"]),
    "-fno-signed-zeros": frozenset(["unsigned_zeros"]),
    "-fno-trapping-math": frozenset(["no_traps"]),
}
_TAKES: dict[str, frozenset[str]] = {
    "-fno-fast-math": _ALL,
    "-fno-unsafe-math-optimizations": _ALL,
    "-fno-associative-math": frozenset(["associative"]),
    "-fsigned-zeros": frozenset(["unsigned_zeros"]),
    "-ftrapping-math": frozenset(["no_traps"]),
}


def frees_order_of_additions(flags: Sequence[str]) -> bool:
    """True if sums may be reordered, so that their order is no reason to keep a loop scalar."""
    level = next((flag for flag in reversed(flags) if flag.startswith("-O")), "")
    granted: frozenset[str] = frozenset()
    for flag in flags:
        if flag == "-Ofast" != level:
            continue
        granted = (granted | _GRANTS.get(flag, frozenset())) - _TAKES.get(flag, frozenset())
    return granted == _ALL


def leaves_errno_alone(flags: Sequence[str]) -> bool:
    """True if math functions need not set errno, so that it is no reason to call the library."""
    meanings = {"-ffast-math": True, "-Ofast": True, "-fno-math-errno": True, "-fmath-errno": False,
            "-fno-fast-math": False}  # fmt: skip
    level = next((flag for flag in reversed(flags) if flag.startswith("-O")), "")
    heard = [
        meanings[flag] for flag in flags if flag in meanings and (flag != "-Ofast" or flag == level)
    ]
    return bool(heard) and heard[-1]
