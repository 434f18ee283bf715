"""Values instead of registers: which instruction made what each instruction reads.

Two compilers put the same value into different registers, so register names say nothing when two
listings are compared. This file follows definitions to uses through the blocks (reaching
definitions), joins what must live in one register into *webs*, and gives every instruction a
*colour*: a number that depends on its shape, on the shapes of what made its inputs and of what uses
its result, a few steps far (colour refinement after Weisfeiler and Leman, 1968). Equal colours in
two functions mean the same work on the same inputs, whatever the registers and the order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from compiler_core.host.calling_convention import (
    ARGUMENT_GENERAL,
    ARGUMENT_PREDICATE,
    ARGUMENT_VECTOR,
    CALLER_SAVED,
    INDIRECT_RESULT,
)
from compiler_core.host.canonical import (
    Canonical,
    canonical_line,
    instruction_of,
    register_slots,
    with_distinct_registers,
)
from compiler_core.host.compilation import Block, FunctionListing, ListingLine
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction

COLOUR_ROUNDS = 3
FLAGS = "nzcv"

ARGUMENT_REGISTERS = (*ARGUMENT_GENERAL, *ARGUMENT_VECTOR)
INCOMING_REGISTERS = frozenset((*ARGUMENT_REGISTERS, INDIRECT_RESULT, *ARGUMENT_PREDICATE))
# All that AAPCS64, 6.9 "Result return", may use: without the signature any of them may count.
RESULT_REGISTERS = ("x0", "x1", "v0", "v1", "v2", "v3")

Palette = dict[object, int]


@dataclass(frozen=True, slots=True)
class FormRoles:
    """What one instruction form does to its register slots; the flags are one slot more.

    reads and writes hold slot indexes. branch is that of `Effects`.
    """

    reads: frozenset[int]
    writes: frozenset[int]
    uses_flags: bool
    branch: str


@dataclass(frozen=True, slots=True)
class Use:
    """One register in one instruction: its slot, and the webs read and written there."""

    register: str
    read_web: int | None
    written_web: int | None


@dataclass(frozen=True, slots=True)
class FunctionValues:
    """A function's lines without register names.

    forms, roles, uses and colours are parallel to the listing's lines (None, () and -1 for lines
    that are no instruction). entry_registers: web -> the register it arrives in, for values that
    come from outside. boundaries: position of a call or return -> argument or result register ->
    the web that stands there.
    """

    forms: tuple[Canonical, ...]
    roles: tuple[FormRoles | None, ...]
    uses: tuple[tuple[Use, ...], ...]
    colours: tuple[int, ...]
    entry_registers: Mapping[int, str]
    boundaries: Mapping[int, Mapping[str, int]]


@lru_cache(maxsize=65536)
def form_roles(instruction: Instruction) -> FormRoles:
    """Found by giving each slot a register of its own and asking for the effects."""
    effects = effects_of(with_distinct_registers(instruction))
    classes = [register.canonical[0] for register in register_slots(instruction)]
    names = [f"{kind}{slot}" for slot, kind in enumerate(classes)]
    uses_flags = FLAGS in effects.reads or FLAGS in effects.writes
    if uses_flags:
        names.append(FLAGS)
    return FormRoles(
        reads=frozenset(slot for slot, name in enumerate(names) if name in effects.reads),
        writes=frozenset(slot for slot, name in enumerate(names) if name in effects.writes),
        uses_flags=uses_flags,
        branch=effects.branch,
    )


def values_of(
    function: FunctionListing, constants: Mapping[str, str], palette: Palette
) -> FunctionValues:
    """Webs and colours of one function; functions compared must share the palette."""
    forms = tuple(canonical_line(line, constants) for line in function.lines)
    roles = tuple(_roles_of(line) for line in function.lines)
    flow = _Flow(forms, roles)
    flow.number_definitions()
    flow.follow(_positions_by_block(function.lines), function.blocks)
    webs = flow.webs()
    return FunctionValues(
        forms=forms,
        roles=roles,
        uses=tuple(flow.uses_at(position, webs) for position in range(len(forms))),
        colours=_colours(flow, palette),
        entry_registers={webs[site]: register for register, site in flow.entry.items()},
        boundaries={
            position: {register: webs[site] for register, site in standing.items()}
            for position, standing in flow.boundaries.items()
        },
    )


def incoming_name(register: str) -> str:
    """Arguments are known by their register; of what the caller keeps, any register will do."""
    return register if register in INCOMING_REGISTERS else register[0]


def _roles_of(line: ListingLine) -> FormRoles | None:
    return form_roles(instruction_of(line)) if line.kind == "instruction" else None


def leaves_function(roles: FormRoles, form: Canonical) -> bool:
    """A return, or a jump to another function (a tail call)."""
    tail_call = roles.branch == "unconditional" and not form.labels
    return roles.branch == "return" or tail_call


def _positions_by_block(lines: Sequence[ListingLine]) -> dict[int, list[int]]:
    """Block id -> positions; a line outside every block belongs to the one before it."""
    found: dict[int, list[int]] = {}
    current = -1
    for position, line in enumerate(lines):
        current = line.block if line.block is not None else current
        found.setdefault(current, []).append(position)
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(slots=True)
class _Flow:
    """Definition sites of one function and which of them reach each use.

    A site is a number: first one per register for the value it holds on entry, then one per written
    slot, in order. reaching: (position, slot) -> the sites whose value may stand there.
    """

    forms: Sequence[Canonical]
    roles: Sequence[FormRoles | None]
    entry: dict[str, int] = field(default_factory=dict)
    position_of_site: list[int] = field(default_factory=list)
    sites_at: dict[int, dict[str, int]] = field(default_factory=dict)
    sites_of_register: dict[str, int] = field(default_factory=dict)
    reaching: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    boundaries: dict[int, dict[str, int]] = field(default_factory=dict)

    def slots(self, position: int) -> tuple[str, ...]:
        """The register in each slot, the flags last if the instruction uses them."""
        roles = self.roles[position]
        if roles is None:
            return ()
        registers = self.forms[position].registers
        return (*registers, FLAGS) if roles.uses_flags else registers

    def number_definitions(self) -> None:
        known = {name for position in range(len(self.forms)) for name in self.slots(position)}
        for register in sorted(known):
            self.entry[register] = self._new_site(-1, register)
        for position, roles in enumerate(self.roles):
            if roles is None:
                continue
            slots = self.slots(position)
            written = [slots[slot] for slot in sorted(roles.writes)]
            if roles.branch == "call":
                written += sorted(CALLER_SAVED & known)
            self.sites_at[position] = {
                register: self._new_site(position, register) for register in written
            }

    def _new_site(self, position: int, register: str) -> int:
        site = len(self.position_of_site)
        self.position_of_site.append(position)
        self.sites_of_register[register] = self.sites_of_register.get(register, 0) | 1 << site
        return site

    def follow(self, positions: Mapping[int, Sequence[int]], blocks: Sequence[Block]) -> None:
        """Forward, union over predecessors, until nothing changes; then note each use."""
        generated, killed = {}, {}
        for block, inside in positions.items():
            generated[block], killed[block] = self._block_effect(inside)
        successors = {block.id: block.successors for block in blocks}
        arriving = dict.fromkeys(positions, 0)
        arriving[min(positions, key=lambda block: positions[block][0])] = (1 << len(self.entry)) - 1
        waiting = list(positions)
        while waiting:
            block = waiting.pop(0)
            leaving = generated[block] | arriving[block] & ~killed[block]
            for successor in successors.get(block, ()):
                if successor in arriving and leaving & ~arriving[successor]:
                    arriving[successor] |= leaving
                    waiting.append(successor)
        for block, inside in positions.items():
            self._note_uses(inside, arriving[block])

    def _block_effect(self, inside: Sequence[int]) -> tuple[int, int]:
        last: dict[str, int] = {}
        for position in inside:
            last.update(self.sites_at.get(position, {}))
        killed = 0
        for register in last:
            killed |= self.sites_of_register[register]
        return sum(1 << site for site in last.values()), killed

    def _note_uses(self, inside: Sequence[int], arriving: int) -> None:
        here: dict[str, tuple[int, ...]] = {}

        def standing(register: str) -> tuple[int, ...]:
            if register not in here:
                sites = tuple(_bits(arriving & self.sites_of_register[register]))
                here[register] = sites or (self.entry[register],)
            return here[register]

        for position in inside:
            roles = self.roles[position]
            if roles is None:
                continue
            slots = self.slots(position)
            for slot in roles.reads:
                self.reaching[position, slot] = standing(slots[slot])
            self._note_boundary(position, roles, standing)
            for register, site in self.sites_at[position].items():
                here[register] = (site,)

    def _note_boundary(self, position: int, roles: FormRoles, standing) -> None:
        """What stands in argument or result registers where control leaves."""
        leaves = leaves_function(roles, self.forms[position])
        if roles.branch != "call" and not leaves:
            return
        registers = RESULT_REGISTERS if roles.branch == "return" else ARGUMENT_REGISTERS
        self.boundaries[position] = {
            register: standing(register)[0] for register in registers if register in self.entry
        }

    def webs(self) -> list[int]:
        """Site -> web: sites joined by a common use, or by an operand both read and written."""
        parent = list(range(len(self.position_of_site)))

        def root(site: int) -> int:
            while parent[site] != site:
                parent[site] = parent[parent[site]]
                site = parent[site]
            return site

        for (position, slot), sites in self.reaching.items():
            roles = self.roles[position]
            joined = list(sites)
            if roles is not None and slot in roles.writes:
                joined.append(self.sites_at[position][self.slots(position)[slot]])
            for site in joined[1:]:
                parent[root(site)] = root(joined[0])
        return [root(site) for site in range(len(parent))]

    def uses_at(self, position: int, webs: Sequence[int]) -> tuple[Use, ...]:
        roles = self.roles[position]
        if roles is None:
            return ()
        return tuple(
            Use(
                register,
                webs[self.reaching[position, slot][0]] if slot in roles.reads else None,
                webs[self.sites_at[position][register]] if slot in roles.writes else None,
            )
            for slot, register in enumerate(self.slots(position))
        )


def _colours(flow: _Flow, palette: Palette) -> tuple[int, ...]:
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
    flow: _Flow,
    position: int,
    colours: Sequence[int],
    arrived: Mapping[int, int],
    consumers: Mapping[int, Sequence[tuple[int, int]]],
    palette: Palette,
) -> int:
    roles = flow.roles[position]
    if roles is None:
        return -1
    key: list[object] = [colours[position]]
    for slot in sorted(roles.reads):
        sites = flow.reaching[position, slot]
        places = [flow.position_of_site[site] for site in sites]
        key.append(
            tuple(
                sorted(
                    arrived[site] if place < 0 else colours[place]
                    for site, place in zip(sites, places, strict=True)
                )
            )
        )
    slots = flow.slots(position)
    for slot in sorted(roles.writes):
        site = flow.sites_at[position][slots[slot]]
        used = sorted((colours[place], slot) for place, slot in consumers.get(site, ()))
        key.append(tuple(used))
    return palette.setdefault(tuple(key), len(palette))
