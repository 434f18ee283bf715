"""Colours: equal numbers for instructions that do the same work on the same inputs.

An instruction's colour starts as its shape; each round adds the colours of what makes its inputs
and of what uses its result (colour refinement after Weisfeiler and Leman, 1968). After a few rounds
equal colours in two functions mean the same work, whatever the registers and the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.host.comparison.definitions import ARGUMENT_REGISTERS, DefinitionFlow, FormRoles
from compiler_core.host.register_map.calling_convention import ARGUMENT_PREDICATE, INDIRECT_RESULT

COLOUR_ROUNDS = 3
INCOMING_REGISTERS = frozenset((*ARGUMENT_REGISTERS, INDIRECT_RESULT, *ARGUMENT_PREDICATE))

Palette = dict[object, int]


def incoming_name(register: str) -> str:
    """Arguments are known by their register; of what the caller keeps, any register will do."""
    return register if register in INCOMING_REGISTERS else register[0]


def colours_of(flow: DefinitionFlow, palette: Palette) -> tuple[int, ...]:
    """Refined colours; lines that are no instruction get -1."""
    consumers: dict[int, list[tuple[int, int]]] = {}
    for (position, slot), sites in flow.reaching.items():
        for site in sites:
            consumers.setdefault(site, []).append((position, slot))
    colours = [
        palette.setdefault(form.shape, len(palette)) if roles is not None else -1
        for form, roles in zip(flow.forms, flow.roles, strict=True)
    ]
    arrived = {
        site: palette.setdefault(("entry", incoming_name(register)), len(palette))
        for register, site in flow.entry.items()
    }
    for _ in range(COLOUR_ROUNDS):
        colours = [
            _refined(flow, position, colours, arrived, consumers, palette)
            for position in range(len(colours))
        ]
    return tuple(colours)


def _refined(
    flow: DefinitionFlow,
    position: int,
    colours: Sequence[int],
    arrived: Mapping[int, int],
    consumers: Mapping[int, Sequence[tuple[int, int]]],
    palette: Palette,
) -> int:
    roles = flow.roles[position]
    if roles is None:
        return -1
    makers = [
        _colour_of_makers(flow, position, slot, colours, arrived) for slot in sorted(roles.reads)
    ]
    if roles.swappable is not None:
        first, second = (sorted(roles.reads).index(slot) for slot in roles.swappable)
        makers[first], makers[second] = sorted((makers[first], makers[second]))
    key: list[object] = [colours[position], *makers]
    slots = flow.slots(position)
    for slot in sorted(roles.writes):
        site = flow.sites_at[position][slots[slot]]
        used = sorted(
            (colours[consumer], _slot_class(flow.roles[consumer], slot))
            for consumer, slot in consumers.get(site, ())
        )
        key.append(tuple(used))
    return palette.setdefault(tuple(key), len(palette))


def _slot_class(roles: FormRoles | None, slot: int) -> int:
    """Swappable slots count as one."""
    swappable = roles.swappable if roles is not None else None
    return swappable[0] if swappable is not None and slot in swappable else slot


def _colour_of_makers(
    flow: DefinitionFlow,
    position: int,
    slot: int,
    colours: Sequence[int],
    arrived: Mapping[int, int],
) -> tuple[int, ...]:
    sites = flow.reaching[position, slot]
    places = [flow.position_of_site[site] for site in sites]
    maker_colours = (
        arrived[site] if maker < 0 else colours[maker]
        for site, maker in zip(sites, places, strict=True)
    )
    return tuple(sorted(maker_colours))
