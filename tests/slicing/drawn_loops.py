"""Loops drawn at random, and programs that run them on arrays of which one element is changed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.emulator import run_program

ARRAYS = ("x", "z", "k")
_SETTINGS = (
    ("gcc", "-O1"), ("gcc", "-O2"), ("gcc", "-O3"), ("clang", "-O1"), ("clang", "-O3"),
    ("gcc", "-O3 -march=armv8-a+sve"), ("gcc", "-O0"),
)  # fmt: skip


@dataclass(frozen=True)
class DrawnLoop:
    """A loop over x, z and k, with a result y or a returned number. Stores depend on no input, for
    a store that does not happen is no dependence."""

    text: str
    type_name: str
    returns: bool
    compiler: str
    flags: str


def drawn_loop(seed: int) -> DrawnLoop:
    """One of them."""
    draw = random.Random(seed)
    type_name = draw.choice(("int", "float"))
    compiler, flags = draw.choice(_SETTINGS)
    returns = draw.random() < 0.4
    add = f"s += {_expression(draw)};"
    if draw.random() < 0.5:
        add = f"if (x[i] > {draw.randint(-4, 4)}) {add}"
    value = _expression(draw)
    stored = (f"y[i] = {value};", f"{add} y[i] = s;", f"{add} y[i] = s + {value};")
    body = add if returns else draw.choice(stored)
    if not returns and draw.random() < 0.3:
        body += f" y[i] = y[i] * {draw.randint(2, 5)};"
    parameters = ", ".join(
        [
            *([] if returns else [f"{type_name} *restrict y"]),
            f"const {type_name} *restrict x",
            f"const {type_name} *restrict z",
            "const int *restrict k",
            "int n",
        ]
    )
    text = (
        f"{type_name if returns else 'void'} drawn({parameters}) {{\n"
        f"  {type_name} s = 0;\n  for (int i = 0; i < n; i++) {{\n    {body}\n  }}\n"
        f"  {'return s;' if returns else '(void)s;'}\n}}\n"
    )
    return DrawnLoop(text, type_name, returns, compiler, flags)


def _expression(draw: random.Random, depth: int = 2) -> str:
    if depth == 0 or draw.random() < 0.3:
        leaves = ("x[i]", "z[i]", "x[i + 1]", "x[k[i] & 15]", str(draw.randint(1, 9)), "x[i]")
        return draw.choice(leaves)
    left, right = _expression(draw, depth - 1), _expression(draw, depth - 1)
    if draw.random() < 0.25:
        return f"({left} > {draw.randint(-3, 3)} ? {right} : {_expression(draw, depth - 1)})"
    return f"({left} {draw.choice('+-*')} {right})"


def results(
    loop: DrawnLoop,
    contents: Mapping[str, bytes],
    n: int,
    element: int,
    changes: Sequence[tuple[str, int, bytes]],
) -> list[int]:
    """The bits of y[element], or of what is returned: first on the contents as they are, then with
    each change alone: array, place of its first byte, new bytes."""
    compiler = find_compiler(loop.compiler)
    flags = tuple(loop.flags.split())
    harness = _harness(loop, contents, n, element, changes)
    units = (
        Unit(SourceFile("drawn.c", loop.text), flags),
        Unit(SourceFile("harness.c", harness), ("-O0",)),
    )
    program = build_program(units, compiler)
    assert program.ok, program.diagnostics[:2000]
    run = run_program(program.executable)
    assert run.ok, run.message
    return [int(line, 16) for line in run.output.decode().split()]


def _harness(
    loop: DrawnLoop,
    contents: Mapping[str, bytes],
    n: int,
    element: int,
    changes: Sequence[tuple[str, int, bytes]],
) -> str:
    types = {"x": loop.type_name, "z": loop.type_name, "k": "int", "y": loop.type_name}
    names = [name for name in types if name in contents]
    arrays = "".join(
        f"static const unsigned char {name}_first[] = {{{', '.join(map(str, contents[name]))}}};\n"
        f"static {types[name]} {name}[{len(contents[name]) // 4}];\n"
        for name in names
    )
    restore = "".join(f"  memcpy({name}, {name}_first, sizeof {name});\n" for name in names)
    rows = [
        f"    {{(unsigned char *){array} + {place}, {int.from_bytes(new, 'little')}u}},\n"
        for array, place, new in changes
    ]
    arguments = f"const {loop.type_name} *, const {loop.type_name} *, const int *, int"
    if loop.returns:
        declared = f"{loop.type_name} drawn({arguments});\n"
        call = f"  {loop.type_name} result = drawn(x, z, k, {n});\n"
    else:
        declared = f"void drawn({loop.type_name} *, {arguments});\n"
        call = f"  drawn(y, x, z, k, {n});\n  {loop.type_name} result = y[{element}];\n"
    return (
        "#include <stdio.h>\n#include <string.h>\n"
        f"{declared}{arrays}"
        "static void once(unsigned char *place, unsigned value) {\n"
        f"{restore}"
        "  if (place) memcpy(place, &value, 4);\n"
        f"{call}"
        "  unsigned bits;\n  memcpy(&bits, &result, 4);\n"
        '  printf("%x\\n", bits);\n}\n'
        "int main(void) {\n  const struct { unsigned char *place; unsigned value; } changes[] = {\n"
        f"    {{0, 0}},\n{''.join(rows)}  }};\n"
        "  for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++)\n"
        "    once(changes[i].place, changes[i].value);\n  return 0;\n}\n"
    )
