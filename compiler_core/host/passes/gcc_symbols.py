"""What GCC's interprocedural passes know of one function: its entry in the symbol table.

These passes look at all functions at once and print no code of one. Their dumps hold the table
after the pass: for each function who may see it, what it calls and who calls it, which calls were
inlined. Cut: addresses of the compiler's own objects, and how often it guesses calls to happen.
Source: GCC internals, "Link Time Optimization", call graph; `symtab_node::dump`.
"""

from __future__ import annotations

import re

from compiler_core.host.passes.dump import DumpLine

_GUESSES = re.compile(
    r" @0x[0-9a-f]+| ?\bcount:\d+ \([^)]*\)"
    r"| \((?:\d+ )?(?:\([^()]*\))?,?(?:[\d.]+ per call)?\)(?= |$)|^  Aux:.*$"
)
_SPACES = re.compile(r"(?<=\S) {2,}")
_INLINE_COPY = " is inline copy in "
_EMPTY_FIELD = re.compile(r"^  [\w ]+: *$")


def symbol_lines(content: bytes, function: str) -> tuple[DumpLine, ...]:
    """The function's last entry in a dump, one field a line; empty if it has none."""
    entry = re.compile(
        rb"^[^\n]+/\d+ \(%s\)(?: @0x[0-9a-f]+)?\n((?:  [^\n]*\n)+)" % re.escape(function.encode()),
        re.M,
    )
    matches = [match for match in entry.finditer(content) if _INLINE_COPY.encode() not in match[0]]
    if not matches:
        return ()
    text = matches[-1][0].decode("utf-8", "replace")
    lines = (_clean(line) for line in text.splitlines())
    return tuple(DumpLine(line) for line in lines if line and not _EMPTY_FIELD.match(line))


def _clean(line: str) -> str:
    return _SPACES.sub(" ", _GUESSES.sub("", line)).rstrip()
