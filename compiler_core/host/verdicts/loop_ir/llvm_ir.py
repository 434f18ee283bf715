"""LLVM's IR, as printed once for the whole module before its vectoriser, in the common form.

The language is described in LLVM's "Language Reference"; only what C and C++ give is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from compiler_core.host.verdicts.loop_ir.llvm_places import Places
from compiler_core.host.verdicts.loop_ir.operations import (
    IrFunction,
    Operation,
    OperationBlock,
    Reference,
)
from compiler_core.source import Location

_DEFINE = re.compile(r"^define .*?@(\"[^\"]+\"|[\w.$]+)\(", re.MULTILINE)
_LABEL = re.compile(r"^([\w.$-]+|\"[^\"]+\"):")
_RESULT = re.compile(r"^(%[\w.$-]+) = ")
_VALUE = r"(?:[%@][\w.$-]+|@\"[^\"]+\"|-?\d[\w.+-]*|true|false|null|undef|poison|zeroinitializer)"
_VALUES = re.compile(rf"(?<![\w.]){_VALUE}")
_TARGETS = re.compile(r"label (%[\w.$-]+)")
_INCOMING = re.compile(rf"\[ ({_VALUE}), (%[\w.$-]+) \]")
_FLAGS = re.compile(
    r"\b(?:tail|musttail|notail|nuw|nsw|nneg|exact|disjoint|inbounds|nusw|fast|nnan"
    r"|ninf|nsz|arcp|contract|afn|reassoc|inrange\([^)]*\)|samesign) "
)
_CALL = re.compile(r"call .*?(?P<callee>@\"[^\"]+\"|[@%][\w.$-]+)\((?P<arguments>.*)\)")
_TYPE = re.compile(r"(i\d+|float|double|half|fp128|bfloat|ptr|<[^>]+>)")
_TYPES = {"float": "f32", "double": "f64", "half": "f16", "fp128": "f128", "bfloat": "f16"}
_CODES = {
    "add": "add", "fadd": "add", "sub": "sub", "fsub": "sub", "mul": "mul", "fmul": "mul",
    "sdiv": "div", "udiv": "div", "fdiv": "div", "srem": "rem", "urem": "rem", "frem": "rem",
    "and": "and", "or": "or", "xor": "xor", "shl": "shl", "lshr": "shr", "ashr": "shr",
    "fneg": "neg", "select": "select", "freeze": "cast",
    **dict.fromkeys(("zext", "sext", "trunc", "fpext", "fptrunc", "sitofp", "uitofp", "fptosi",
                     "fptoui", "bitcast", "ptrtoint", "inttoptr"), "cast"),
}  # fmt: skip
_INTRINSICS = {
    "smax": "max", "umax": "max", "maxnum": "max", "maximum": "max", "smin": "min", "umin": "min",
    "minnum": "min", "minimum": "min", "abs": "abs", "fabs": "abs", "fma": "fma", "fmuladd": "fma",
    "sqrt": "sqrt",
}  # fmt: skip
_SILENT = ("llvm.lifetime", "llvm.dbg", "llvm.assume", "llvm.experimental.noalias")
_POINTEE = r"(?:void|i\d+|float|double|half|fp128|ptr|%[\w.$:-]+|%\"[^\"]+\"|<?\{[^{}]*\}>?)"
_ARRAY = rf"(?:\[\d+ x )+{_POINTEE}\]+"
_TYPED_POINTER = re.compile(rf"(?:{_ARRAY}|{_POINTEE}(?: \([^()]*\))?)\*+")
# Pointers to functions that take pointers are replaced from the inside.
DEEPEST_TYPE = 4
_STRUCT = re.compile(r"^(%[\w.$:-]+|%\"[^\"]+\") = type <?\{ (.*) \}>?$", re.MULTILINE)


def with_plain_pointers(module: str) -> str:
    """Pointers of version 14 and older, which name what they point to, as plain `ptr`."""
    for _ in range(DEEPEST_TYPE):
        plain = _TYPED_POINTER.sub("ptr", module) if "*" in module else module
        if plain == module:
            break
        module = plain
    return module


def split_module(module: str) -> dict[str, str]:
    """The text of each function a module defines, by symbol."""
    texts: dict[str, str] = {}
    for match in _DEFINE.finditer(module):
        end = module.find("\n}", match.start())
        texts[match[1].strip('"')] = module[match.start() : end]
    return texts


def struct_types(module: str) -> dict[str, str]:
    """The fields of each named structure."""
    return {match[1]: match[2] for match in _STRUCT.finditer(module)}


def read_llvm(
    name: str, text: str, structures: Mapping[str, str], places: Places
) -> tuple[IrFunction, dict[str, str]]:
    """One function, and by latch block the loop metadata of its back edges."""
    header, *lines = text.split("\n")
    arguments = header.partition("(")[2]
    first = str(len(re.findall(r"%\d+(?=[,)])", arguments)))
    current = OperationBlock(f"%{first}")
    blocks = {current.name: current}
    metadata: dict[str, str] = {}
    for line in _joined(lines):
        label = _LABEL.match(line)
        if label is not None:
            if len(blocks) == 1 and not current.operations and not current.successors:
                blocks.clear()
            current = blocks.setdefault(f"%{label[1]}", OperationBlock(f"%{label[1]}"))
            continue
        if not line.startswith("  "):
            continue
        if "!llvm.loop" in line:
            metadata[current.name] = line.rpartition("!llvm.loop ")[2].split(",")[0].strip()
        _read(line.strip(), current, structures, places)
    entry = next(iter(blocks))
    restricted = frozenset(re.findall(r"ptr noalias [^,]*?(%[\w.$-]+)(?=[,)])", arguments))
    return IrFunction(name, blocks, entry, restricted), metadata


def _joined(lines: Sequence[str]) -> list[str]:
    """A switch lists its cases on lines of their own, a call that may throw where it goes on."""
    joined: list[str] = []
    is_open = False
    for line in lines:
        if is_open or line.lstrip().startswith("to label "):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
        starts = line.lstrip().startswith("switch ") and line.rstrip().endswith("[")
        is_open = (is_open and "]" not in line) or starts
    return joined


def _read(line: str, block: OperationBlock, structures: Mapping[str, str], places: Places) -> None:
    body, _, debug = line.partition(", !")
    location = places.of(f"!{debug}") if "dbg !" in debug else None
    result = _RESULT.match(body)
    name = result[1] if result is not None else ""
    said = body[result.end() :] if result is not None else body
    # Of numbers that share no bit, "or" is the sum, and only the flag says so.
    text = _FLAGS.sub("", re.sub(r"^or disjoint ", "add ", said))
    word = text.split(" ", 1)[0]
    if word == "invoke":
        # Where it goes on if it throws is no way out that the source has written: GCC's has none.
        block.successors.extend(_TARGETS.findall(text)[:1])
        call = text.replace("invoke", "call", 1).partition(" to label")[0]
        block.operations.extend(_call(name, call, location))
        return
    if word in ("br", "switch", "ret", "unreachable", "indirectbr", "resume"):
        block.successors.extend(_TARGETS.findall(text))
        code = {"br": "branch", "switch": "switch", "ret": "exit", "unreachable": "exit"}
        operands = tuple(_values(text.partition(", label")[0]))
        if word != "br" or text.startswith("br i1"):
            block.operations.append(
                Operation(
                    result="",
                    code=code.get(word, "call"),
                    operands=operands,
                    place=location,
                )
            )
        return
    block.operations.extend(_operation(name, word, text, location, structures))


def _operation(
    name: str, word: str, text: str, location: Location | None, structures: Mapping[str, str]
) -> list[Operation]:
    if word in _READERS:
        return [_READERS[word](name, text, location)]
    if word == "getelementptr":
        return [_element(name, text, location, structures)]
    if word == "call":
        return _call(name, text, location)
    if word in ("atomicrmw", "cmpxchg", "fence"):
        return [Operation(result=name, code="call", operands=(), place=location, detail="atomic")]
    code = _CODES.get(word, "other")
    kind = _type(text.rpartition(" to ")[2]) if code == "cast" else _type(text.partition(" ")[2])
    if word == "select":
        kind = _type(text.partition(", ")[2])
    return [
        Operation(result=name, code=code, operands=tuple(_values(text)), type=kind, place=location)
    ]


def _phi(name: str, text: str, location: Location | None) -> Operation:
    pairs = _INCOMING.findall(text)
    return Operation(
        result=name,
        code="phi",
        operands=tuple(value for value, _ in pairs),
        type=_type(text[4:]),
        place=location,
        sources=tuple(source for _, source in pairs),
    )


def _load(name: str, text: str, location: Location | None) -> Operation:
    return Operation(
        result=name,
        code="load",
        operands=(),
        type=_type(text.replace("volatile ", "")[5:]),
        place=location,
        detail="atomic" if " atomic " in text else "",
        volatile=" volatile " in text,
        address=_reference(_values(text.rpartition("ptr ")[2])[0]),
    )


def _store(_: str, text: str, location: Location | None) -> Operation:
    value, _, target = text.partition(", ptr ")
    plain = value.replace("volatile ", "").replace("atomic ", "")[6:]
    return Operation(
        result="",
        code="store",
        operands=tuple(_values(plain)[:1]),
        type=_type(plain),
        place=location,
        detail="atomic" if " atomic " in value else "",
        volatile=" volatile " in value,
        address=_reference(_values(target)[0]),
    )


def _comparison(name: str, text: str, location: Location | None) -> Operation:
    return Operation(
        result=name,
        code="compare",
        operands=tuple(_values(text)),
        type=_type(text.split(" ", 2)[2]),
        place=location,
        detail=text.split(" ")[1],
    )


_READERS = {
    "phi": _phi,
    "load": _load,
    "store": _store,
    "icmp": _comparison,
    "fcmp": _comparison,
}


def _call(name: str, text: str, location: Location | None) -> list[Operation]:
    kind = _type(re.sub(r"^call (?:\w+cc |range\([^)]*\) |noundef |signext |zeroext )*", "", text))
    if " asm " in text:
        return [
            Operation(
                result=name,
                code="assembly",
                operands=tuple(_values(text.rpartition("(")[2])),
                type=kind,
                place=location,
            )
        ]
    match = _CALL.search(text)
    if match is None:
        return [Operation(result=name, code="call", operands=(), type=kind, place=location)]
    callee = match["callee"].strip('@"')
    if callee.startswith(_SILENT):
        return []
    operands = tuple(_values(match["arguments"]))
    parts = callee.split(".")
    code = _INTRINSICS.get(parts[1], "call") if parts[0] == "llvm" and len(parts) > 1 else "call"
    return [
        Operation(
            result=name, code=code, operands=operands, type=kind, place=location, detail=callee
        )
    ]


def _element(
    name: str, text: str, location: Location | None, structures: Mapping[str, str]
) -> Operation:
    """`getelementptr T, ptr base, i64 index, …`: the bytes each index is worth.

    A field's index is told as its bytes from the structure's start.
    """
    kind, _, rest = text.removeprefix("getelementptr ").partition(", ptr ")
    values = _values(rest)
    scales = [0]
    current = kind.strip()
    for position in range(1, len(values)):
        index = values[position]
        outer, current = current, _inside(current, index, structures) if position > 1 else current
        offset = _offset(outer, index, structures) if position > 1 else None
        if offset is not None:
            values[position] = str(offset)
        scales.append(_size(current, structures) if offset is None else 1)
    return Operation(
        result=name,
        code="address",
        operands=tuple(values),
        type="ptr",
        place=location,
        scales=tuple(scales),
    )


def _inside(kind: str, index: str, structures: Mapping[str, str]) -> str:
    array = re.match(r"^\[\d+ x (.*)\]$", kind)
    if array is not None:
        return array[1]
    fields = _fields(structures.get(kind, kind.strip("<{} ")))
    return fields[int(index)] if index.isdigit() and int(index) < len(fields) else "i8"


def _offset(kind: str, index: str, structures: Mapping[str, str]) -> int | None:
    """Bytes before a field; None of an array's element."""
    fields = _fields(structures.get(kind, kind.strip("<{} ")))
    if kind.startswith("[") or not index.isdigit() or int(index) >= len(fields):
        return None
    own = min(8, _alignment(fields[int(index)], structures))
    before = _laid_out(fields[: int(index)], structures)[0]
    return (before + own - 1) // own * own


def _fields(text: str) -> list[str]:
    fields, depth, current = [], 0, ""
    for character in text:
        depth += character in "[{<"
        depth -= character in "]}>"
        if character == "," and not depth:
            fields.append(current.strip())
            current = ""
        else:
            current += character
    return [*fields, current.strip()]


def _size(kind: str, structures: Mapping[str, str]) -> int:
    """Bytes of a type; fields are laid out by their alignment, at most 8."""
    array = re.match(r"^\[(\d+) x (.*)\]$", kind)
    if array is not None:
        return int(array[1]) * _size(array[2], structures)
    if kind.startswith("i") and kind[1:].isdigit():
        return max(1, (int(kind[1:]) + 7) // 8)
    plain = {"float": 4, "double": 8, "half": 2, "ptr": 8, "fp128": 16}
    if kind in plain:
        return plain[kind]
    fields = _fields(structures.get(kind, kind.strip("<{} ")))
    total, align = _laid_out([entry for entry in fields if entry != kind], structures)
    return (total + align - 1) // align * align


def _laid_out(fields: Sequence[str], structures: Mapping[str, str]) -> tuple[int, int]:
    """Bytes up to the end of the last field, and the alignment of the whole."""
    total, align = 0, 1
    for entry in filter(None, fields):
        own = min(8, _alignment(entry, structures))
        align = max(align, own)
        total = (total + own - 1) // own * own + _size(entry, structures)
    return total, align


def _alignment(kind: str, structures: Mapping[str, str]) -> int:
    array = re.match(r"^\[\d+ x (.*)\]$", kind)
    if array is not None:
        return _alignment(array[1], structures)
    if kind in structures:
        return max(
            (_alignment(entry, structures) for entry in _fields(structures[kind])), default=1
        )
    return max(1, _size(kind, {})) if not kind.startswith("{") else 8


def _reference(base: str) -> Reference:
    return Reference(base, variable=base.startswith("@"))


def _values(text: str) -> list[str]:
    """Names and literals of an instruction's text, types left out."""
    plain = re.sub(
        r"\[\d+ x |<\d+ x |#\d+|\b(?:align|dereferenceable\w*|range)\b ?\(?[\d, -]*\)?", " ", text
    )
    plain = re.sub(r"%(?:struct|union|class)\.[\w.$:-]+", " ", plain)
    return _VALUES.findall(plain)


def _type(text: str) -> str:
    match = _TYPE.search(text)
    return _TYPES.get(match[1], match[1]) if match is not None else ""
