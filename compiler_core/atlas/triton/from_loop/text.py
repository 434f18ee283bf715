"""Lines of a kernel as they are written: names that Python and the kernel leave free."""

from __future__ import annotations

import ast
import keyword
import re
from dataclasses import dataclass, field

_FOREIGN = re.compile(r"\W", re.ASCII)
_TAKEN = frozenset(("tl", "triton", "block", "float", "int", "inside"))
_WIDEST = 72


@dataclass(frozen=True, slots=True)
class KernelLine:
    """line: of the C text that it comes from; 0 for none."""

    text: str
    line: int


@dataclass(slots=True)
class KernelBody:
    """The inside of a kernel."""

    lines: list[KernelLine] = field(default_factory=list)
    names: set[str] = field(default_factory=lambda: set(_TAKEN))

    def fresh(self, hint: str) -> str:
        """A name for a value that nothing has yet: `hint`, `hint_2`…"""
        stem = _FOREIGN.sub("_", hint) or "value"
        if stem[0].isdigit() or stem.startswith("_") or keyword.iskeyword(stem):
            stem = f"v_{stem}"
        name, number = stem, 1
        while name in self.names or keyword.iskeyword(name):
            number += 1
            name = f"{stem}_{number}"
        self.names.add(name)
        return name

    def define(self, hint: str, value: ast.expr, line: int) -> ast.expr:
        """`hint = value`; gives the name."""
        name = self.fresh(hint)
        self.lines.append(KernelLine(f"{name} = {_written(value)}", line))
        return ast.Name(name)

    def do(self, call: ast.expr, line: int) -> None:
        self.lines.append(KernelLine(_written(call), line))


def is_short(value: ast.expr) -> bool:
    """Whether it may stand within another expression."""
    return len(_written(value)) <= _WIDEST


def _written(node: ast.expr) -> str:
    return ast.unparse(ast.fix_missing_locations(node))
