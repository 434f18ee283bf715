"""One entry of a compiler's optimisation record, the same for both compilers."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.source import Location
from compiler_core.trace import Remark


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a pass said, where, and about which function."""

    remark: Remark
    """The message itself, with its severity (`passed`, `missed`, `analysis`, for Clang also
    `warning`) and its place in the source."""
    pass_name: str
    """The pass that said it, as the compiler calls it: `loop-vectorize`, `vect`; may be empty
    for GCC."""
    name: str = ""
    """Clang's stable identifier of the message, empty for GCC."""
    function: str = ""
    """Symbol of the function that it is about; may be empty."""
    arguments: tuple[tuple[str, str], ...] = ()
    """The values inside a message of Clang's (`VectorizationFactor`)."""
    depth: int = 0
    """How deep in GCC's scopes, 0 outermost; an account belongs to the nearest one before it that
    is less deep."""
    call: Location | None = None
    """For inlined code, where its function calls what it came from; None where not told."""

    def argument(self, name: str, default: str = "") -> str:
        """The first value of this name in the message."""
        return next((value for key, value in self.arguments if key == name), default)

    @property
    def message(self) -> str:
        """What was said."""
        return self.remark.message
