"""Sizes and values for one run of a driver: every one shown to the user, every one overridable.

Integers that bound loops become n; the others, and the contents of arrays, come from the seed. The
same plan is used for every compiler and every flag, so that results can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from compiler_core.errors import InputError
from compiler_core.host.running.element_rules import rule_for, words_for
from compiler_core.host.running.extents import Extent
from compiler_core.host.running.layout import Buffer
from compiler_core.host.running.planner import Planner, is_plain, start_of
from compiler_core.host.running.record_room import room_notes
from compiler_core.host.running.scalar_values import seed_for, value_for
from compiler_core.host.running.sizes import counts_for, margin_for

MAXIMUM_ROUNDS = 1 << 26


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueSetting:
    """What one parameter, field or array gets, for the user to read and change."""

    path: str
    """Name by which it is set anew: a parameter `n`, a field `p.x`, `rows[]` for the arrays that
    `rows` leads to. `x=0.5` sets a value, `x.size=64` the elements."""
    kind: str
    """`value` for one number, `array` for elements."""
    type_name: str
    """Type of the number or of the elements, as the source writes it: `float`, `unsigned char`."""
    value: str
    """The number, or what the elements are in words."""
    count: int | None = None
    """Elements of an array, 0 if its declared length decides."""
    exact: bool = True
    """The function's subscripts bound it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Arguments of a driver, and the same for people."""

    n: int
    """What the loop bounds become."""
    arguments: tuple[str, ...]
    """The driver's command line: buffers, then the seed and rule of each leaf."""
    settings: tuple[ValueSetting, ...]
    """Every value and size, for the user to read and change."""
    values: Mapping[str, int | float]
    """Plain numbers by their path (`n`, `p.x`); elements of arrays are not among them."""
    elements: int | None
    """Rounds of the loops that n bounds, None if n bounds none."""
    takes_length: bool
    """Whether another n would make another run."""
    misfits: tuple[str, ...] = ()
    """What of it does not fit, in sentences."""


def make_plan(planner: Planner, n: int) -> Plan:
    """Raises InputError when an override names nothing, does not fit, or the arrays are too big."""
    _check_names(planner)
    _check_rounds(planner, n)
    values = {
        leaf.path: value_for(planner, leaf, n)
        for leaf in planner.driver.leaves
        if is_plain(planner, leaf)
    }
    counts = counts_for(planner, n, values)
    rules = [rule_for(planner, leaf, values, counts) for leaf in planner.driver.leaves]
    leaves = [
        f"{seed_for(planner, leaf)},{rule}"
        for leaf, rule in zip(planner.driver.leaves, rules, strict=True)
    ]
    buffers = [_buffer(planner, buffer, counts) for buffer in planner.driver.buffers]
    arguments = ("0", str(len(buffers)), *buffers, str(len(leaves)), *leaves)
    settings = _settings(planner, values, counts, rules)
    misfits = room_notes(planner, values)
    elements = _elements(planner, n, values, counts)
    takes_length = _takes_length(planner, n, values, counts)
    return Plan(
        n=n,
        arguments=arguments,
        settings=settings,
        values=values,
        elements=elements,
        takes_length=takes_length,
        misfits=misfits,
    )


def _takes_length(
    planner: Planner, n: int, values: Mapping[str, int | float], counts: Mapping[str, Extent]
) -> bool:
    """Whether a value that nobody fixed, or the room of an array, follows n."""
    other = n // 2 if n else 1
    others = {
        leaf.path: value_for(planner, leaf, other)
        for leaf in planner.driver.leaves
        if is_plain(planner, leaf)
    }
    return others != values or counts_for(planner, other, values) != counts


def _buffer(planner: Planner, buffer: Buffer, counts: Mapping[str, Extent]) -> str:
    """A buffer's argument; the end of an array is a place in that array."""
    start = start_of(planner, buffer)
    if start is not None:
        return f"0,0,{start.index},{counts[start.path].count}"
    extent = counts[buffer.path]
    return f"{extent.count},{margin_for(planner, buffer, extent)},-1,0"


def _elements(
    planner: Planner, n: int, values: Mapping[str, int | float], counts: Mapping[str, Extent]
) -> int | None:
    """Rounds of the deepest nest of loops whose bounds are arguments."""
    bounds = [
        int(values[path]) + (role == "last")
        for path, role in planner.roles.scalars.items()
        if role in ("bound", "last") and path in values
    ]
    if not bounds:
        return n if n in {extent.count for extent in counts.values()} else None
    sides = sorted(bounds, reverse=True)[: max(planner.roles.depth, 1)]
    sides += [sides[-1]] * (planner.roles.depth - len(sides))
    return max(prod(sides), 1)


def _check_names(planner: Planner) -> None:
    known = {leaf.path for leaf in planner.driver.leaves}
    arrays = {buffer.path for buffer in planner.driver.buffers}
    for override in planner.overrides:
        if override.path not in (known | arrays if override.kind == "value" else arrays | known):
            names = ", ".join(sorted(known | arrays)) or "none"
            raise InputError(f"{planner.target.name} has no {override.path}.", f"It has: {names}.")
        if override.kind == "size" and override.path not in arrays:
            raise InputError(
                f"{override.path} is a single value and has no size.", f"Set {override.path}=…."
            )


def _check_rounds(planner: Planner, n: int) -> None:
    depth = planner.roles.depth
    fixed = {override.path for override in planner.overrides}
    bounds = [path for path, role in planner.roles.scalars.items() if role == "bound"]
    if depth < 2 or n**depth <= MAXIMUM_ROUNDS or fixed & set(bounds):
        return
    most = int(MAXIMUM_ROUNDS ** (1 / depth))
    raise InputError(
        f"With n = {n:,} the innermost of {depth} nested loops would run {n**depth:,} rounds; "
        f"the limit is {MAXIMUM_ROUNDS:,}.",
        f"Use n = {most} or less, or set one bound, such as --set {(bounds or ['n'])[0]}=16.",
    )


def _settings(
    planner: Planner,
    values: Mapping[str, int | float],
    counts: Mapping[str, Extent],
    rules: Sequence[str],
) -> tuple[ValueSetting, ...]:
    settings: list[ValueSetting] = []
    for leaf, rule in zip(planner.driver.leaves, rules, strict=True):
        name = leaf.number.name
        if leaf.path in values:
            settings.append(
                ValueSetting(
                    path=leaf.path, kind="value", type_name=name, value=f"{values[leaf.path]!r}"
                )
            )
        elif leaf.buffer is not None:
            extent = counts[leaf.buffer.path]
            words = words_for(rule, leaf, planner)
            start = start_of(planner, leaf.buffer)
            if start is not None:
                words = f"the end of {start.path}"
                settings.append(
                    ValueSetting(path=leaf.path, kind="array", type_name=name, value=words)
                )
                continue
            settings.append(
                ValueSetting(
                    path=leaf.path,
                    kind="array",
                    type_name=name,
                    value=words,
                    count=extent.count or None,
                    exact=extent.exact,
                )
            )
    return tuple(settings)
