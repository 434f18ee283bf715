"""One record for one instruction form: what it looks like, what it says, what it touches.

A form joins mnemonics with the classes of their operands (`add r, r, r` is another form than
`add v, v, v`). Sentence and formula are templates over the operands, named a, b, c… from left to
right; `operands.py` lists what a template may ask of an operand. The formula is a small C-like
language: every value on a template's right-hand sides is the one before the instruction, and
`old_values.py` marks those that a reader would otherwise take for new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

MemoryKind = Literal["", "load", "store", "prefetch"]
BranchKind = Literal["", "conditional", "unconditional", "call", "return", "indirect"]
# Whether a jump stays in its function; empty where that is not known.
JumpKind = Literal["", "inside", "outside"]
Operands = Mapping[str, Any]
LETTERS = "abcdefgh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """An instruction form."""

    mnemonics: tuple[str, ...]
    """Those that share this form, one or more."""
    operands: tuple[str, ...]
    """Class names of `shapes.CLASSES`, one per operand."""
    sentence: str
    """What it does in words, with the operands in braces: `{a}`, `{b.value}`."""
    formula: str
    """A template like sentence, giving an equation in a small C; empty where none applies."""
    writes: str = "a"
    """Letters of the operands written."""
    keeps: bool = False
    """The old value of what is written is part of the result."""
    unread: str = ""
    """Letters of register operands that are neither written nor read."""
    reads_flags: bool = False
    """It reads the flags NZCV."""
    writes_flags: bool = False
    """It sets the flags NZCV."""
    memory: MemoryKind = ""
    """The kind of access, empty for none."""
    data: str = ""
    """Letters of the operands a load or store transfers; empty means what it writes (load) or every
    register outside the address (store)."""
    unit: int = 0
    """Bytes in memory per register transferred, 0 for the register's own size."""
    total: int = 0
    """Bytes in memory altogether, -1 where a register's value decides."""
    branch: BranchKind = ""
    """The kind of branch, empty for none."""
    implied: tuple[str, ...] = ()
    """Registers that no operand names."""
    implied_writes: tuple[str, ...] = ()
    """Those of them that are written."""
    beyond: bool = False
    """It changes what is neither register nor byte of memory."""
    outside: str = ""
    """The sentence of a jump that is known to leave the function; empty for `sentence`."""
    inside: str = ""
    """That of a jump that is known to stay."""
    when: Callable[[Operands], bool] | None = None
    """A further condition on the operands."""

    @property
    def name(self) -> str:
        """`add r, r, r`: for messages and tests."""
        return f"{'/'.join(self.mnemonics)} {', '.join(self.operands)}".strip()


def form(mnemonics: str, operands: str, sentence: str, formula: str, **details: Any) -> Form:
    """A form written shortly: `form("add", "r, r, r", …)`; several mnemonics by blanks."""
    classes = tuple(part.strip() for part in operands.split(",")) if operands else ()
    return Form(
        mnemonics=tuple(mnemonics.split()),
        operands=classes,
        sentence=sentence,
        formula=formula,
        **details,
    )
