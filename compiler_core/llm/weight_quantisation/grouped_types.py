"""Weights in groups of one row with a scale each, by the names under which they are published.

RKLLM calls them w4a16_g128 or w8a8_g256 (rknn-llm's documents; how a scale is kept they do not say,
here it is an F16); AWQ and GPTQ name bits and group, as w4-g128 and 4bit-128g, and keep an F16
scale and a zero point of as many bits as a weight for each group (AutoAWQ's and GPTQModel's packed
layers), embedding and output head in F16. GPTQ's order of columns is not counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.llm.reading.ggml_types import TensorType

Maker = Literal["RKLLM", "AWQ", "GPTQ"]
GROUP_SIZES = (32, 64, 128, 256, 512, 1024)
EXAMPLES = ("w4a16_g128", "w8a8_g128", "awq_4bit_128g", "gptq_4bit_128g")
_SCALE_BYTES = 2
_RKLLM = re.compile(r"w(?P<bits>[48])a(?:8|16)_g(?P<group>\d{1,5})")
_OTHERS = (
    re.compile(
        r"(?P<maker>awq|gptq)(?:_(?:w|int)?(?P<bits>[48])(?:bit)?)?(?:_g?(?P<group>\d{1,5})g?)?"
    ),
    re.compile(r"(?:w|int)?(?P<bits>[48])(?:bit)?_g?(?P<group>\d{1,5})g?_(?P<maker>awq|gptq)"),
)
_TYPE = re.compile(r"W(?P<bits>[48])G(?P<group>\d{1,5})(?P<zero>Z?)")
_USUAL_GROUP = 128


@dataclass(frozen=True, slots=True)
class GroupedType:
    """name: as it is written here, in lower case. bits: of a weight. group: weights that share a
    scale, and but for RKLLM's a zero point."""

    name: str
    maker: Maker
    bits: int
    group: int

    @property
    def stored(self) -> str:
        """The name of its tensors' type."""
        return f"W{self.bits}G{self.group}{'' if self.maker == 'RKLLM' else 'Z'}"


def grouped_type(name: str) -> GroupedType | None:
    """By its name in any case and with any hyphens; None for a name of another form.

    Raises InputError for a group of a size that nobody publishes.
    """
    wanted = name.lower().replace("-", "_")
    matched = _RKLLM.fullmatch(wanted)
    if matched:
        return _checked(wanted, "RKLLM", int(matched["bits"]), int(matched["group"]))
    match = next((match for pattern in _OTHERS if (match := pattern.fullmatch(wanted))), None)
    if match is None:
        return None
    maker: Maker = "AWQ" if match["maker"] == "awq" else "GPTQ"
    bits, group = int(match["bits"] or 4), int(match["group"] or _USUAL_GROUP)
    return _checked(f"{match['maker']}_{bits}bit_{group}g", maker, bits, group)


def _checked(name: str, maker: Maker, bits: int, group: int) -> GroupedType:
    if group not in GROUP_SIZES:
        raise InputError(
            f"{name[:40]}: weights are not published in groups of {group}.",
            f"Groups have {', '.join(map(str, GROUP_SIZES))} weights.",
        )
    return GroupedType(name, maker, bits, group)


def tensor_type(name: str) -> TensorType | None:
    """The type that `GroupedType.stored` names; a block is two groups, so that two zero points of
    four bits are a whole byte."""
    match = _TYPE.fullmatch(name)
    if match is None:
        return None
    bits, group = int(match["bits"]), int(match["group"])
    zeros = 2 * bits // 8 if match["zero"] else 0
    return TensorType(-1, name, 2 * group, 2 * (group * bits // 8 + _SCALE_BYTES) + zeros)


def check_rows(name: str, columns: int, stored: str) -> None:
    """Raises InputError where a row of so many elements is no whole number of groups."""
    match = _TYPE.fullmatch(stored)
    if match and columns % int(match["group"]):
        raise InputError(
            f"{name}: rows of {columns} elements are no whole groups of {match['group']}.",
            f"Choose a smaller group of {', '.join(map(str, GROUP_SIZES))}.",
        )
