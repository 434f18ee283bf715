"""Reads the text form back: what `printer` wrote gives the same text again.

Names may be used before the line that defines them stands in the text, so lines are read in rounds
until every operand is known; phis carry their type, which ends every circle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from compiler_core.errors import InputError
from compiler_core.loop.ir.building import result_type
from compiler_core.loop.ir.intrinsics import intrinsic_named
from compiler_core.loop.ir.operations import operation_named
from compiler_core.loop.ir.printer import function_snapshot
from compiler_core.loop.ir.types import VOID, Type
from compiler_core.loop.ir.values import (
    Array,
    Block,
    Function,
    Instruction,
    Module,
    Parameter,
    Slot,
    Value,
)
from tests.loop.literals import parse_constant
from tests.loop.type_names import type_named


def function_text(function: Function) -> str:
    """The whole function, without a final line end."""
    return "\n".join(line.text for line in function_snapshot(function).lines)


class TextFormError(InputError):
    """The text form cannot be read; `line` counts from 1."""

    def __init__(self, message: str, line: int, advice: str = "") -> None:
        super().__init__(f"Line {line}: {message}", advice)
        self.line = line


MAXIMUM_LINES = 20_000
_NAME = r"[A-Za-z_][\w.]*"
_FUNCTION = re.compile(rf"function (?P<type>\w+) (?P<name>{_NAME})\((?P<parameters>.*)\) \{{")
_PARAMETER = re.compile(
    rf"(?P<name>{_NAME}): (?P<const>const )?(?P<type>\w+)"
    r"(?P<brackets>\[(?P<extent>\d*)\](?:\[(?P<row>\d+)\])?)?(?P<restrict> restrict)?"
)
_SLOT = re.compile(rf"slot &(?P<name>{_NAME}): (?P<type>\w+)")
_LABEL = re.compile(rf"(?P<name>{_NAME}):")
_INSTRUCTION = re.compile(
    rf"(?:(?P<sign>%?)(?P<name>{_NAME}) = )?(?P<opcode>[a-z_]+)(?:\.(?P<lanes>\d+))?(?P<rest>.*)"
)
_PLACE = re.compile(rf"(?:&(?P<slot>{_NAME})|(?P<array>{_NAME})\[(?P<subscript>[^\]]*)\])")
_PHI = re.compile(r"(?P<type>\w+) \[(?P<ways>.*)\]")
_CALL = re.compile(rf"(?P<callee>{_NAME})\((?P<operands>.*)\)")
_WITHOUT_VALUE = ("store", "vstore", "jump", "branch", "return")


@dataclass(slots=True)
class _Reader:
    """What is known of the function that is being read."""

    module: Module
    function: Function
    blocks: dict[str, Block] = field(default_factory=dict)
    places: dict[str, Array | Slot] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    pending: list[tuple[int, Instruction, list[str]]] = field(default_factory=list)


def parse_module(text: str) -> Module:
    """The functions of a text. Raises TextFormError with the line that cannot be read."""
    lines = text.split("\n")
    if len(lines) > MAXIMUM_LINES:
        raise TextFormError(f"more than {MAXIMUM_LINES} lines", MAXIMUM_LINES)
    module = Module()
    reader: _Reader | None = None
    for number, line in enumerate(lines, 1):
        stripped = line.partition(";")[0].strip()
        if not stripped:
            continue
        if reader is None:
            reader = _start(module, stripped, number)
        elif stripped == "}":
            _finish(reader)
            reader = None
        else:
            _read_line(reader, stripped, number)
    if reader is not None:
        raise TextFormError("the function has no end", len(lines), "Write } after it.")
    return module


def parse_function(text: str) -> Function:
    """The last function of a text. Raises TextFormError."""
    functions = list(parse_module(text).functions.values())
    if not functions:
        raise TextFormError("there is no function", 1)
    return functions[-1]


def _start(module: Module, line: str, number: int) -> _Reader:
    found = _FUNCTION.fullmatch(line)
    if found is None:
        raise TextFormError(f"expected `function type name(…) {{`, found `{line}`", number)
    function = Function(found["name"], _type(found["type"], number), [])
    reader = _Reader(module, function)
    for text in filter(None, found["parameters"].split(", ")):
        parameter = _parameter(text, number)
        _claim(reader, parameter.name, number)
        function.parameters.append(parameter)
        if isinstance(parameter, Array):
            reader.places[parameter.name] = parameter
        else:
            reader.values[parameter.name] = parameter
    return reader


def _type(name: str, number: int) -> Type:
    found = type_named(name)
    if found is None:
        raise TextFormError(f"there is no type `{name}`", number, "For example: i32, f32x4.")
    return found


def _claim(reader: _Reader, name: str, number: int) -> None:
    if name in reader.function.names:
        raise TextFormError(f"`{name}` is defined a second time", number)
    reader.function.names.add(name)


def _parameter(text: str, number: int) -> Parameter | Array:
    found = _PARAMETER.fullmatch(text)
    if found is None:
        raise TextFormError(f"`{text}` is no parameter", number, "For example: n: i32, a: f32[].")
    type_ = _type(found["type"], number)
    if not found["brackets"]:
        return Parameter(found["name"], type_)
    extent = int(found["extent"]) if found["extent"] else None
    return Array(
        name=found["name"],
        element=type_,
        extent=extent,
        restrict=bool(found["restrict"]),
        const=bool(found["const"]),
        row=int(found["row"] or 1),
    )


def _read_line(reader: _Reader, line: str, number: int) -> None:
    slot = _SLOT.fullmatch(line)
    if slot is not None:
        _claim(reader, f"&{slot['name']}", number)
        reader.function.slots.append(Slot(slot["name"], _type(slot["type"], number)))
        reader.places[f"&{slot['name']}"] = reader.function.slots[-1]
        return
    if line.startswith("local "):
        array = _parameter(line.removeprefix("local "), number)
        if not isinstance(array, Array) or array.extent is None:
            raise TextFormError("a local array needs its number of elements", number)
        _claim(reader, array.name, number)
        reader.function.local_arrays.append(array)
        reader.places[array.name] = array
        return
    label = _LABEL.fullmatch(line)
    if label is None:
        _read_instruction(reader, line, number)
        return
    block = _block(reader, label["name"])
    if block in reader.function.blocks:
        raise TextFormError(f"the block `{block.name}` stands here a second time", number)
    reader.function.blocks.append(block)


def _block(reader: _Reader, name: str) -> Block:
    if name not in reader.blocks:
        reader.blocks[name] = Block(name)
        reader.function.names.add(f"{name}:")
    return reader.blocks[name]


def _read_instruction(reader: _Reader, line: str, number: int) -> None:
    found = _INSTRUCTION.fullmatch(line)
    if found is None or operation_named(found["opcode"]) is None:
        raise TextFormError(f"`{line}` is no instruction", number)
    if not reader.function.blocks:
        raise TextFormError("an instruction stands before the first label", number)
    opcode, name = found["opcode"], found["name"] or ""
    has_value = opcode not in _WITHOUT_VALUE
    if has_value != bool(name) or (has_value and (opcode == "phi") == bool(found["sign"])):
        raise TextFormError(
            f"`{line}`: this operation is not written so",
            number,
            "Phis are written `name = phi …`, other values `%name = …`, stores without a name.",
        )
    if name:
        _claim(reader, name, number)
    key = name or reader.function.numbered_name("#")
    instruction = Instruction(opcode, VOID, name=name, key=key)
    texts = _read_operands(reader, instruction, found["rest"].strip(), number)
    lanes = int(found["lanes"] or 1)
    if lanes > 64 or (lanes == 1) == (opcode in ("vload", "splat", "ramp")):
        raise TextFormError("vload, splat and ramp need their lanes: `splat.4 x`", number)
    instruction.type = instruction.type.with_lanes(max(lanes, instruction.type.lanes))
    if name:
        reader.values[instruction.text] = instruction
    reader.function.blocks[-1].instructions.append(instruction)
    reader.pending.append((number, instruction, texts))


def _read_operands(reader: _Reader, one: Instruction, rest: str, number: int) -> list[str]:
    """Fills in what is no operand; returns the operands' texts. Type void: not known yet."""
    if one.opcode == "phi":
        return _read_phi(reader, one, rest, number)
    if one.opcode == "call":
        return _read_call(reader, one, rest, number)
    if one.opcode in ("load", "store", "vload", "vstore"):
        return _read_access(reader, one, rest, number)
    if one.opcode == "convert":
        rest, _, type_name = rest.rpartition(" to ")
        one.type = _type(type_name, number)
    parts = rest.split(", ") if rest else []
    targets = {"jump": 1, "branch": 2}.get(one.opcode, 0)
    if targets:
        one.targets = [_block(reader, name) for name in parts[-targets:]]
        parts = parts[:-targets]
    return parts


def _read_phi(reader: _Reader, one: Instruction, rest: str, number: int) -> list[str]:
    found = _PHI.fullmatch(rest)
    if found is None:
        raise TextFormError("a phi is written `phi i32 [block: value, …]`", number)
    one.type = _type(found["type"], number)
    ways = [way.partition(": ") for way in found["ways"].split(", ")]
    one.targets = [_block(reader, name) for name, _, _ in ways]
    return [value for _, _, value in ways]


def _read_call(reader: _Reader, one: Instruction, rest: str, number: int) -> list[str]:
    found = _CALL.fullmatch(rest)
    callee = found["callee"] if found else ""
    intrinsic = intrinsic_named(callee)
    called = reader.module.functions.get(callee)
    if found is None or (intrinsic is None and called is None):
        raise TextFormError(f"`{callee}` is no function defined above", number)
    one.callee = callee
    one.type = intrinsic.result if intrinsic else called.result if called else VOID
    return found["operands"].split(", ") if found["operands"] else []


def _read_access(reader: _Reader, one: Instruction, rest: str, number: int) -> list[str]:
    found = _PLACE.match(rest)
    name = "" if found is None else found["array"] or f"&{found['slot']}"
    place = reader.places.get(name)
    if found is None or place is None:
        raise TextFormError(f"`{rest}` names no array or slot declared above", number)
    one.place = place
    if one.opcode in ("load", "vload"):
        one.type = place.element if isinstance(place, Array) else place.type
    after = rest[found.end() :].removeprefix(", ")
    return [text for text in (found["subscript"], after) if text]


def _finish(reader: _Reader) -> None:
    """Give every instruction its operands, in rounds until nothing is left."""
    pending = reader.pending
    while pending:
        left = [entry for entry in pending if not _resolve(reader, entry)]
        if len(left) == len(pending):
            number, one, texts = left[0]
            missing = next((text for text in texts if _value(reader, text) is None), one.text)
            raise TextFormError(f"`{missing}` is not defined, or only by itself", number)
        pending = left
    for block in reader.blocks.values():
        if block not in reader.function.blocks:
            raise TextFormError(f"there is no block `{block.name}`", 1)
    reader.module.functions[reader.function.name] = reader.function


def _resolve(reader: _Reader, entry: tuple[int, Instruction, list[str]]) -> bool:
    number, one, texts = entry
    operands = [_value(reader, text) for text in texts]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return False
    typed = all(operand.type != VOID for operand in known)
    if one.type == VOID and one.name and not typed:
        return False
    _check_count(one, len(known), number)
    one.operands = known
    if one.name and one.type.kind == "void":
        type_ = result_type(one.opcode, known)
        one.type = type_.with_lanes(max(one.type.lanes, type_.lanes))
    return True


def _check_count(one: Instruction, count: int, number: int) -> None:
    expected = operation_named(one.opcode)
    assert expected is not None
    if expected.operands not in (-1, count):
        raise TextFormError(f"{one.opcode} takes {expected.operands} operands", number)


def _value(reader: _Reader, text: str) -> Value | None:
    return reader.values.get(text) or parse_constant(text)
