"""Lines of MLIR as they are written: names that no value has yet, and no line that nobody reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_NAMES = re.compile(r"%[\w$.-]+")
_FOREIGN = re.compile(r"[^\w$.-]", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Line:
    """result: what it names, without its count; "" for none. pure: it may go if nobody reads it."""

    indent: int
    result: str
    text: str
    pure: bool


@dataclass(slots=True)
class MlirText:
    """The inside of a function."""

    lines: list[_Line] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    depth: int = 1

    def fresh(self, hint: str) -> str:
        """A name for a value that nothing has yet: `%hint`, `%hint.2`…"""
        plain = _FOREIGN.sub("_", hint) or "value"
        stem = plain if not plain[0].isdigit() else f"v{plain}"
        name, number = f"%{stem}", 1
        while name in self.names:
            number += 1
            name = f"%{stem}.{number}"
        self.names.add(name)
        return name

    def define(self, hint: str, text: str) -> str:
        """`%hint = text`, which goes if nobody reads it; gives the name."""
        name = self.fresh(hint)
        self.lines.append(_Line(self.depth, name, f"{name} = {text}", True))
        return name

    def write(self, text: str) -> None:
        """A line that stays."""
        self.lines.append(_Line(self.depth, "", text, False))

    @contextmanager
    def deeper(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    def kept_lines_for(self, body: MlirText) -> list[str]:
        """These lines and those of the body, without values that nothing reads. What is read is
        named in a later line."""
        read: set[str] = set()
        live_lines: list[str] = []
        for line in reversed([*self.lines, *body.lines]):
            if line.pure and line.result not in read:
                continue
            read.update(_NAMES.findall(line.text))
            live_lines.append(f"{'  ' * line.indent}{line.text}")
        return live_lines[::-1]
