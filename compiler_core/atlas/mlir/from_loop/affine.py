"""Linear forms as the ends of `affine` loops and as subscripts of `affine` accesses."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from compiler_core.atlas.mlir.from_loop.linear import LinearForm, affine_text
from compiler_core.loop.ir.values import Value


def from_starts(form: LinearForm, downward: Mapping[Value, LinearForm]) -> LinearForm:
    """With counters that go down written as their start less how far they have come."""
    made = LinearForm({}, form.constant)
    for term, factor in form.terms.items():
        if term in downward:
            made = made.plus(downward[term].plus(LinearForm({term: 1}), -1), factor)
        else:
            made = made.plus(LinearForm({term: 1}), factor)
    return made


def bound_text(form: LinearForm, counters: Collection[Value], indices: Mapping[Value, str]) -> str:
    """An end of a loop: a number, a symbol alone, or a map of counters and symbols."""
    if not form.terms:
        return str(form.constant)
    used = [term for term in form.terms if term in counters]
    others = [symbol for symbol in form.terms if symbol not in counters]
    if not used and list(form.terms.values()) == [1] and not form.constant:
        return indices[others[0]]
    letters = {counter: f"d{at}" for at, counter in enumerate(used)}
    letters |= {other: f"s{at}" for at, other in enumerate(others)}
    symbols = f"[{', '.join(letters[value] for value in others)}]" if others else ""
    given = f"[{', '.join(indices[operand] for operand in others)}]" if others else ""
    dimensions = ", ".join(letters[dimension] for dimension in used)
    return (
        f"affine_map<({dimensions}){symbols} -> ({affine_text(form, letters)})>"
        f"({', '.join(indices[induction] for induction in used)}){given}"
    )


def subscript_text(
    form: LinearForm, counters: Collection[Value], indices: Mapping[Value, str]
) -> str:
    """A subscript of an access, in the names of counters and symbols."""
    letters = {
        term: name if term in counters else f"symbol({name})"
        for term in form.terms
        if (name := indices[term])
    }
    return affine_text(form, letters)
