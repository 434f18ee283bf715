"""What stands behind the last pass: operations that LLVM does not know, or AArch64's code."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.atlas.mlir.dumps import operations_of
from compiler_core.atlas.texts import numbered_text
from compiler_core.trace import Step

_LOWERED = frozenset(("llvm", "module", "builtin"))
_NAMED = 4


def left_operations(text: str) -> list[str]:
    """Operations that no pass has lowered, each as often as it stands."""
    return [name for name in operations_of(text) if _is_left(name)]


def _is_left(name: str) -> bool:
    return name.partition(".")[0] not in _LOWERED or name == "builtin.unrealized_conversion_cast"


def unlowered(left: Sequence[str]) -> str:
    """A sentence about them."""
    names = list(dict.fromkeys(left))
    more = f" and {len(names) - _NAMED} more kinds" if len(names) > _NAMED else ""
    return (
        f"Not lowered: {', '.join(names[:_NAMED])}{more}. LLVM knows none of them, so there is no "
        "program: a pass is missing, or comes too early."
    )


def assembled(assembly: str, kind: str = "compiler") -> Step:
    """Without directives and comments."""
    lines = [line.partition("//")[0].rstrip() for line in assembly.splitlines()]
    code = [
        line
        for line in filter(None, lines)
        if line.endswith(":") or not line.lstrip().startswith(".")
    ]
    return Step(
        "Clang: LLVM's IR to AArch64",
        kind,
        True,
        None,
        numbered_text("AArch64", "\n".join(code)),
        metrics={"lines": float(len(code))},
    )
