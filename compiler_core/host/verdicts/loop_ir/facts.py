"""Facts of one loop in a compiler's own form, by the names that the table of reasons refers to.

Each name means what the feature of the same name means for the loop's text (`features.py`); where a
compiler's form is known its facts replace those of the text, which cannot see through a `typedef`,
a macro or an inlined function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from compiler_core.host.verdicts.loop_ir.accesses import BYTES, MemoryAccess, accesses_of
from compiler_core.host.verdicts.loop_ir.calls import call_facts
from compiler_core.host.verdicts.loop_ir.carried import Carried, carried_values
from compiler_core.host.verdicts.loop_ir.dependences import Dependence, dependences_of
from compiler_core.host.verdicts.loop_ir.exits import exit_places, exiting_blocks, exits_of
from compiler_core.host.verdicts.loop_ir.memory_totals import leads, reductions_in_memory
from compiler_core.host.verdicts.loop_ir.motion import Motions
from compiler_core.host.verdicts.loop_ir.operations import WHOLE_COPY, IrLoop, Operation

# Facts that the compiler's form decides; the text's answer counts only where there is no form.
DECIDED = frozenset(
    [
        "inner_loop",
        "early_exit",
        "condition",
        "guarded_store",
        "compacting_store",
        "inline_assembly",
        "volatile",
        "atomic",
        "call",
        "indirect_call",
        "math_call",
        "math_call_errno",
        "float_reduction",
        "float_minimum",
        "index_reduction",
        "memory_reduction",
        "indirect_load",
        "indirect_store",
        "constant_stride",
        "symbolic_stride",
        "pointer_chasing",
        "bound_in_memory",
        "float_counter",
        "stores",
        "wide_type",
        "hard_operation",
    ]
)  # fmt: skip
# Iterations farther apart than this never share a vector, even unrolled.
FARTHEST = 64
DEEPEST_MERGE = 8
# Digits of a factor, written with 1 and -1, for which vectors still shift and add.
MOST_DIGITS = 6
# Values of these types are widened to count bytes of an address.
NARROW = ("i8", "i16", "i32")
LOW_HALF = str(0xFFFFFFFF)
# Dependences are looked for between all pairs of these.
MOST_ACCESSES = 200
_PATTERNS = {
    ("gathered", False): "indirect_load", ("gathered", True): "indirect_store",
    ("strided", False): "constant_stride", ("strided", True): "constant_stride",
    ("symbolic", False): "symbolic_stride", ("symbolic", True): "symbolic_stride",
    ("bent", False): "computed_index", ("bent", True): "computed_index",
    ("carried", False): "computed_index", ("carried", True): "computed_index",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerdictFacts:
    """features: names that hold. dependences: between iterations, as far as addresses tell.

    element: the narrowest type that moves through memory with the iterations (`i8`, `f32`), by
    which a vectoriser counts the elements of a round; empty if nothing does. callees: symbols of
    the functions that it calls. advance: bytes from one iteration's elements to the next one's,
    where all that moves are neighbours of one size; 0 otherwise.
    """

    features: frozenset[str]
    dependences: tuple[Dependence, ...]
    element: str = ""
    callees: tuple[str, ...] = ()
    advance: int = 0


def facts_of(loop: IrLoop) -> VerdictFacts:
    """All facts of one loop."""
    motions = Motions(loop)
    accesses = accesses_of(motions)
    carried = carried_values(motions)
    dependences = dependences_of(accesses[:MOST_ACCESSES])
    features = {
        *_shape(loop),
        *(() if motions.carried else ("only_moves",)),
        *_operations(loop.operations(), motions),
        *_memory(accesses),
        *reductions_in_memory(accesses, motions),
        *_carried(carried),
        *_indexes(carried),
        *_counters(carried, accesses, motions),
        *exits_of(motions),
        *_directions(dependences, accesses, motions),
        *_overlaps(accesses, motions),
        *_widened(loop.operations(), motions),
    }
    callees = (operation.detail for operation in loop.operations() if operation.code == "call")
    return VerdictFacts(
        frozenset(features),
        dependences,
        _element(accesses),
        tuple(dict.fromkeys(callees)),
        _advance(accesses),
    )


def _advance(accesses: Iterable[MemoryAccess]) -> int:
    moving = [access for access in accesses if access.pattern != "fixed"]
    sizes = {BYTES.get(access.operation.type, 0) for access in moving}
    neighbours = all(access.pattern == "adjacent" and not access.fields for access in moving)
    return sizes.pop() if neighbours and len(sizes) == 1 else 0


def _element(accesses: Iterable[MemoryAccess]) -> str:
    moving = [access.operation.type for access in accesses if access.pattern != "fixed"]
    # A bool is a bit in a register and a byte in memory.
    moving = ["i8" if kind == "i1" else kind for kind in moving]
    return min((kind for kind in moving if kind in BYTES), key=lambda kind: BYTES[kind], default="")


def _shape(loop: IrLoop) -> Iterator[str]:
    if not loop.innermost:
        yield "inner_loop"
    if loop.scalar_by_request:
        yield "vectorize_disabled"
    exits = list(exiting_blocks(loop))
    if len(set(exit_places(loop, exits))) > 1:
        yield "early_exit"
    blocks = loop.function.blocks
    branching = [
        name for name in loop.own if name not in exits and len(set(blocks[name].successors)) > 1
    ]
    if branching or any(operation.code == "select" for operation in loop.operations()):
        yield "condition"
    for name in loop.own:
        stores = any(operation.code == "store" for operation in blocks[name].operations)
        if stores:
            yield "stores"
        if stores and _is_avoidable(loop, name):
            yield "guarded_store"


def _is_avoidable(loop: IrLoop, block: str) -> bool:
    """True if an iteration can reach the loop's header again without this block."""
    seen = {block}
    waiting = [loop.header] if block != loop.header else []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        successors = loop.function.blocks[name].successors
        if loop.header in successors:
            return True
        waiting.extend(successor for successor in successors if successor in loop.blocks)
    return False


def _operations(operations: Iterable[Operation], motions: Motions) -> Iterator[str]:
    for operation in operations:
        if operation.type in ("i128", "f128"):
            yield "wide_type"
        if operation.volatile:
            yield "volatile"
        if operation.code == "assembly":
            yield "inline_assembly"
        if operation.code == "switch":
            yield "switch"
        if operation.detail == WHOLE_COPY:
            yield "whole_copy"
        if operation.code == "call":
            yield from call_facts(operation.detail)
        if operation.detail == "atomic" and operation.code in ("load", "store"):
            yield "atomic"
        if operation.type in ("i8", "i16", "i32", "i64") and _is_computed(operation, motions):
            yield from _hard(operation, motions)


def _is_computed(operation: Operation, motions: Motions) -> bool:
    """The value is data, and not part of an address or of the loop's own counting."""
    if operation.code not in ("div", "rem", "mul"):
        return False
    return not motions.of(operation.result).step


def _hard(operation: Operation, motions: Motions) -> Iterator[str]:
    literal = re.fullmatch(r"-?\d+", operation.operands[-1]) is not None
    if operation.code in ("div", "rem"):
        if not literal or _needs_high_half(operation):
            yield "hard_operation"
    elif operation.code == "mul" and operation.type == "i64":
        if literal and not _needs_many_additions(operation):
            return
        traits = motions.of(operation.result).traits
        if "symbolic" not in traits or "loaded" in traits:
            yield "hard_operation"


def _needs_many_additions(operation: Operation) -> bool:
    """Multiplication by a constant with few digits is a short chain of shifts and additions."""
    factor = abs(int(operation.operands[-1]))
    digits = (factor ^ 3 * factor).bit_count()
    return digits > MOST_DIGITS


def _needs_high_half(operation: Operation) -> bool:
    """Division by a constant takes the upper half of a product, which NEON lacks for 64 bits."""
    size = abs(int(operation.operands[-1]))
    return operation.type == "i64" and bool(size & (size - 1))


def _memory(accesses: Iterable[MemoryAccess]) -> Iterator[str]:
    for access in accesses:
        name = _PATTERNS.get((access.pattern, access.stores))
        if name is not None:
            yield name
        if access.pattern == "merged" and access.stores:
            yield "guarded_store"
        if any("masked" in index.traits for index in access.indexes):
            yield "masked_index"


# Kinds that a carried value must have; whether it must be a float; the fact that follows.
_CARRIED_FACTS = (
    ({"pointer"}, False, "pointer_chasing"),
    ({"extreme"}, True, "float_minimum"),
    ({"reduction"}, True, "float_reduction"),
    ({"stored"}, False, "memory_reduction"),
    ({"reduction", "conditional"}, True, "float_reduction_condition"),
    ({"recurrence"}, False, "recurrence"),
    ({"last_selected"}, False, "last_selected"),
    ({"first_order"}, False, "first_order"),
    ({"deciding"}, False, "deciding_value"),
    ({"truth"}, False, "truth_value"),
    ({"steps"}, True, "float_steps"),
)


def _carried(values: Iterable[Carried]) -> Iterator[str]:
    for value in values:
        for kinds, floating, fact in _CARRIED_FACTS:
            if kinds <= value.kinds and (value.floating or not floating):
                yield fact
        # A recurrence that only decides places is told as an address.
        if "recurrence" in value.kinds and (value.is_loaded or not value.decides_places):
            yield "recurring_value"


def _indexes(values: tuple[Carried, ...]) -> Iterator[str]:
    """The index of an extreme value, which comparisons rest on, or just the last that was met."""
    extreme = any(value.kinds & {"extreme", "compared"} for value in values)
    for value in values:
        if "index" in value.kinds:
            plain = {operation.code for operation in value.chain} <= {"phi", "select", "cast"}
            alone = plain and not extreme and not value.is_looked_up
            yield "last_selected" if alone else "index_reduction"


def _counters(
    values: Iterable[Carried], accesses: tuple[MemoryAccess, ...], motions: Motions
) -> Iterator[str]:
    """Places that move only when a condition held."""
    names = {value.phi.result for value in values if "counter" in value.kinds}
    if not names:
        return
    for access in accesses:
        terms = {name for index in access.indexes for name, _ in index.terms} | {access.base}
        carried = names & terms or any(
            leads(motions, term, name) for term in terms for name in names
        )
        if carried:
            yield "compacting_store" if access.stores else "expanding_load"


def _directions(
    dependences: Iterable[Dependence], accesses: tuple[MemoryAccess, ...], motions: Motions
) -> Iterator[str]:
    for dependence in dependences:
        if dependence.backward and dependence.distance <= FARTHEST:
            yield f"{dependence.kind}_dependence"
        if dependence.kind == "unknown" and _updates(dependence):
            yield "updated_element"
    if any(access.stores and access.pattern == "fixed" for access in accesses):
        yield "fixed_store"
    if accesses and all(_is_object(access, motions) for access in accesses):
        yield "distinct_arrays"


def _updates(dependence: Dependence) -> bool:
    """An element at a loaded place is stored, and elements of the same array are read."""
    pair = dependence.earlier, dependence.later
    gathered = any(access.stores and access.pattern == "gathered" for access in pair)
    return gathered and not all(access.stores for access in pair)


def _overlaps(accesses: Sequence[MemoryAccess], motions: Motions) -> Iterator[str]:
    """What is stored may be what another base leads to, as far as names and `restrict` tell."""
    restricted = motions.loop.function.restricted
    free = {access.base: access for access in accesses if access.base not in restricted}
    stored = {access.base for access in accesses if access.stores} & free.keys()
    named = {base for base, access in free.items() if _is_object(access, motions)}
    if any(stored - {base} if base not in named else stored - named for base in free):
        yield "may_overlap"


def _widened(operations: Iterable[Operation], motions: Motions) -> Iterator[str]:
    """A moving number of 32 bits or fewer is widened to count bytes; wrapped, it would jump."""
    for operation in operations:
        widened = operation.code == "cast" and operation.type == "i64"
        source = motions.definitions.get(operation.operands[0]) if operation.operands else None
        narrow = source is not None and source.type in NARROW and source.code in ("add", "phi")
        cut = operation.code == "and" and LOW_HALF in operation.operands
        if ((widened and narrow) or cut) and motions.of(operation.operands[0]).step:
            yield "widened_index"


def _is_object(access: MemoryAccess, motions: Motions) -> bool:
    """The base is an object with a name, which no other named object overlaps."""
    reference = access.operation.address
    if reference is None:
        return False
    if reference.variable and reference.base == access.base:
        return True
    return _is_name_of_object(access.base or reference.base, motions, 0)


def _is_name_of_object(name: str, motions: Motions, depth: int) -> bool:
    """A global's name, or an address computed from nothing but such names."""
    if name.startswith(("@", "&")):
        return True
    operation = motions.definitions.get(name)
    if operation is None or depth > DEEPEST_MERGE:
        return False
    if operation.code in ("phi", "select"):
        values = operation.operands[-2:] if operation.code == "select" else operation.operands
        return all(_is_name_of_object(value, motions, depth + 1) for value in values)
    if operation.code == "address" and operation.operands:
        return _is_name_of_object(operation.operands[0], motions, depth + 1)
    return False
