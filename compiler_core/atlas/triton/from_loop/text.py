"""Lines of a kernel as they are written: names that Python and the kernel leave free."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from compiler_core.loop.ir.values import Value

_FOREIGN = re.compile(r"\W", re.ASCII)
_TAKEN = frozenset(("tl", "triton", "block", "float", "int", "inside", "range"))
_WIDEST = 72
_INDENT = "    "


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
    within: int = 0
    """How many loops stand around what is written."""

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
        self.assign(name, value, line)
        return ast.Name(name)

    def assign(self, name: str, value: ast.expr, line: int) -> None:
        """To a name that is there."""
        self._write(f"{name} = {_written(value)}", line)

    def begin_loop(self, counter: str, bounds: Sequence[ast.expr], line: int) -> None:
        """`for counter in range(…):`; what is written next stands in it, until `end_loop`."""
        self._write(f"for {counter} in range({', '.join(map(_written, bounds))}):", line)
        self.within += 1

    def end_loop(self) -> None:
        self.within -= 1

    def _write(self, text: str, line: int) -> None:
        self.lines.append(KernelLine(f"{_INDENT * self.within}{text}", line))

    def do(self, call: ast.expr, line: int) -> None:
        self._write(_written(call), line)


def is_short(value: ast.expr) -> bool:
    """Whether it may stand within another expression."""
    return len(_written(value)) <= _WIDEST


def _written(node: ast.expr) -> str:
    return ast.unparse(ast.fix_missing_locations(node))


def plain_name(value: Value) -> str:
    """As C calls it, without the numbers of its versions."""
    return value.name.partition(".")[0] or "v"
