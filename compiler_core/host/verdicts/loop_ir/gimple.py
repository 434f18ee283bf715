"""GCC's GIMPLE before vectorising (`-fdump-tree-ch_vect-lineno-blocks`), in the common form.

The dump is described in GCC's `tree-pretty-print.cc` and `gimple-pretty-print.cc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace

from compiler_core.host.verdicts.loop_ir.operations import (
    WHOLE_COPY,
    IrFunction,
    Operation,
    OperationBlock,
    Reference,
)
from compiler_core.host.verdicts.loop_ir.scalar_types import GimpleTypes, declared_types
from compiler_core.source import Location

_FUNCTION = re.compile(r"^;; Function .*\((?P<name>[^,()\s]+), funcdef_no", re.MULTILINE)
_PLACE = re.compile(r"\[([^\[\]]*?[^\[\]:]):(\d+):(\d+)(?: discrim \d+)?\] ?")
_BLOCK = re.compile(r";;   basic block (\d+),")
# Nothing follows a block whose last call never comes back, whoever declared it so.
_NO_SUCCESSOR = re.compile(r";;    succ:\s*$")
_LABEL = re.compile(r"^\s*(<?[\w.$]+>?):(?: \[.*)?$")
_NAME = r"(?:[A-Za-z_][\w.$]*)?_\d+"
_SSA = re.compile(rf"(?<![\w.$])({_NAME})(?:\(D\))?")
_SIGNED = re.compile(rf"[-~]{_NAME}")
_PHI = re.compile(r"\s*# (\S+) = PHI <(.*)>")
_ARGUMENT = re.compile(r"([^,()<>\s][^,<>]*?)\((\d+)\)")
_GOTO = re.compile(r"goto <bb (\d+)>")
_CALL = re.compile(r"^(?P<callee>[.\w$:~<>_][.\w$:~<>_&*, ]*) \(.*\)(?: \[.*\])?$")
_BINARY = re.compile(r"^(\S+) (\+|-|\*|w\*|/|/\[ex\]|%|&|\||\^|<<|>>|r<<|r>>) (\S+)$")
_WRAPPED = re.compile(r"^(MIN|MAX|ABS|ABSU)_EXPR <(.*)>$")
_CAST = re.compile(r"^\((?P<type>[^()]*)\) (?P<name>\S+)$")
_CHOICE = re.compile(r"^(.*?) \? (\S+) : (\S+)$")
_COMPARISON = re.compile(r"^(\S+) (u?[<>=!]=?|==|!=|<>|unord|ord|ltgt|u==) (\S+)$")
_CODES = {"+": "add", "-": "sub", "*": "mul", "w*": "mul", "/": "div", "/[ex]": "div", "%": "rem",
          "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr", "r<<": "shl",
          "r>>": "shr"}  # fmt: skip
_MEMORY = re.compile(r"^MEM(?: <[^>]*>)? ?\[\([^()]*\)(&?[^\s\]]+)(?: \+ (-?\d+)B?)?\](.*)$")
# A value goes through a name; only a whole structure is moved from memory to memory.
_FROM_MEMORY = re.compile(r"\*|MEM\b|[a-zA-Z_]\w*(?:\[|\.[a-zA-Z_]|->)")
# One half of a complex number, or of the pair that a test for overflow gives.
_PART = re.compile(r"^(REAL|IMAG)PART_EXPR <(.*)>$")
_ADDRESS = re.compile(r"&MEM(?: <[^>]*>)? ?\[\([^()]*\)&([\w.$]+) \+ (\d+)B?\]")
_INSTRUCTIONS = {"SQRT": "sqrt", "FMA": "fma", "FMS": "fma", "FNMA": "fma", "FNMS": "fma",
                 "FMAX": "max", "FMIN": "min", "COND": "select"}  # fmt: skip


def split_functions(dump: str) -> dict[str, str]:
    """The text of each function of a dump, by symbol; of several of one name the last."""
    starts = [(match["name"], match.start()) for match in _FUNCTION.finditer(dump)]
    ends = [*(start for _, start in starts[1:]), len(dump)]
    return {name: dump[start:end] for (name, start), end in zip(starts, ends, strict=False)}


def read_gimple(name: str, text: str, typedefs: Mapping[str, str]) -> IrFunction:
    """One function. typedefs: what the source's own type names stand for."""
    lines = text.split("\n")
    types = GimpleTypes(declared_types(lines), typedefs)
    blocks: dict[str, OperationBlock] = {}
    labels: dict[str, str] = {}
    current: OperationBlock | None = None
    final: set[str] = set()
    for line in _joined(lines):
        match = _BLOCK.match(line)
        if match is not None:
            current = blocks.setdefault(match[1], OperationBlock(match[1]))
            continue
        if current is None or not line.strip():
            continue
        if _NO_SUCCESSOR.match(line):
            final.add(current.name)
        _read_line(line, current, labels, types)
    _connect(blocks, labels, final)
    entry = next(iter(blocks), "")
    restricted = frozenset(re.findall(r"restrict (\w+)", "\n".join(lines[:8])))
    return IrFunction(name, blocks, entry, restricted)


def _joined(lines: list[str]) -> Iterator[str]:
    """Lines with a statement that goes on (inline assembly, long calls) put together."""
    waiting = ""
    for line in lines:
        waiting = f"{waiting} {line.strip()}" if waiting else line
        if waiting.count('"') % 2 == 1 or waiting.rstrip().endswith(","):
            continue
        yield waiting
        waiting = ""


def _read_line(
    line: str, block: OperationBlock, labels: dict[str, str], types: GimpleTypes
) -> None:
    location = _place(line)
    text = _PLACE.sub("", line).strip().rstrip(";")
    label = _LABEL.match(text)
    phi = _PHI.match(text)
    if phi is not None:
        block.operations.append(_phi(phi, types, location))
    elif label is not None:
        labels[label[1]] = block.name
    elif text.startswith(("goto <bb", "if (", "else", "switch (", "return")) or "goto <bb" in text:
        _control(text, block, location)
    elif not text.startswith(("# ", ";;", "{", "}")):
        operation = _statement(text, types, location)
        if operation is not None:
            block.operations.append(operation)


def _place(line: str) -> Location | None:
    match = _PLACE.search(line)
    if match is None or line.lstrip().startswith("#"):
        return None
    return Location(match[1].rpartition("/")[2], int(match[2]), int(match[3]))


def _phi(match: re.Match[str], types: GimpleTypes, location: Location | None) -> Operation:
    arguments = _ARGUMENT.findall(match[2].replace("(D)", ""))
    names = tuple(name.strip() for name, _ in arguments)
    sources = tuple(source for _, source in arguments)
    result = match[1]
    types.same(result, *names)
    return Operation(
        result=result,
        code="phi",
        operands=names,
        type=types.later(result),
        place=location,
        sources=sources,
    )


def _control(text: str, block: OperationBlock, location: Location | None) -> None:
    block.successors.extend(_GOTO.findall(text))
    if text.startswith("if ("):
        condition = text[4:].rpartition(")")[0]
        operands = tuple(name for name in _operands(condition))
        detail = condition.split(" ")[1] if condition.count(" ") >= 2 else ""
        block.operations.append(
            Operation(result="", code="branch", operands=operands, place=location, detail=detail)
        )
    elif text.startswith("switch ("):
        operands = tuple(_operands(text[8:].partition(")")[0]))
        targets = " ".join(re.findall(r": (<?[\w.$]+>?) \[", text))
        block.operations.append(
            Operation(result="", code="switch", operands=operands, place=location, detail=targets)
        )
    elif text.startswith("return"):
        block.operations.append(
            Operation(result="", code="exit", operands=tuple(_operands(text[6:])), place=location)
        )


def _connect(blocks: dict[str, OperationBlock], labels: dict[str, str], final: Set[str]) -> None:
    """Targets of switches by label; a block without a jump, if not final, goes to the next."""
    names = list(blocks)
    for position, name in enumerate(names):
        block = blocks[name]
        last = block.operations[-1] if block.operations else None
        if last is not None and last.code == "switch":
            block.successors.extend(
                labels[label] for label in last.detail.split() if label in labels
            )
        ends = name in final or (last is not None and last.code == "exit")
        if not block.successors and not ends and position + 1 < len(names):
            block.successors.append(names[position + 1])


def _operands(text: str) -> Iterator[str]:
    """Names and literals of an expression, in order."""
    for token in re.findall(r"&[\w.$@]+(?:\[[^\]]*\])*|[^\s,()<>?:&*]+", text):
        match = _SSA.fullmatch(token)
        if token.startswith("&"):
            yield token
        elif match is not None:
            yield match[1]
        elif _SIGNED.fullmatch(token) is not None:
            yield token[1:]
        elif re.fullmatch(r"-?[\d.]+(?:e[+-]?\d+)?B?", token):
            yield token.rstrip("B")


def _statement(text: str, types: GimpleTypes, location: Location | None) -> Operation | None:
    text = _ADDRESS.sub(r"&\1@\2", text)
    if text.startswith("__asm__"):
        return Operation(
            result="", code="assembly", operands=tuple(_operands(text)), place=location
        )
    target, equals, value = text.partition(" = ")
    if '"' in target:
        # The sign stands in a string: this is a call that gives nothing.
        target, equals, value = text, "", ""
    volatile = "{v}" in text
    if not equals and " ={v} " in text:
        target, equals, value = text.partition(" ={v} ")
    value = value.replace("{v} ", "").strip()
    if not equals:
        if text.startswith("OBJ_TYPE_REF"):
            return _call("", "OBJ_TYPE_REF", text, types, location)
        call = _CALL.match(text.replace("(D)", ""))
        return _call("", call["callee"], text, types, location) if call is not None else None
    name = _SSA.fullmatch(target)
    if name is None:
        if value.startswith("{CLOBBER"):
            return None
        operands = tuple(_operands(value))
        kind = (types.later(operands[0]) if operands else "") or types.pointed_to(target)
        reference = _reference(target)
        detail = WHOLE_COPY if _FROM_MEMORY.match(value) and not _SSA.fullmatch(value) else ""
        return Operation(
            result="",
            code="store",
            operands=operands,
            type=kind,
            place=location,
            detail=detail,
            volatile=volatile,
            address=reference,
        )
    return _definition(name[1], value, types, location, volatile)


def _definition(
    result: str, value: str, types: GimpleTypes, location: Location | None, volatile: bool
) -> Operation:
    kind = types.later(result)
    wrapped = _WRAPPED.match(value)
    binary = _BINARY.match(value.replace("(D)", ""))
    cast = _CAST.match(value)
    choice = _CHOICE.match(value)
    comparison = _COMPARISON.match(value.replace("(D)", ""))
    operands = tuple(_operands(value))
    if binary is not None and len(operands) == 2:
        code = _CODES[binary[2]]
        if code not in ("shl", "shr"):
            types.same(result, *(operand for operand in operands if _SSA.fullmatch(operand)))
        return Operation(result=result, code=code, operands=operands, type=kind, place=location)
    if wrapped is not None:
        types.same(result, *operands)
        return Operation(
            result=result,
            code=wrapped[1].removesuffix("U").lower(),
            operands=operands,
            type=kind,
            place=location,
        )
    if choice is not None:
        return Operation(result=result, code="select", operands=operands, type=kind, place=location)
    if comparison is not None:
        return Operation(
            result=result,
            code="compare",
            operands=operands,
            type=kind,
            place=location,
            detail=comparison[2],
        )
    if cast is not None:
        types.cast(result, cast["type"])
        return Operation(result=result, code="cast", operands=operands, type=kind, place=location)
    return _call_or_value(result, value, types, location, volatile)


def _call_or_value(
    result: str, value: str, types: GimpleTypes, location: Location | None, volatile: bool
) -> Operation:
    """What is no operation on two values: a call, a sign, a copy, an address or a load."""
    kind, operands = types.later(result), tuple(_operands(value))
    call = _CALL.match(value.replace("(D)", ""))
    if call is not None and not value.startswith("("):
        return _call(result, call["callee"], value, types, location)
    if value.startswith("OBJ_TYPE_REF"):
        return _call(result, "OBJ_TYPE_REF", value, types, location)
    if re.fullmatch(rf"[-~]\s?{_NAME}(\(D\))?", value):
        return _with_sign(result, value, operands, types, location)
    part = _PART.match(value)
    if part is not None and _SSA.fullmatch(part[2]):
        return Operation(result=result, code="cast", operands=operands, type=kind, place=location)
    if _SSA.fullmatch(value) or re.fullmatch(r"-?[\d.]+(?:e[+-]?\d+)?", value):
        return Operation(result=result, code="cast", operands=operands, type=kind, place=location)
    if value.startswith("&"):
        reference = _reference(value[1:])
        return Operation(
            result=result,
            code="address",
            operands=operands,
            type="ptr",
            place=location,
            address=reference,
        )
    if re.match(r"[\w(*]", value) and not value.startswith(("~", "{")):
        return Operation(
            result=result,
            code="load",
            operands=(),
            type=kind,
            place=location,
            volatile=volatile,
            address=_reference(value),
        )
    return Operation(result=result, code="other", operands=operands, type=kind, place=location)


def _with_sign(
    result: str,
    value: str,
    operands: tuple[str, ...],
    types: GimpleTypes,
    location: Location | None,
) -> Operation:
    """`-x`, and `~x`, which is `x ^ -1`."""
    types.same(result, *operands)
    negated = value.startswith("-")
    return Operation(
        result=result,
        code="neg" if negated else "xor",
        operands=operands if negated else (*operands, "-1"),
        type=types.later(result),
        place=location,
    )


def _call(
    result: str, callee: str, text: str, types: GimpleTypes, location: Location | None
) -> Operation:
    arguments = text.partition(" (")[2]
    operands = tuple(_operands(arguments))
    kind = types.later(result) if result else ""
    code = _INSTRUCTIONS.get(callee.removeprefix("."), "call") if callee[0] == "." else "call"
    return Operation(
        result=result, code=code, operands=operands, type=kind, place=location, detail=callee
    )


def _reference(text: str) -> Reference:
    """`a[i_3]`, `*_3`, `(*_12)[j_5]`, `p_1(D)->f[i_2]`, `MEM[(int *)_3 + 4B]`, a name."""
    text = text.replace("(D)", "").strip()
    part = _PART.match(text)
    if part is not None:
        whole = _reference(part[2])
        return replace(whole, fields=f"{whole.fields}.{part[1].lower()}")
    match = _MEMORY.match(text)
    if match is not None:
        base, offset, rest = match[1], int(match[2] or 0), match[3]
        variable = base.startswith("&")
        base, _, inside = base.lstrip("&").partition("[")
        indexes = tuple(_indexes(f"[{inside}" if inside else "")) + tuple(_indexes(rest))
        return Reference(base, indexes, _fields(rest), offset, variable)
    match = re.match(r"\(?\*?([\w.$]+)\)?(.*)$", text)
    if match is None:
        return Reference(text, variable=True)
    base, rest = match[1], match[2]
    inside = re.match(rf"({_NAME})(\..*)$", base)
    if inside is not None:
        base, rest = inside[1], f"{inside[2]}{rest}"
    is_name = _SSA.fullmatch(base) is not None
    if not is_name and "." in base and not text.startswith("*"):
        base, _, field = base.partition(".")
        rest = f".{field}{rest}"
    pointer = text.startswith(("*", "(*")) or "->" in rest[:2] or is_name
    return Reference(base, tuple(_indexes(rest)), _fields(rest), 0, not pointer)


def _indexes(text: str) -> list[str]:
    return re.findall(r"\[([\w.$+-]+)\]", text)


def _fields(text: str) -> str:
    return re.sub(r"\[[^\]]*\]", "[]", text)
