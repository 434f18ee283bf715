"""Edits that put a pragma above the loop, or take one away."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_edits.edit import Edit, EditRequest, insert, pragma_above
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.edit_shapes import called_names, declarations_of
from compiler_core.host.verdicts.loop_text import LoopText
from compiler_core.host.verdicts.reduction_rules import float_reductions
from compiler_core.host.verdicts.statement_rules import DISABLED, pragmas_above


def omp_simd(request: EditRequest) -> tuple[Edit, ...]:
    """`#pragma omp simd`"""
    return (pragma_above(request, "#pragma omp simd"),)


def omp_simd_reduction(request: EditRequest) -> tuple[Edit, ...]:
    """`#pragma omp simd reduction(+ : s)` for every floating-point value the loop collects."""
    clauses = " ".join(
        f"reduction({operator} : {', '.join(names)})"
        for operator, names in _collected(request.text)
    )
    return (pragma_above(request, f"#pragma omp simd {clauses}"),)


def _collected(text: LoopText) -> Iterator[tuple[str, list[str]]]:
    pairs = [("*" if "*" in operator else "+", name) for name, operator in float_reductions(text)]
    for operator in ("+", "*"):
        names = list(dict.fromkeys(name for used, name in pairs if used == operator))
        if names:
            yield operator, names


def clang_vectorize(request: EditRequest) -> tuple[Edit, ...]:
    """`#pragma clang loop vectorize(enable)`"""
    return (pragma_above(request, "#pragma clang loop vectorize(enable)"),)


def ivdep(request: EditRequest) -> tuple[Edit, ...]:
    """`#pragma GCC ivdep`"""
    return (pragma_above(request, "#pragma GCC ivdep"),)


def unroll(request: EditRequest) -> tuple[Edit, ...]:
    """Four iterations per branch back, in the spelling of the family."""
    pragma = "#pragma GCC unroll 4"
    if request.family == "clang":
        pragma = "#pragma clang loop unroll_count(4)"
    return (pragma_above(request, pragma),)


def remove_pragma(request: EditRequest) -> tuple[Edit, ...]:
    """Take away the pragma lines above the loop that switch vectorising off."""
    above = pragmas_above(request.text)
    lines = request.source.split(b"\n")
    row = request.text.loop.start_point[0]
    edits: list[Edit] = []
    for distance, pragma in enumerate(above, start=1):
        if DISABLED.search(pragma):
            start = sum(len(line) + 1 for line in lines[: row - distance])
            edits.append(Edit(start, start + len(lines[row - distance]) + 1, ""))
    return tuple(edits)


def declare_simd(request: EditRequest) -> tuple[Edit, ...]:
    """`#pragma omp declare simd` before the called functions, `omp simd` above the loop."""
    declared = [
        node for name in called_names(request.text) for node in declarations_of(request.text, name)
    ]
    edits = [insert(node.start_byte, _declaration_pragma(node)) for node in dict.fromkeys(declared)]
    # A compiler takes one pragma above a loop for OpenMP, or others, but not both.
    if not pragmas_above(request.text):
        edits.append(pragma_above(request, "#pragma omp simd"))
    return tuple(edits)


def _declaration_pragma(node: Node) -> str:
    """A declaration that shares its line with other text gets a line of its own."""
    before = node.prev_sibling
    shared = before is not None and before.end_point[0] == node.start_point[0]
    shared = shared and not text_of(before).startswith("#")
    return ("\n" if shared else "") + "#pragma omp declare simd notinbranch\n"
