"""How the elements of each array are made: as the driver is told, and in words for people."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from compiler_core.host.running.extents import Extent
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.layout import Leaf
from compiler_core.host.running.overrides import Override
from compiler_core.host.running.planner import Planner

_WIDE = (1 << 31) - 1


def rule_for(
    planner: Planner,
    leaf: Leaf,
    values: Mapping[str, int | float],
    counts: Mapping[str, Extent],
) -> str:
    """How the driver makes this leaf's numbers, in its own short form."""
    if leaf.path in values:
        return constant_rule(values[leaf.path])
    fixed = planner.override(leaf.path, "value")
    if fixed is not None:
        return constant_rule(fixed.real if leaf.number.floating else fixed.whole)
    above = planner.override(leaf.path, "above")
    if above is not None:
        return _mixture(above, leaf)
    path = leaf.path.removesuffix("[]")
    if leaf.number.floating or leaf.buffer is None:
        return "d"
    if path in planner.roles.labels:
        return "r{},{}".format(*planner.roles.labels[path])
    if path in planner.roles.offsets:
        return "o4"
    if leaf.number.is_text and not leaf.bits:
        return f"t{max(counts[leaf.buffer.path].count, 1)}"
    if leaf.number.labels:
        return f"r0,{leaf.number.labels - 1}"
    owner = planner.roles.indexed.get(path)
    target = next((b for b in planner.driver.buffers if b.path.removesuffix("[]") == owner), None)
    return _without_a_role(planner, leaf) if target is None else f"b{target.index}"


def _without_a_role(planner: Planner, leaf: Leaf) -> str:
    """As the driver draws by itself, or as far apart as the plan wants."""
    limits = range_of(leaf.number)
    if not planner.spread or leaf.bits or limits is None or limits[1] < _WIDE:
        return "d"
    return f"r0,{2 * planner.spread}" if limits[0] == 0 else f"r-{planner.spread},{planner.spread}"


def _mixture(above: Override, leaf: Leaf) -> str:
    """A share of the elements above a threshold: the others as far below it."""
    threshold, share, span = above.mixture
    if not leaf.number.floating:
        return f"m{int(threshold)},{int(span)},{round(share * 65536)}"
    first, second = (constant_rule(value)[1:] for value in (threshold, span))
    return f"m{first},{second},{round(share * 65536)}"


def constant_rule(value: int | float) -> str:
    """Integers as they are, floating-point numbers as the bits of a double."""
    if isinstance(value, int):
        return f"c{value}"
    return f"c{struct.unpack('<q', struct.pack('<d', value))[0]}"


def words_for(rule: str, leaf: Leaf, planner: Planner) -> str:
    """What the elements are, for people."""
    first, _, second = rule[1:].partition(",")
    match rule[0]:
        case "c":
            return f"all {first}" if not leaf.number.floating else "all the same"
        case "r":
            return f"seeded, {first} to {second}"
        case "o":
            return f"rising by {first}"
        case "t":
            return "seeded letters, then a zero byte"
        case "b":
            return f"seeded indices into {planner.driver.buffers[int(first)].path}"
    above = planner.override(leaf.path, "above")
    if above is not None:
        threshold, share, _ = above.mixture
        return f"seeded, {share:.0%} above {threshold:g}"
    return "seeded, -8 to 8" if leaf.number.floating else _default_words(leaf)


def _default_words(leaf: Leaf) -> str:
    """As the runtime draws integers, by the size of their type."""
    limits = range_of(leaf.number)
    if leaf.bits:
        return "seeded, 0 to 1"
    if limits is None:
        return "seeded, small"
    if limits[1] > 1 << 30:
        least, greatest = (0, 199) if limits[0] == 0 else (-100, 99)
    elif limits[1] > 255:
        least, greatest = (0, 511) if limits[0] == 0 else (-256, 255)
    else:
        least, greatest = limits
    return f"seeded, {least} to {greatest}"
