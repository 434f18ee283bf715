"""A reader's function as Clang makes it and as MLIR makes it, on the same numbers: do they agree,
and what does each execute?

All versions are in one program. Each gets a copy of the same bytes, in which the arrays lie; behind
each call the copy and the result are written to a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from compiler_core.atlas.mlir.from_loop.accesses import ArrayLayout
from compiler_core.atlas.mlir.from_loop.module import LoopModule
from compiler_core.atlas.mlir.lowering import MARCH
from compiler_core.errors import InputError
from compiler_core.host.counting.executable import read_executable
from compiler_core.loop.interpreter.memory import encode
from compiler_core.loop.ir.types import VOID, Type, integer_range
from compiler_core.loop.ir.values import Array, Constant, Function, Number
from compiler_core.source import SourceFile
from compiler_core.toolchain.atlas_tools import clang_of_mlir
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.counting import CountingPlan, counting_request, read_count_run
from compiler_core.toolchain.emulator import run_program

FROM_C = "lowlab_from_c"
_MOST_ELEMENTS = 1 << 18
_MOST_BYTES = 24 << 20
_LARGEST_CONSTANT = 512
_APART = 64
_SEED = 20
_C_TYPES = {
    "i8": "signed char", "u8": "unsigned char", "i16": "short", "u16": "unsigned short",
    "i32": "int", "u32": "unsigned", "i64": "long", "u64": "unsigned long", "f32": "float",
    "f64": "double", "void": "void",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LoopRun:
    """What one version executed, and the bytes that it left: memory, then its result."""

    instructions: int
    reads: int
    writes: int
    left: bytes


@dataclass(frozen=True, slots=True)
class LoopInput:
    """places: where each array begins, and how many elements lie there."""

    scalars: Mapping[str, Number]
    places: Mapping[str, tuple[int, int]]
    memory: bytes


def symbol_of(version: int) -> str:
    """The name under which a version that MLIR made is in the program."""
    return f"lowlab_from_mlir_{version}"


def input_of(function: Function, size: int, overlap: int) -> LoopInput:
    """Every whole number is `size`; arrays are as long as a square of that many rows, or of as many
    as the largest constant says. overlap: how many elements behind the first array of its type
    another one starts; 0 for arrays apart. Raises InputError for arrays that are too large."""
    random = Random(_SEED)
    scalars = {
        one.name: size if one.type.is_integer else random.randint(-40, 40) / 8
        for one in function.scalars
    }
    rows = max(size, _largest_constant(function)) + 4
    arrays = [one for one in function.arrays if not one.is_local]
    places: dict[str, tuple[int, int]] = {}
    firsts: dict[Type, int] = {}
    memory = bytearray(_APART)
    for array in arrays:
        count = min(rows * max(array.row, rows), max(_MOST_ELEMENTS, rows))
        first = firsts.get(array.element)
        base = len(memory)
        if overlap and first is not None and not array.restrict:
            base = first + overlap * array.element.bytes
        places[array.name] = (base, count)
        firsts.setdefault(array.element, base)
        data = encode(array.element, [_element(array.element, random, size)
                                      for _ in range(min(count, 1021))])  # fmt: skip
        data = (data * (count // 1021 + 1))[: count * array.element.bytes]
        memory[base : base + len(data)] = data
        memory += bytes(-len(memory) % _APART + _APART)
        if len(memory) > _MOST_BYTES:
            raise InputError(
                f"The arrays take more than {_MOST_BYTES >> 20} MiB.", "Make the numbers smaller."
            )
    return LoopInput(scalars, places, bytes(memory))


def _element(type_: Type, random: Random, size: int) -> Number:
    """Floats with few digits; whole numbers that may be subscripts."""
    if type_.is_float:
        return random.randint(-64, 64) / 8 + random.random() / 1024
    return random.randint(0, min(max(size - 1, 0), 63, integer_range(type_)[1]))


def _largest_constant(function: Function) -> int:
    found = (
        int(operand.value)
        for one in function.instructions() for operand in one.operands
        if isinstance(operand, Constant) and operand.type.is_integer
    )  # fmt: skip
    return max((one for one in found if one <= _LARGEST_CONSTANT), default=0)


def run_versions(
    source: SourceFile, module: LoopModule, assemblies: Sequence[str], given: LoopInput, level: str
) -> tuple[LoopRun, ...]:
    """The C code first, then what each assembly is. Raises InputError when there is no program or
    it does not come to its end."""
    function = module.function
    own = (MARCH, "-ffp-contract=off")
    driver = _driver(function, module.layouts, given, len(assemblies))
    units = (
        Unit(SourceFile("own.c", source.text), (level,), (*own, f"-D{function.name}={FROM_C}")),
        Unit(SourceFile("driver.c", driver), ("-O1",)),
        *(Unit(SourceFile(f"mlir{at}.s", text), (MARCH,)) for at, text in enumerate(assemblies)),
    )
    built = build_program(units, clang_of_mlir())
    if not built.ok:
        first = built.diagnostics.strip().splitlines()[:1]
        raise InputError(f"There is no program: {built.message}", first[0] if first else "")
    known = {one.name: one for one in read_executable(built.executable, ()).symbols.values()}
    names = [FROM_C, *map(symbol_of, range(len(assemblies)))]
    symbols = [known[name] for name in names]
    plan = CountingPlan(symbols=tuple(symbols), memory="bytes")
    request = counting_request(plan)
    files = (("memory.bin", given.memory), *request.files)
    run = run_program(built.executable, plugin=request, files=files)
    size = (len(given.memory) + 8) * len(names)
    content = run.files.get("left.bin", b"")
    if not run.ok or len(content) != size:
        raise InputError(
            f"The program does not come to its end. {run.message}".strip(),
            "Does the loop stay within its arrays, and is it short enough for this size?",
        )  # fmt: skip
    counted = read_count_run(plan, run.files).by_symbol
    part = size // len(names)
    return tuple(
        LoopRun(
            counted[symbol].executions, counted[symbol].loads, counted[symbol].stores,
            content[at * part : (at + 1) * part],
        )
        for at, symbol in enumerate(symbols)
    )  # fmt: skip


def named_apart(llvm: str, function: str, version: int) -> str:
    """LLVM's text with the function under the name of its version."""
    return re.sub(rf"@{re.escape(function)}(?=\()", f"@{symbol_of(version)}", llvm)


def _driver(
    function: Function, layouts: Sequence[ArrayLayout], given: LoopInput, versions: int
) -> str:
    result = _C_TYPES[function.result.name]
    by_array = {one.array: one for one in layouts}
    plain = ", ".join(
        _C_TYPES[one.element.name] + " *" if isinstance(one, Array) else _C_TYPES[one.type.name]
        for one in function.parameters
    ) or "void"  # fmt: skip
    spread = ", ".join(
        ", ".join([f"{_C_TYPES[one.element.name]} *"] * 2 + ["long"] * _longs(by_array[one]))
        if isinstance(one, Array) else _C_TYPES[one.type.name] for one in function.parameters
    ) or "void"  # fmt: skip
    arguments = ", ".join(_argument(one, given) for one in function.parameters)
    wide = ", ".join(
        _descriptor(by_array[one], given) if isinstance(one, Array) else _argument(one, given)
        for one in function.parameters
    )  # fmt: skip
    names = [symbol_of(at) for at in range(versions)]
    declared = [f"{result} {FROM_C}({plain});", *(f"{result} {name}({spread});" for name in names)]
    takes = "" if function.result == VOID else f"{result} value = "
    keeps = "" if function.result == VOID else " memcpy(result, &value, sizeof value);"
    calls = [
        f"  if (!fill()) return 2;\n  {{ {takes}{name}({given_to});{keeps} }}\n  keep(file);"
        for name, given_to in [(FROM_C, arguments), *((name, wide) for name in names)]
    ]
    return _DRIVER.format(
        size=len(given.memory), declared="\n".join(declared), calls="\n".join(calls)
    )


def _longs(layout: ArrayLayout) -> int:
    """An offset, sizes and strides."""
    return 1 + 2 * (1 + len(layout.rows))


def _argument(one: object, given: LoopInput) -> str:
    if isinstance(one, Array):
        return f"(void *)(memory + {given.places[one.name][0]})"
    assert hasattr(one, "name")
    value = given.scalars[one.name]  # type: ignore[attr-defined]
    return repr(value)


def _descriptor(layout: ArrayLayout, given: LoopInput) -> str:
    """As MLIR passes memory: allocated, aligned, offset, sizes, strides."""
    place = _argument(layout.array, given)
    rows = [
        int(one.value) if isinstance(one, Constant) else int(given.scalars[one.name])
        for one in layout.rows
    ]
    strides = [1]
    for row in reversed(rows):
        strides.insert(0, strides[0] * row)
    sizes = [given.places[layout.array.name][1] // max(strides[0], 1), *rows]
    return ", ".join([place, place, "0", *map(str, sizes), *map(str, strides)])


_DRIVER = """#include <stdio.h>
#include <string.h>

static _Alignas(64) unsigned char memory[{size} + 4096], result[8];
{declared}

static int fill(void) {{
  memset(result, 0, sizeof result);
  FILE *file = fopen("memory.bin", "rb");
  if (!file) return 0;
  size_t read = fread(memory, 1, {size}, file);
  fclose(file);
  return read == {size};
}}

static void keep(FILE *file) {{
  fwrite(memory, 1, {size}, file);
  fwrite(result, 1, sizeof result, file);
}}

int main(void) {{
  FILE *file = fopen("left.bin", "wb");
  if (!file) return 3;
{calls}
  return fclose(file) == 0 ? 0 : 4;
}}
"""
