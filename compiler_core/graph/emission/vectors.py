"""Float kernels on other processors: NEON's names in vectors of GCC, where a program needs no more.

The kernels are written once, for NEON. `runtime/vectors.h` says the same in vectors that GCC has
everywhere; a program whose kernels ask for more than it holds keeps its plain C there.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

VECTORS_FILE = "vectors.h"
VECTORS_DEFINITION = "LOWLAB_VECTORS"
# As NEON's: a product and its sum are rounded once.
_FLAGS = (f"-D{VECTORS_DEFINITION}", "-ffp-contract=fast")
_INTRINSIC = re.compile(r"\bv[a-z0-9]+(?:_[a-z0-9]+)*_[fsup](?:8|16|32|64)(?:_x\d)?(?=\()")
_DEFINED = re.compile(r"^VECTOR \w+ (\w+)\(", re.MULTILINE)


@cache
def vectors_text() -> str:
    """The header."""
    return (Path(__file__).parent / "runtime" / VECTORS_FILE).read_text(encoding="utf-8")


@cache
def intrinsics_in_vectors() -> frozenset[str]:
    """The names that the header has."""
    return frozenset(_DEFINED.findall(vectors_text()))


def native_flags(source: str) -> tuple[str, ...]:
    """What a compiler for another processor is told of these kernels; nothing where they use what
    the header lacks."""
    used = frozenset(_INTRINSIC.findall(source))
    return _FLAGS if used and used <= intrinsics_in_vectors() else ()
