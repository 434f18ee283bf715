"""A reader's function as Clang makes it and as another compiler makes it, on the same numbers: do
they agree, and what does each execute?

All versions are in one program. Each gets a copy of the same bytes, in which the arrays lie; behind
each call the copy and the result are written to a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from compiler_core.atlas.counted_program import MARCH, CountedProgram, run_counted
from compiler_core.errors import InputError
from compiler_core.loop.interpreter.memory import encode
from compiler_core.loop.ir.types import VOID, Type, integer_range
from compiler_core.loop.ir.values import Array, Constant, Function, Number, Parameter
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit

FROM_C = "lowlab_from_c"
_MOST_ELEMENTS = 1 << 18
_MOST_BYTES = 24 << 20
_LARGEST_CONSTANT = 512
_APART = 64
_RESULT_BYTES = 8
_SEED = 20
C_TYPES = {
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


@dataclass(frozen=True, slots=True)
class LoopVersion:
    """assembly: of another compiler, with the function named by `symbol_of`. takes, given: its
    parameters' types in C, and as many arguments."""

    assembly: str
    takes: Sequence[str]
    given: Sequence[str]


def symbol_of(version: int) -> str:
    """The name under which another compiler's function is in the program."""
    return f"lowlab_version_{version}"


def input_of(function: Function, size: int, overlap: int) -> LoopInput:
    """Every whole number is `size`; arrays are as long as a square of that many rows, or of as many
    as the largest constant says. overlap: how many elements behind the first array of its type
    another one starts; 0 for arrays apart. Raises InputError for arrays that are too large."""
    random = Random(_SEED)
    scalars = {
        scalar.name: size if scalar.type.is_integer else random.randint(-40, 40) / 8
        for scalar in function.scalars
    }
    rows = max(size, _largest_constant(function)) + 4
    arrays = [argument for argument in function.arrays if not argument.is_local]
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
        data = encode(
            array.element, [_element(array.element, random, size) for _ in range(min(count, 1021))]
        )
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
    constants = (
        int(operand.value)
        for instruction in function.instructions()
        for operand in instruction.operands
        if isinstance(operand, Constant) and operand.type.is_integer
    )
    return max((constant for constant in constants if constant <= _LARGEST_CONSTANT), default=0)


def run_versions(
    source: SourceFile,
    function: Function,
    given: LoopInput,
    level: str,
    versions: Sequence[LoopVersion] = (),
) -> tuple[LoopRun, ...]:
    """The C code first, then each version. Raises InputError when there is no program or it does
    not come to its end; ToolMissing."""
    names = (FROM_C, *map(symbol_of, range(len(versions))))
    own = (MARCH, "-ffp-contract=off")
    part = len(given.memory) + _RESULT_BYTES
    run = run_counted(
        CountedProgram(
            units=(
                Unit(
                    SourceFile("own.c", source.text),
                    (level,),
                    (*own, f"-D{function.name}={FROM_C}"),
                ),
                Unit(SourceFile("driver.c", _driver(function, given, versions)), ("-O1",)),
                *map(_assembled, range(len(versions)), versions),
            ),
            functions=names,
            files=(("memory.bin", given.memory),),
            leaves=("left.bin", part * len(names)),
            advice="Does the loop stay within its arrays, and is it short enough for this size?",
        )
    )
    return tuple(
        LoopRun(
            run.of[name].executions,
            run.of[name].loads,
            run.of[name].stores,
            run.left[at * part : (at + 1) * part],
        )
        for at, name in enumerate(names)
    )


def _assembled(number: int, version: LoopVersion) -> Unit:
    return Unit(SourceFile(f"version{number}.s", version.assembly), (MARCH,))


def differing(output: bytes, other: bytes) -> int:
    """How many bytes of as many."""
    return sum(a != b for a, b in zip(output, other, strict=True))


def named_apart(llvm: str, function: str, version: int) -> str:
    """LLVM's text with the function under the name of its version."""
    return re.sub(rf"@{re.escape(function)}(?=\()", f"@{symbol_of(version)}", llvm)


def _driver(function: Function, given: LoopInput, versions: Sequence[LoopVersion]) -> str:
    result = C_TYPES[function.result.name]
    takes = [
        C_TYPES[parameter.element.name] + " *"
        if isinstance(parameter, Array)
        else C_TYPES[parameter.type.name]
        for parameter in function.parameters
    ]
    own = LoopVersion("", takes, [argument(parameter, given) for parameter in function.parameters])
    named = [(FROM_C, own), *((symbol_of(at), version) for at, version in enumerate(versions))]
    value = "" if function.result == VOID else f"{result} value = "
    keeps = "" if function.result == VOID else " memcpy(result, &value, sizeof value);"
    declared = (f"{result} {name}({', '.join(callee.takes) or 'void'});" for name, callee in named)
    calls = (
        f"  if (!fill()) return 2;\n  {{ {value}{name}({', '.join(variant.given)});{keeps} }}\n"
        "  keep(file);"
        for name, variant in named
    )
    return _DRIVER.format(
        size=len(given.memory), declared="\n".join(declared), calls="\n".join(calls)
    )


def argument(parameter: Parameter | Array, given: LoopInput) -> str:
    """As C is given it."""
    if isinstance(parameter, Array):
        return f"(void *)(memory + {given.places[parameter.name][0]})"
    return repr(given.scalars[parameter.name])


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
