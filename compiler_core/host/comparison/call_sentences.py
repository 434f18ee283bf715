"""Sentences about calls: inlined, removed, replaced, new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from compiler_core.host.canonical import instruction_of
from compiler_core.host.comparison.definitions import form_roles, leaves_function
from compiler_core.host.comparison.function_pairs import FunctionPair, Matching
from compiler_core.host.comparison.wording import counted
from compiler_core.host.compilation import FunctionListing, ListingLine
from compiler_core.host.instruction import Register
from compiler_core.host.work import spend

MEMORY_FUNCTIONS = ("memset", "memcpy", "memmove")


def calls_of(function: FunctionListing) -> Counter[str]:
    """Callee -> number of call sites, jumps to another function (tail calls) among them."""
    return calls_in(function, function.lines)


def calls_in(function: FunctionListing, lines: Sequence[ListingLine]) -> Counter[str]:
    """The same of some of its lines."""
    calls: Counter[str] = Counter()
    own = function.name, function.symbol
    takes_addresses: bool | None = None
    spend(len(lines))
    for line in lines:
        if line.kind != "instruction":
            continue
        roles = form_roles(line.text)
        if roles.branch not in ("call", "unconditional", "indirect"):
            continue
        instruction = instruction_of(line)
        callee = _callee(line.text, instruction.operands)
        if roles.branch == "indirect":
            if line.block is None or function.blocks[line.block].successors:
                continue
            if takes_addresses is None:
                takes_addresses = _takes_addresses(function)
            leaves = not takes_addresses
        else:
            leaves = leaves_function(roles, own)
        if roles.branch == "call" or leaves:
            calls[callee] += 1
    return calls


def _takes_addresses(function: FunctionListing) -> bool:
    """Whether the address of a place here is taken, which a register may hold at a jump."""
    spend(len(function.lines))
    here = {line.id for line in function.lines}
    return any(
        use.target in here
        for other in function.lines
        if not form_roles(other.text).branch
        for use in other.labels
    )


def _callee(text: str, operands: Sequence[object]) -> str:
    if operands and isinstance(operands[0], Register):
        return "a function pointer"
    return text.split(None, 1)[1] if " " in text else text


def changed_calls(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Calls that disappear, with the reason if the code shows one, and calls that appear."""
    before, after = calls_of(pair.left), calls_of(pair.right)
    for callee in before:
        if callee in after:
            if before[callee] != after[callee]:
                yield f"Calls of {callee}: {before[callee]} to {after[callee]}."
        elif _is_inlined(callee, pair, matching):
            yield f"The call of {callee} is inlined: its code stands here now."
        else:
            yield f"The call of {callee} is gone."
    for callee in after:
        if callee not in before and callee not in MEMORY_FUNCTIONS:
            yield f"A call of {callee} appears ({counted(after[callee], 'place')})."
        elif callee not in before:
            yield f"A call of {callee} appears."


def _is_inlined(callee: str, pair: FunctionPair, matching: Matching) -> bool:
    everything = (*matching.lefts, *matching.rights)
    bodies = [function for function in everything if callee in (function.name, function.symbol)]
    new = _new_lines(pair)
    return any(_own_lines(body) & new for body in bodies)


def hosts_of_inlined(function: FunctionListing, matching: Matching) -> list[str]:
    """Functions whose right side holds source lines of `function` that their left side lacks."""
    own = _own_lines(function)
    return [
        other.name
        for other in matching.pairs
        if other.left is not function and own & _new_lines(other)
    ]


def _own_lines(function: FunctionListing) -> frozenset[tuple[str, int]]:
    return frozenset(
        (line.source_file, line.source_line)
        for line in function.lines
        if line.source_line is not None
    )


def _new_lines(pair: FunctionPair) -> frozenset[tuple[str, int]]:
    return _own_lines(pair.right) - _own_lines(pair.left)
