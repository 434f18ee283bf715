"""Values instead of registers: which instruction made what each instruction reads.

Two compilers put the same value into different registers, so register names say nothing when two
listings are compared. This file follows definitions to uses through the blocks (reaching
definitions), joins what must live in one register into *webs*, and gives every instruction a
*colour*: a number that depends on its shape, on the shapes of what made its inputs and of what uses
its result, a few steps far (colour refinement after Weisfeiler and Leman, 1968). Equal colours in
two functions mean the same work on the same inputs, whatever the registers and the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.canonical import Canonical, canonical_line
from compiler_core.host.comparison.colours import INCOMING_REGISTERS, Palette, colours_of
from compiler_core.host.comparison.definitions import DefinitionFlow, FormRoles, form_roles
from compiler_core.host.compilation import FunctionListing, ListingLine


@dataclass(frozen=True, slots=True)
class Use:
    """One register in one instruction: its slot, and the webs read and written there."""

    register: str
    read_web: int | None
    written_web: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionValues:
    """A function's lines without register names.

    forms, roles, uses and colours are parallel to the listing's lines (None, () and -1 for lines
    that are no instruction).
    """

    forms: tuple[Canonical, ...]
    """Each line without register names, parallel to the listing's lines."""
    roles: tuple[FormRoles | None, ...]
    """What each line reads and writes, parallel to the lines; None for one that is no
    instruction."""
    uses: tuple[tuple[Use, ...], ...]
    """The registers of each line with the webs in them, parallel to the lines; () for no
    instruction."""
    colours: tuple[int, ...]
    """A number for each line, equal for the same work on the same inputs; -1 for no instruction."""
    entry_registers: Mapping[int, str]
    """Web -> the register it arrives in, for values that come from outside."""
    boundaries: Mapping[int, Mapping[str, int]]
    """Position of a call or return -> argument or result register -> the web that stands there."""


def values_of(
    function: FunctionListing, constants: Mapping[str, str], palette: Palette
) -> FunctionValues:
    """Webs and colours of one function; functions compared must share the palette."""
    forms = tuple(canonical_line(line, constants) for line in function.lines)
    roles = tuple(_roles_of(line) for line in function.lines)
    flow = DefinitionFlow(forms=forms, roles=roles, own=frozenset((function.name, function.symbol)))
    flow.number_definitions()
    flow.follow(_positions_by_block(function.lines), function.blocks)
    webs = flow.webs()
    return FunctionValues(
        forms=forms,
        roles=roles,
        uses=tuple(_uses_at(flow, position, webs) for position in range(len(forms))),
        colours=colours_of(flow, palette),
        entry_registers={webs[site]: register for register, site in flow.entry.items()},
        boundaries={
            position: {register: webs[site] for register, site in standing.items()}
            for position, standing in flow.boundaries.items()
        },
    )


def unread_webs(values: FunctionValues) -> frozenset[int]:
    """Webs that some instruction writes and none names as a source: made for a call or a return."""
    written = {use.written_web for uses in values.uses for use in uses}
    read = {use.read_web for uses in values.uses for use in uses}
    return frozenset(web for web in written - read if web is not None)


def handed_over_registers(values: FunctionValues) -> frozenset[str]:
    """Registers in which a value certainly comes in, goes to a call, or is returned."""
    unread = unread_webs(values)
    coming = {
        use.register
        for uses in values.uses
        for use in uses
        if use.register in INCOMING_REGISTERS and use.read_web in values.entry_registers
    }
    going = {
        register
        for standing in values.boundaries.values()
        for register, web in standing.items()
        if web in unread
    }
    return frozenset(coming | going)


def _roles_of(line: ListingLine) -> FormRoles | None:
    return form_roles(line.text) if line.kind == "instruction" else None


def _positions_by_block(lines: Sequence[ListingLine]) -> dict[int, list[int]]:
    """Block id -> positions; a line outside every block belongs to the one before it."""
    positions: dict[int, list[int]] = {}
    current = -1
    for position, line in enumerate(lines):
        current = line.block if line.block is not None else current
        positions.setdefault(current, []).append(position)
    return positions


def _uses_at(flow: DefinitionFlow, position: int, webs: Sequence[int]) -> tuple[Use, ...]:
    roles = flow.roles[position]
    if roles is None:
        return ()
    return tuple(
        Use(
            register,
            webs[flow.reaching[position, slot][0]] if slot in roles.reads else None,
            webs[flow.sites_at[position][register]] if slot in roles.writes else None,
        )
        for slot, register in enumerate(flow.slots(position))
    )
