"""What a step says where its lanes are drawn: in words; the numbers stand in the picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.host.stepping.lanes import value_text
from compiler_core.host.stepping.moment import amount_text, keeps_lower_half
from compiler_core.host.stepping.record import CodeLine, RecordedStep, RegisterChange

_LANE = ": lane 0 is "
_GOVERNED = re.compile(r"\b(p\d+)/[mz]")


def lane_sentence(step: RecordedStep, line: CodeLine, read: Sequence[str], went: bool) -> str:
    """The step's own sentence, or a shorter one for what the lanes show. went: the values between
    memory and lanes are drawn, in order."""
    vectors = [register for register in step.registers if register.register[0] == "v"]
    mnemonic = line.text.split()[0]
    if went and vectors:
        return _loaded(step, vectors, mnemonic)
    if went and read:
        return _stored(step, read, mnemonic)
    if len(vectors) == 1 and not step.memory and len(vectors[0].after) > 1:
        return _computed(step, vectors[0], line.text)
    return step.sentence


def _loaded(step: RecordedStep, vectors: Sequence[RegisterChange], mnemonic: str) -> str:
    touch = step.memory[0]
    amount = amount_text(len(touch.after), touch.lane_type)
    names = " and ".join(vector.shown for vector in vectors)
    return f"{mnemonic} copies {amount}, {touch.place}, into {names}. Memory keeps them too."


def _stored(step: RecordedStep, read: Sequence[str], mnemonic: str) -> str:
    touch = step.memory[0]
    amount = amount_text(len(touch.after), touch.lane_type)
    return f"{mnemonic} writes {amount} from {' and '.join(read)} to {touch.place}."


def _computed(step: RecordedStep, change: RegisterChange, text: str) -> str:
    """With the arithmetic of one lane, where the recording has it."""
    _, separator, sum_of_lane = step.sentence.partition(_LANE)
    sentence = f"{text.split()[0]} computes {_lanes_computed(change, text)} in one instruction"
    result = f" = {value_text(change.after[0])}."
    return (
        f"{sentence}. Lane 0: {sum_of_lane.removesuffix('.')}{result}"
        if separator
        else f"{sentence}. {step.sentence}"
    )


def _lanes_computed(change: RegisterChange, text: str) -> str:
    """All of them, or those that the instruction does not leave as they are."""
    lanes, shown = len(change.after), change.shown
    mnemonic, operands = text.split(None, 1)
    governing = _GOVERNED.search(operands)
    if "[" in operands.partition(",")[0]:
        return f"one lane of {shown}, and leaves the other {lanes - 1},"
    if keeps_lower_half(mnemonic):
        return f"the upper {lanes // 2} lanes of {shown}, and leaves the lower ones,"
    if governing:
        return f"the lanes of {shown} that {governing[1]} has on"
    return f"all {lanes} lanes of {shown}"
