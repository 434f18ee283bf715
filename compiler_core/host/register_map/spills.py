"""Registers stored to the stack frame and read back: spills, and variables that live there.

Saving a callee-saved register on entry is no spill. In unoptimised code every variable has a home
slot in the frame and is stored after each change: such slots are reported and say so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import Spill
from compiler_core.host.effects import Effects
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.loop_analysis.affine import FRAME_REGISTERS, slots_of
from compiler_core.host.loop_analysis.blocks import effects_by_position
from compiler_core.host.register_map.calling_convention import CALLEE_SAVED, RETURN_ADDRESS

# A variable's home slot may be read thousands of times; each of its stores would list them all.
MOST_RELOADS = 100
HOME_SLOT = "home slot of a variable"
# In unoptimised code more than this share of the instructions reads or writes a stack slot; in
# optimised code with spills it stays well below.
_UNOPTIMISED_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class _SlotUse:
    """One register moved to or from a slot such as `sp+12`."""

    position: int
    register: Register
    slot: str
    kind: str


def spills_of(function: AssemblyFunction) -> tuple[Spill, ...]:
    """Stores of a register to a frame slot that is read back later, by position of the store."""
    effects = effects_by_position(function)
    uses = _slot_uses(function, effects)
    saved = _saved_on_entry(function, effects)
    note = f" ({HOME_SLOT})" if _is_unoptimised(uses, effects) else ""
    exposed = {} if note else _exposed_offsets(function)
    reloads: dict[str, list[int]] = {}
    for use in uses:
        if use.kind == "load":
            reloads.setdefault(use.slot, []).append(use.position)
    stores = [
        use
        for use in uses
        if use.kind == "store"
        and use.register.canonical != "xzr"
        and (use.position, use.register.canonical) not in saved
        and not _is_exposed(use.slot, exposed)
    ]
    listed = {slot: tuple(positions[:MOST_RELOADS]) for slot, positions in reloads.items()}
    spills = (_spill(store, listed.get(store.slot, ()), note) for store in stores)
    return tuple(spill for spill in spills if spill.reloaded)


def _slot_uses(function: AssemblyFunction, effects: Mapping[int, Effects]) -> list[_SlotUse]:
    uses = []
    for position, effect in effects.items():
        instruction = function.lines[position].instruction
        if instruction is None or not effect.memory:
            continue
        uses.extend(
            _SlotUse(position, register, slot, effect.memory)
            for register, slot in slots_of(instruction)
        )
    return uses


def _saved_on_entry(
    function: AssemblyFunction, effects: Mapping[int, Effects]
) -> frozenset[tuple[int, str]]:
    """Stores of a callee-saved register that nothing has written before."""
    written: set[str] = set()
    saved: set[tuple[int, str]] = set()
    preserved = CALLEE_SAVED | {RETURN_ADDRESS}
    for position, effect in effects.items():
        if effect.memory == "store":
            saved.update(
                (position, register)
                for register in effect.reads
                if register in preserved and register not in written
            )
        written.update(effect.writes)
    return frozenset(saved)


def _is_unoptimised(uses: Sequence[_SlotUse], effects: Mapping[int, Effects]) -> bool:
    places = {use.position for use in uses if use.register.canonical not in CALLEE_SAVED}
    return len(places) > _UNOPTIMISED_SHARE * len(effects)


def _exposed_offsets(function: AssemblyFunction) -> dict[str, int]:
    """By frame register the lowest address put into another one: an array may lie from there on."""
    lowest: dict[str, int] = {}
    for line in function.lines:
        taken = _taken_address(line.instruction) if line.instruction else None
        if taken is not None:
            base, offset = taken
            lowest[base] = min(offset, lowest.get(base, offset))
    return lowest


def _taken_address(instruction: Instruction) -> tuple[str, int] | None:
    if instruction.mnemonic not in ("add", "mov") or len(instruction.operands) < 2:
        return None
    target, base = instruction.operands[:2]
    if not isinstance(target, Register) or not isinstance(base, Register):
        return None
    if base.canonical not in FRAME_REGISTERS or target.canonical in FRAME_REGISTERS:
        return None
    offset = instruction.operands[2] if len(instruction.operands) > 2 else None
    value = int(offset.value) if isinstance(offset, Immediate) else 0
    return base.canonical, value


def _is_exposed(slot: str, exposed: Mapping[str, int]) -> bool:
    base, _, offset = slot.partition("+")
    return base in exposed and int(offset) >= exposed[base]


def _spill(store: _SlotUse, reloaded: tuple[int, ...], note: str) -> Spill:
    base, _, offset = store.slot.partition("+")
    return Spill(store.register.canonical, f"[{base}, {offset}]{note}", store.position, reloaded)
