"""What one step did, in a sentence with its values. Every number comes from the recorded state."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.explain import explain
from compiler_core.host.instruction import Register, RegisterList
from compiler_core.host.jumps_out import stays
from compiler_core.host.stepping.arithmetic_text import arithmetic
from compiler_core.host.stepping.bit_fields import fields_text
from compiler_core.host.stepping.bit_text import (
    general_bits,
    hexadecimal,
    in_hexadecimal,
    reads_unsigned,
)
from compiler_core.host.stepping.flag_text import (
    because,
    compared_text,
    condition_of,
    flags_text,
    test_branch_text,
)
from compiler_core.host.stepping.lanes import active_lanes, lane_bytes
from compiler_core.host.stepping.moment import (
    StepMoment,
    amount_text,
    keeps_lower_half,
    values_text,
)
from compiler_core.host.stepping.record import Branch, MemoryTouch, RegisterChange, Value

_LOOP_PREDICATES = ("whilelo", "whilelt", "whilels", "whilele")


def sentence_of(moment: StepMoment) -> str:
    """The sentence for one step."""
    effects = effects_of(moment.instruction)
    if moment.called:
        return _called(moment)
    if effects.branch:
        return _branched(moment, effects)
    if effects.memory == "load":
        return _loaded(moment)
    if effects.memory == "store":
        return _stored(moment)
    if effects.memory == "prefetch":
        return explain(moment.instruction).sentence
    return _computed(moment)


def broken_off(moment: StepMoment) -> str:
    """The sentence for an instruction that did not end: for a signal, a function that did not come
    back, or want of time."""
    if effects_of(moment.instruction).branch == "call":
        return f"{sentence_of(moment).removesuffix('.')}, which did not come back."
    if moment.instruction.mnemonic == "brk":
        return sentence_of(moment)
    places = ", ".join(touch.place for touch in moment.memory)
    verb = {"load": "load from", "store": "store to"}.get(effects_of(moment.instruction).memory, "")
    return f"Not done: it was to {verb} {places}." if verb and places else "Not done."


def branch_of(moment: StepMoment) -> Branch:
    """How a conditional branch went: by where the program is after it."""
    if effects_of(moment.instruction).branch != "conditional":
        return ""
    went_on = moment.after.general["pc"] == moment.before.general["pc"] + 4
    return "not taken" if went_on else "taken"


def _called(moment: StepMoment) -> str:
    results = [change for change in moment.changes if change.register in moment.results]
    said = "; ".join(_now(result, moment) for result in results)
    return f"{moment.called} was called and ran to its end" + (f": {said}." if said else ".")


def _branched(moment: StepMoment, effects: Effects) -> str:
    if effects.branch == "conditional":
        return _conditional(moment, effects)
    if effects.branch == "return":
        return "Return to the caller."
    if effects.branch == "call":
        return f"Call {effects.target or 'a function by its address'}."
    target = _target(moment, effects)
    if effects.target == target and not stays(target, ()):
        return f"Go to {target}, and not come back: it returns to this function's caller."
    return f"Go to {target}."


def _conditional(moment: StepMoment, effects: Effects) -> str:
    branch = branch_of(moment)
    reason = test_branch_text(moment) or because(moment)
    if branch == "taken":
        return f"Taken, to {_target(moment, effects)}: {reason}."
    return f"Not taken: {reason}."


def _target(moment: StepMoment, effects: Effects) -> str:
    if not effects.target:
        return "an address in a register"
    line = moment.label_line(effects.target)
    return f"{effects.target} (line {line})" if line is not None else effects.target


def _loaded(moment: StepMoment) -> str:
    written = _written_names(moment)
    moved = _moved_base(moment)
    if not moment.memory:
        return f"Load {written} from memory that is not recorded{moved}."
    places, values, inactive = _gathered(moment)
    lane_type = moment.memory[0].lane_type
    off = _off_text(moment, inactive)
    if not values:
        return f"No lane is active: nothing is loaded, {written} is 0{moved}."
    lane = _loaded_lane(moment)
    if lane is not None and len(values) == 1:
        said = moment.values_text(values, lane_type)
        return f"lane {lane} of {_targets(moment)[0].canonical} = {places} = {said}{moved}."
    if len(values) == 1 and len(_targets(moment)) == 1:
        said = f"{moment.values_text(values, lane_type)}{fields_text(moment.memory)}"
        return f"{written} = {places} = {said}{moved}."
    amount = amount_text(len(values), lane_type)
    said = moment.values_text(values, lane_type)
    return f"{written} = {amount} from {places}: {said}{off}{fields_text(moment.memory)}{moved}."


def _loaded_lane(moment: StepMoment) -> int | None:
    """The lane that `ld1 {v0.s}[1]` loads; None for other loads."""
    first = moment.instruction.operands[0]
    return first.lane if isinstance(first, RegisterList) else None


def _stored(moment: StepMoment) -> str:
    moved = _moved_base(moment)
    if not moment.memory:
        return f"Store to memory that is not recorded{moved}."
    places, values, inactive = _gathered(moment)
    if not values:
        return f"No lane is active: nothing is stored{moved}."
    before = _active_values(moment.memory, [touch.before for touch in moment.memory])
    lane_type = moment.memory[0].lane_type
    was = "" if before == values else f" (was {moment.values_text(before, lane_type)})"
    off = _off_text(moment, inactive)
    fields = fields_text(moment.memory)
    return f"{places} = {moment.values_text(values, lane_type)}{was}{off}{fields}{moved}."


def _computed(moment: StepMoment) -> str:
    if moment.instruction.mnemonic.startswith(_LOOP_PREDICATES):
        return _lanes_left(moment)
    changes = [change for change in moment.changes if change.register != "nzcv"]
    flags = moment.change_of("nzcv")
    writes_flags = "nzcv" in effects_of(moment.instruction).writes
    compared = compared_text(moment, named=True) if writes_flags and not changes else ""
    if compared:
        return f"{compared}: {flags_text(moment.after.general['nzcv'])}."
    changes = changes or [unchanged for unchanged in moment.kept if unchanged.register != "nzcv"]
    if not changes:
        return _only_flags(moment, flags is not None or writes_flags)
    said = "; ".join(_now(write, moment) for write in changes)
    lane, text = arithmetic(moment)
    why = _condition_note(moment)
    if text and lane is not None:
        why = f": lane {lane} is {text}"
    elif text and len(changes) == 1 and len(changes[0].after) == 1:
        said = _equation(changes[0], moment, text)
    same = ", as before" if all(register.before == register.after for register in changes) else ""
    after = f"; flags {flags_text(moment.after.general['nzcv'])}" if writes_flags else ""
    return f"{said}{why}{same}{after}."


def _lanes_left(moment: StepMoment) -> str:
    """`p0.s: 5 of 8 lanes active: 32 + i < 37 for i = 0…4`."""
    target, first, second = moment.instruction.operands[:3]
    assert isinstance(target, Register)
    element = target.element_bits // 8
    content = moment.after.predicates[target.canonical]
    lanes = active_lanes(content, element, moment.vector_bytes // element)
    low, high = moment.general(first.text), moment.general(second.text)
    relation = "≤" if moment.instruction.mnemonic in ("whilele", "whilels") else "<"
    said = f"{target.text}: {sum(lanes)} of {len(lanes)} lanes active: {low} + i {relation} {high}"
    reach = f" for i = 0…{sum(lanes) - 1}" if sum(lanes) > 1 else " for i = 0" if any(lanes) else ""
    none = "" if any(lanes) else " for no i"
    return f"{said}{reach}{none}; flags {flags_text(moment.after.general['nzcv'])}."


def _equation(change: RegisterChange, moment: StepMoment, text: str) -> str:
    """`x3 = 32 + 16 = 48`; the value alone where the text is that value."""
    value = _value(change, moment)
    bits = general_bits(moment.instruction)
    whole = change.after[0]
    if isinstance(whole, int) and in_hexadecimal(moment):
        value = hexadecimal(whole, bits)
    elif isinstance(whole, int) and whole < 0 and reads_unsigned(moment.instruction):
        value = str(whole % (1 << 8 * lane_bytes(change.lane_type)))
    return f"{change.shown} = {value}" if text == value else f"{change.shown} = {text} = {value}"


def _condition_note(moment: StepMoment) -> str:
    instruction = moment.instruction
    if instruction.mnemonic in ("sdiv", "udiv"):
        divisor = instruction.operands[-1]
        by_zero = isinstance(divisor, Register) and moment.general(divisor.text) == 0
        return ", because the divisor is 0" if by_zero else ""
    if not condition_of(instruction):
        return ""
    return f", because {because(moment)}"


def _only_flags(moment: StepMoment, sets_flags: bool) -> str:
    if sets_flags:
        return f"The flags become {flags_text(moment.after.general['nzcv'])}."
    return explain(moment.instruction).sentence


def _now(change: RegisterChange, moment: StepMoment) -> str:
    """`v1.4s = 16, 18, 20, 22`."""
    if change.lane_type == "predicate":
        active = sum(1 for lane in change.after if lane)
        return f"{change.shown}: {active} of {len(change.after)} lanes active"
    if len(change.after) == 1:
        return f"{change.shown} = {_value(change, moment)}"
    if keeps_lower_half(moment.instruction.mnemonic):
        half = len(change.after) // 2
        return f"The upper half of {change.shown} = {values_text(change.after[half:])}"
    return f"{change.shown} = {values_text(change.after)}"


def _value(change: RegisterChange, moment: StepMoment) -> str:
    return moment.values_text(change.after, change.lane_type)


def _targets(moment: StepMoment) -> list[Register]:
    """The registers a load writes, the address's own left out."""
    registers: list[Register] = []
    for operand in moment.instruction.operands:
        if isinstance(operand, RegisterList):
            registers.extend(operand.registers)
        elif isinstance(operand, Register) and not operand.kind.startswith("p"):
            registers.append(operand)
    writes = effects_of(moment.instruction).writes
    return [register for register in registers if register.canonical in writes]


def _written_names(moment: StepMoment) -> str:
    shown = {change.register: change.shown for change in (*moment.changes, *moment.kept)}
    names = [shown.get(target.canonical, target.text) for target in _targets(moment)]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} to {names[-1]}"


def _moved_base(moment: StepMoment) -> str:
    """The write-back of an address: `; x0 moves on to &x[8]`."""
    for change in moment.changes:
        if change.lane_type == "int64" and change.register not in _target_names(moment):
            return f"; {change.register} moves to {_value(change, moment)}"
    return ""


def _target_names(moment: StepMoment) -> set[str]:
    return {target.canonical for target in _targets(moment)}


def _gathered(moment: StepMoment) -> tuple[str, tuple[Value, ...], int]:
    """Places, active values and how many lanes a predicate kept out."""
    memory = moment.memory
    values = _active_values(memory, [touch.after for touch in memory])
    inactive = sum(len(touch.inactive) for touch in memory)
    places = [touch.place for touch in memory]
    shown = ", ".join(places[:3]) + (", …" if len(places) > 3 else "")
    return shown, values, inactive


def _active_values(
    memory: Sequence[MemoryTouch], contents: Sequence[Sequence[Value]]
) -> tuple[Value, ...]:
    return tuple(
        value
        for touch, content in zip(memory, contents, strict=True)
        for lane, value in enumerate(content)
        if lane not in touch.inactive
    )


def _off_text(moment: StepMoment, inactive: int) -> str:
    if not inactive:
        return ""
    lanes = f"{inactive} lane{'' if inactive == 1 else 's'}"
    loads = effects_of(moment.instruction).memory == "load"
    return f"; {lanes} off, set to 0" if loads else f"; {lanes} off, memory there stays"
