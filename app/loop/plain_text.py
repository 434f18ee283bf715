"""A compilation as text for terminals: `curl -H 'Accept: text/plain'`."""

from __future__ import annotations

from collections.abc import Iterator

from app.loop.views.listing import loop_title
from app.loop.views.settings import sentence
from app.words import count
from compiler_core.host.compilation import Compilation, Diagnostic, FunctionListing, ListingLine

WIDEST_CODE = 44


def compilation_text(compilation: Compilation) -> str:
    """Setting, messages, then every line with its source line and explanation."""
    parts = [sentence(compilation.compiler_title, compilation.flags)]
    if compilation.message:
        parts.append(compilation.message)
    parts += compilation.notes
    parts += [_message(item) for item in compilation.diagnostics]
    for function in compilation.functions:
        parts += ["", *_function(function)]
    parts += ["", f"At home: {compilation.command}", ""]
    return "\n".join(parts)


def _message(item: Diagnostic) -> str:
    location = f"{item.file}:{item.line}:{item.column}: " if item.line else ""
    return f"{location}{item.severity}: {item.message}"


def _function(function: FunctionListing) -> Iterator[str]:
    yield f"{function.name}: {count(len(function.lines), 'line')}"
    starts = {loop.first: loop for loop in reversed(function.loops)}
    codes = [_code(line) for line in function.lines]
    width = min(max((len(code) for code in codes), default=0), WIDEST_CODE)
    for position, line in enumerate(function.lines):
        if position in starts:
            yield f"       -- {loop_title(starts[position])}"
        number = str(line.source_line) if line.source_line else ""
        yield f"{number:>5}  {codes[position]:<{width}}  {line.explanation}".rstrip()


def _code(line: ListingLine) -> str:
    if line.kind == "label":
        return line.text
    mnemonic, _, operands = line.text.strip().partition(" ")
    return f"    {mnemonic:<8}{operands}".rstrip()
