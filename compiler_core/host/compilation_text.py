"""A compilation as text for a terminal: source line, assembly, explanation, loops in the margin.

The command prints it as wide as the terminal, the API answers it to `Accept: text/plain`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from compiler_core.host.compilation import Compilation, Diagnostic, FunctionListing, Loop
from compiler_core.source import SourceFile

WIDEST_ASSEMBLY = 44
NARROWEST_EXPLANATION = 24
INNERMOST_MARK = "┃"
OUTER_MARK = "│"


def compilation_text(compilation: Compilation) -> str:
    """Lines as long as they are, for whoever asked over HTTP."""
    return "\n".join([*compilation_lines(compilation, None), ""])


def compilation_lines(compilation: Compilation, width: int | None) -> list[str]:
    """The whole answer; explanations are wrapped to `width` columns, None leaves them long."""
    title = " · ".join((compilation.compiler_title, " ".join(compilation.flags) or "no flags"))
    lines = [title, *([compilation.message] if compilation.message else []), *compilation.notes]
    lines += [_diagnostic_line(diagnostic) for diagnostic in compilation.diagnostics]
    for function in compilation.functions:
        lines += ["", *_function_lines(function, width)]
    return [*lines, "", f"At home: {compilation.command}"]


def diagnostic_lines(compilation: Compilation, sources: Sequence[SourceFile]) -> list[str]:
    """What the compiler said, each with the source line it speaks of."""
    texts = {source.name: source.text.splitlines() for source in sources}
    lines: list[str] = []
    for diagnostic in compilation.diagnostics:
        lines.append(_diagnostic_line(diagnostic))
        source = texts.get(diagnostic.file, [])
        if 0 < diagnostic.line <= len(source):
            text = source[diagnostic.line - 1].expandtabs(1)
            lines += [f"    {text}", f"    {' ' * max(diagnostic.column - 1, 0)}^"]
    return lines


def _diagnostic_line(diagnostic: Diagnostic) -> str:
    location = (
        f"{diagnostic.file}:{diagnostic.line}:{diagnostic.column}: " if diagnostic.line else ""
    )
    return f"{location}{diagnostic.severity}: {diagnostic.message}"


def _function_lines(function: FunctionListing, width: int | None) -> Iterator[str]:
    location = f", {function.file} line {function.source_line}" if function.source_line else ""
    yield f"{function.name}{location}"
    texts = [_aligned(line.text, line.kind) for line in function.lines]
    widest = min(max(map(len, texts), default=0), WIDEST_ASSEMBLY)
    for position, line in enumerate(function.lines):
        number = str(line.source_line) if line.source_line else ""
        mark = _loop_mark(function.loops, position)
        first, *more = _wrapped(line.explanation, width, widest)
        yield f"{number:>5} {mark} {texts[position]:<{widest}}  {first}"
        for part in more:
            yield f"{'':>5} {mark} {'':<{widest}}  {part}"
    for loop in function.loops:
        yield _loop_line(loop)


def _aligned(text: str, kind: str) -> str:
    """Mnemonics in one column, operands in the next; labels stand out to the left."""
    if kind == "label":
        return text
    mnemonic, _, operands = text.strip().partition(" ")
    return f"  {mnemonic:<7} {operands.strip()}"


def _wrapped(explanation: str, width: int | None, assembly_width: int) -> list[str]:
    """The explanation in the columns that are left beside source line, margin and assembly."""
    if width is None:
        return [explanation]
    left = width - len("  123 |   ") - assembly_width
    return textwrap.wrap(explanation, max(left, NARROWEST_EXPLANATION)) or [""]


def _loop_mark(loops: Sequence[Loop], position: int) -> str:
    around = [loop for loop in loops if loop.first <= position <= loop.last]
    if not around:
        return " "
    return INNERMOST_MARK if any(loop.innermost for loop in around) else OUTER_MARK


def _loop_line(loop: Loop) -> str:
    location = f"of line {loop.source_line}" if loop.source_line else "without a source line"
    counts = f"{loop.instructions} instructions, {loop.loads} loads, {loop.stores} stores"
    work = "" if loop.arithmetic == "none" else f", {loop.arithmetic} arithmetic"
    return f"      loop {location}: {loop.role}, {counts}{work}"
