"""A program beside the patterns that rewrite it, as MLIR's pass for patterns in bytecode wants it.

The pass looks for two modules, `@patterns` and `@ir`, compiles the one to bytecode and runs it over
the other until nothing matches any more. On the way it folds what is known and drops what nobody
uses, where it may.

Source: `test/lib/Rewrite/TestPDLByteCode.cpp` of LLVM 19, and MLIR documentation, "PDL".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.atlas.mlir.anatomy.asking import Complaint, Mlir
from compiler_core.atlas.mlir.anatomy.operations import Operation
from compiler_core.atlas.mlir.anatomy.parts import listed
from compiler_core.atlas.mlir.anatomy.texts import REWRITE

_PASS = "--test-pdl-bytecode-pass"
_PATTERNS, _IR = "module @patterns", "module @ir"
_RESOURCES = "\n{-#"
_AROUND = 2
"""Modules around the program in what the pass prints, each with a line before and one behind."""
_INDENT = 2


@dataclass(frozen=True, slots=True)
class _Printed:
    """A program as MLIR prints it: names for attributes before it, the program, and the rest."""

    aliases: tuple[str, ...]
    body: tuple[str, ...]
    rest: str


def rewritten(mlir: Mlir, printed: str, patterns: str, flags: tuple[str, ...]) -> str | Complaint:
    """The program behind the rewrite. printed: as MLIR printed it, generic and with locations."""
    opening = "" if _PATTERNS in patterns else f"{_PATTERNS} {{\n"
    answer = mlir.ask(REWRITE, _beside(printed, patterns, opening), (_PASS, *flags))
    if isinstance(answer, str):
        return _inner(answer)
    if answer.file != REWRITE:
        return answer
    line = min(answer.line - bool(opening), patterns.count("\n") + 1)
    return replace(answer, line=line)


def _beside(printed: str, patterns: str, opening: str) -> str:
    """One file for both; the patterns come first, so that their lines keep their numbers."""
    program = _parted(printed)
    closing = "}" if opening else ""
    early = [line for line in program.aliases if not line.startswith("#loc")]
    late = [line for line in program.aliases if line.startswith("#loc")]
    return "\n".join(
        (
            f"{opening}{patterns}",
            closing,
            *early,
            f"{_IR} {{",
            *program.body,
            "}",
            *late,
            program.rest,
        )
    )


def _parted(text: str) -> _Printed:
    main, mark, rest = text.partition(_RESOURCES)
    lines = [line for line in main.split("\n") if line.strip()]
    aliases = tuple(line for line in lines if line.startswith(("#", "!")))
    body = tuple(line for line in lines if not line.startswith(("#", "!")))
    return _Printed(aliases, body, f"{mark}{rest}")


def _inner(text: str) -> str:
    """The program without the modules around it."""
    printed = _parted(text)
    body = printed.body[_AROUND:-_AROUND]
    inner = (line[min(_AROUND * _INDENT, len(line) - len(line.lstrip())) :] for line in body)
    return "\n".join((*printed.aliases, *inner, printed.rest)).strip("\n")


def changed_words(before: Sequence[Operation], after: Sequence[Operation]) -> str:
    """Which operations came and went, in a sentence; "" for none."""
    old = Counter(operation.name for operation in before)
    new = Counter(operation.name for operation in after)
    kinds = (("gone", old - new), ("new", new - old))
    return "; ".join(f"{what}: {listed(_counted(names))}" for what, names in kinds if names)


def _counted(names: Counter[str]) -> list[str]:
    return [f"{count} × {name}" for name, count in sorted(names.items())]
