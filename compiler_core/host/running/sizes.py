"""How many elements each array of a run has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.host.running.constants import value_of
from compiler_core.host.running.extents import Extent, Extents, is_array
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.intervals import Interval
from compiler_core.host.running.layout import Buffer
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.scope import Scope

MAXIMUM_ELEMENTS = 4 << 20
EXACT_MARGIN = 64
CHUNK_ELEMENTS = 16
_NEAR = 16


def counts_for(planner: Planner, n: int, values: Mapping[str, int | float]) -> dict[str, Extent]:
    """Elements of every buffer, by path."""
    whole = {path: value for path, value in values.items() if isinstance(value, int)}
    whole = {**planner.constants, **whole}
    elements: dict[str, Interval] = {}
    for leaf in planner.driver.leaves:
        limits = range_of(leaf.number)
        if leaf.buffer is not None and limits is not None and limits[1] <= 255:
            elements[leaf.path.removesuffix("[]")] = limits
    for path in planner.roles.offsets:
        elements[path] = (0, 4 * (n + 1))
    scope = Scope(planner.target.body, whole, elements)
    extents = Extents(planner.target.body, scope, _fallback(planner, n, whole))
    counts = {
        buffer.path: _count(planner, buffer, extents, n, whole) for buffer in planner.driver.buffers
    }
    _check_size(counts)
    return counts


def _fallback(planner: Planner, n: int, values: Mapping[str, int]) -> int:
    """Elements of an array that nothing bounds: the product of two bounds of nested loops."""
    bounds = [
        values[path]
        for path, role in planner.roles.scalars.items()
        if role == "bound" and path in values
    ]
    if planner.roles.depth < 2 or len(bounds) < 1:
        return max(n, 1)
    sides = sorted(bounds, reverse=True)[:2] if len(bounds) > 1 else [bounds[0], bounds[0]]
    return min(max(sides[0] * sides[1], n, 1), MAXIMUM_ELEMENTS)


def _count(
    planner: Planner, buffer: Buffer, extents: Extents, n: int, values: Mapping[str, int]
) -> Extent:
    fixed = planner.override(buffer.path, "size")
    if fixed is not None:
        return Extent(fixed.whole, True)
    if buffer.single:
        return Extent(1, True)
    if buffer.declared:
        known = value_of(buffer.declared, values)
        return Extent(known if known is not None and known > 0 else 0, True)
    path = buffer.path.removesuffix("[]")
    body = planner.target.body
    if buffer.repeated and ("." not in path or is_array(body, path.partition(".")[0])):
        return _inner_count(planner, buffer, n, values)
    if buffer.links or buffer.text:
        return Extent(max(n, 1) + buffer.text, True)
    extent = extents.of(path)
    if buffer.container or path in planner.roles.ends.values():
        return Extent(max(n, 1), True)
    if extent is None:
        is_record = buffer.path not in {leaf.path for leaf in planner.driver.leaves}
        return Extent(1 if is_record else max(n, 1), True)
    # A loop that leaves out the ends of its arrays still works on arrays of n.
    if extent.exact and n - _NEAR <= extent.count < n:
        return Extent(n, True)
    return replace(extent, count=extent.count * 8) if buffer.untyped else extent


def _inner_count(planner: Planner, buffer: Buffer, n: int, values: Mapping[str, int]) -> Extent:
    """An array for each element of another: rows of a matrix, words, or small ones in records."""
    if buffer.text or "." in buffer.path:
        return Extent(CHUNK_ELEMENTS, False)
    bounds = [values[p] for p, r in planner.roles.scalars.items() if r == "bound" and p in values]
    return Extent(max([*bounds, 1] if bounds else [n, 1]), True)


def margin_for(planner: Planner, buffer: Buffer, extent: Extent) -> int:
    """Filled elements behind an array; none where each element has an array of its own."""
    owners = (other.path for other in planner.driver.buffers if other is not buffer)
    if buffer.repeated or any(
        path.startswith((f"{buffer.path}.", f"{buffer.path}[]")) for path in owners
    ):
        return 0
    return EXACT_MARGIN if extent.exact else max(EXACT_MARGIN, extent.count)


def _check_size(counts: Mapping[str, Extent]) -> None:
    for path, extent in counts.items():
        if extent.count > MAXIMUM_ELEMENTS:
            raise InputError(
                f"{path} would have {extent.count:,} elements; the limit is {MAXIMUM_ELEMENTS:,}.",
                f"Use a smaller n, or --set {path}.size=….",
            )
