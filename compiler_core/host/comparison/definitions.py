"""From definitions to uses: which instruction may have made what each instruction reads.

The classical analysis of reaching definitions (Aho, Lam, Sethi, Ullman, "Compilers", 9.2.4) on the
registers of one function. Roles (which slot of an instruction is read, which is written) are not
listed here: they follow from `effects`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.canonical import (
    Canonical,
    instruction_in,
    register_slots,
    with_distinct_registers,
)
from compiler_core.host.comparison.commutativity import swappable_slots
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.effects import effects_of
from compiler_core.host.jumps_out import stays
from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.host.loop_analysis.flow_graph import graph_of
from compiler_core.host.register_map.calling_convention import (
    ARGUMENT_GENERAL,
    ARGUMENT_VECTOR,
    CALLER_SAVED,
)
from compiler_core.host.work import spend

FLAGS = "nzcv"
_BITS_PER_STEP = 4096
_ROUNDS_OF_SITES = 8
Standing = Callable[[str], tuple[int, ...]]
ARGUMENT_REGISTERS = (*ARGUMENT_GENERAL, *ARGUMENT_VECTOR)
# All that AAPCS64, 6.9 "Result return", may use: without the signature any of them may count.
RESULT_REGISTERS = ("x0", "x1", "v0", "v1", "v2", "v3")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRoles:
    """What one instruction form does to its register slots; the flags are one slot more."""

    reads: frozenset[int]
    """Indexes of slots."""
    writes: frozenset[int]
    """Indexes of slots."""
    uses_flags: bool
    """Whether the flags are read or written."""
    branch: str
    """As in `Effects`."""
    target: str
    """As in `Effects`."""
    swappable: tuple[int, int] | None
    """Two slots whose order does not matter."""


@kept_for_short_lines
def form_roles(text: str) -> FormRoles:
    """The roles of an instruction's text, found by giving each slot a register of its own and
    asking for the effects."""
    instruction = instruction_in(text)
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
        target=effects.target,
        swappable=swappable_slots(instruction),
    )


def leaves_function(roles: FormRoles, own: Container[str]) -> bool:
    """A return, or a jump to another function (a tail call). own: the function's names."""
    tail_call = roles.branch == "unconditional" and not stays(roles.target, own)
    return roles.branch == "return" or tail_call


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(slots=True, kw_only=True)
class DefinitionFlow:
    """Definition sites of one function and which of them reach each use.

    A site is a number: first one per register for the value it holds on entry, then one per written
    slot, in order.
    """

    forms: Sequence[Canonical]
    """Each line's instruction without register names, by position in the listing."""
    roles: Sequence[FormRoles | None]
    """What each line reads and writes, by position; None for a line that is no instruction."""
    own: frozenset[str]
    """The function's names, as written and in its code."""
    entry: dict[str, int] = field(default_factory=dict)
    """Register to the site that stands for its value on entry."""
    position_of_site: list[int] = field(default_factory=list)
    """For each site the position that writes it, -1 for a value on entry."""
    sites_at: dict[int, dict[str, int]] = field(default_factory=dict)
    """Position of an instruction to the site of each register that it writes."""
    sites_of_register: dict[str, int] = field(default_factory=dict)
    """Register to its sites as a bit set: bit k stands for site k."""
    reaching: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    """(position, slot) -> the sites whose value may stand there."""
    boundaries: dict[int, dict[str, int]] = field(default_factory=dict)
    """Position of a call or exit to the site in each argument or result register there."""

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

    def follow(self, positions: Mapping[int, Sequence[int]], blocks: Sequence[BasicBlock]) -> None:
        """Forward, union over predecessors, until nothing changes; then note each use."""
        generated, killed = {}, {}
        for block, inside in positions.items():
            generated[block], killed[block] = self._block_effect(inside)
        successors = {block.id: block.successors for block in blocks}
        arriving = dict.fromkeys(positions, 0)
        arriving[min(positions, key=lambda block: positions[block][0])] = (1 << len(self.entry)) - 1
        words = 1 + len(self.position_of_site) // _BITS_PER_STEP
        order = [block for block in graph_of(blocks).order if block in positions]
        waiting = set(order)
        while waiting:
            for block in order:
                if block not in waiting:
                    continue
                waiting.discard(block)
                leaving = generated[block] | arriving[block] & ~killed[block]
                spend(words * (1 + len(successors.get(block, ()))))
                for successor in successors.get(block, ()):
                    if successor in arriving and leaving & ~arriving[successor]:
                        arriving[successor] |= leaving
                        waiting.add(successor)
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
                standing_here = arriving & self.sites_of_register[register]
                spend(1 + standing_here.bit_count())
                sites = tuple(_bits(standing_here))
                here[register] = sites or (self.entry[register],)
            return here[register]

        for position in inside:
            roles = self.roles[position]
            if roles is None:
                continue
            slots = self.slots(position)
            for slot in roles.reads:
                sites = self.reaching[position, slot] = standing(slots[slot])
                # Colours and webs go through all of them, several times.
                spend(_ROUNDS_OF_SITES * len(sites))
            self._note_boundary(position, roles, standing)
            for register, site in self.sites_at[position].items():
                here[register] = (site,)

    def _note_boundary(self, position: int, roles: FormRoles, standing: Standing) -> None:
        """What stands in argument or result registers where control leaves."""
        leaves = leaves_function(roles, self.own)
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
