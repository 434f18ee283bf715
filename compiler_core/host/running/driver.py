"""The program around a function: a driver generated from its signature.

The source is compiled in a unit of its own, exactly as the page shows it; the driver is another
unit that includes the source's declarations (`outline`), prepares the arguments in an arena, calls
the function once between two marks, and writes the raw contents of everything that it may have
changed. Digests and comparisons are computed elsewhere, never in the process that ran a user's
code. A function that the compiler would leave out (`static`, `inline`, a template) is reached
through one line added to the end of its source, which the notes mention.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.host.running.driver_body import (
    MAXIMUM_PARTS,
    Column,
    Parts,
    Place,
    columns,
    fill,
    in_loop,
    write_column,
)
from compiler_core.host.running.file_level import Global, globals_of, missing_functions
from compiler_core.host.running.layout import Driver
from compiler_core.host.running.outline import outline_of
from compiler_core.host.running.shapes import (
    Container,
    Number,
    Pointer,
    Record,
    Row,
    Shape,
    Unknown,
    is_constant,
    spell,
)
from compiler_core.host.running.target import Argument, Target
from compiler_core.source import SourceFile

PROGRAM_TEXT = Path(__file__).resolve().parent / "program_text"
RUNTIME_PARTS = ("runtime.c", "values.c", "results.c")
ENTRY = "lowlab_entry"
# Flags that change types, layouts or what the preprocessor sees: the driver needs the same.
_LAYOUT_FLAG = re.compile(
    r"-[DU]\w.*|-std=.*|-ansi|-f(?:no-)?(?:unsigned-char|signed-char|short-enums|short-wchar|"
    r"ms-extensions|plan9-extensions|gnu89-inline)|-fpack-struct.*|-m(?:arch|cpu)=.*|"
    r"-msve-vector-bits=.*"
)
OWN_FLAGS = ("-O2", "-ffp-contract=off", "-fno-strict-aliasing", "-w")
# Of the runtime alone: a driver asks the compiler which functions it knows.
RUNTIME_FLAGS = (*OWN_FLAGS, "-fno-builtin")


@dataclass(slots=True, kw_only=True)
class _Text:
    """A driver in the making."""

    parts: Parts = field(default_factory=Parts)
    """Buffers and numbers in the order in which the driver reads its arguments."""
    declared: list[str] = field(default_factory=list)
    """C lines of declarations, before the arguments are read."""
    prepared: list[str] = field(default_factory=list)
    """C lines that allocate and fill, between the declarations and the call."""
    written: list[Column] = field(default_factory=list)
    """Numbers that are written out after the call, in order."""
    checked: list[str] = field(default_factory=list)
    """C lines after the call that look for writes beside arrays."""
    passed: list[str] = field(default_factory=list)
    """The call's arguments as C expressions, in order."""
    notes: list[str] = field(default_factory=list)
    """What the driver supplies or leaves out, in sentences."""


def layout_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """Those of the user's flags that the driver must share."""
    return tuple(flag for flag in flags if _LAYOUT_FLAG.fullmatch(flag))


@cache
def program_text(name: str) -> str:
    """`interface.h` or a part of the runtime, as they stand beside this module."""
    return (PROGRAM_TEXT / name).read_text(encoding="utf-8")


def runtime_source() -> SourceFile:
    """The unit that all drivers share."""
    parts = "\n".join(program_text(name) for name in RUNTIME_PARTS)
    text = parts.replace('#include "interface.h"', program_text("interface.h"))
    return SourceFile("lowlab_runtime.c", text)


def timed_runtime_source() -> SourceFile:
    """The same for a program that times the call; its last argument is how often."""
    text = f"#define LOWLAB_TIMED\n{runtime_source().text}\n{program_text('timing.c')}"
    return SourceFile("lowlab_runtime.c", text)


def driver_source(driver: Driver, language: str) -> SourceFile:
    """The generated unit as a source file."""
    return SourceFile("lowlab_driver.cpp" if language == "c++" else "lowlab_driver.c", driver.text)


def write_driver(target: Target, sources: Sequence[SourceFile]) -> Driver:
    """The driver of a function. Raises InputError for more arrays and fields than it can hold."""
    source = sources[target.unit]
    names = {argument.name: f"lowlab_p{k}" for k, argument in enumerate(target.arguments)}
    text = _Text()
    for argument in target.arguments:
        shape = _with_variables(argument.shape, names)
        _argument(Argument(argument.name, shape), names[argument.name], text)
    for variable in globals_of(target, source):
        _global(variable, text)
    result = _call(target, text)
    if max(len(text.parts.buffers), len(text.parts.leaves)) > MAXIMUM_PARTS:
        raise InputError(
            f"{target.name} needs more than {MAXIMUM_PARTS} arrays and fields.",
            "Run a function that takes fewer, or a smaller structure.",
        )
    missing = missing_functions(target, sources)
    text.notes += [function.note for function in missing]
    body = [*_loop_variables(), *text.declared, "lowlab_start(lowlab_argc, lowlab_argv);"]
    body += [*text.prepared, *result, *text.checked]
    body += [line for column in text.written for line in write_column(column)]
    return Driver(
        text=_unit_text(target, source, [function.text for function in missing], body),
        buffers=tuple(text.parts.buffers),
        leaves=tuple(text.parts.leaves),
        outputs=tuple(dict.fromkeys(column.path for column in text.written)),
        appended=_appended(target),
        notes=(*text.notes, *_linkage_note(target)),
    )


def _unit_text(
    target: Target, source: SourceFile, missing: Sequence[str], body: Sequence[str]
) -> str:
    entry = f"extern __typeof__(&{target.name}) const {ENTRY};"
    if target.language == "c++":
        entry = f'extern "C" {{ {entry} }}'
    lines = [program_text("interface.h"), outline_of(source), *missing]
    lines += [f"using namespace {'::'.join(target.namespaces)};"] if target.namespaces else []
    lines += [entry] if target.linkage == "kept" else []
    lines += ["int main(int lowlab_argc, char **lowlab_argv) {"]
    lines += [f"    {line}" for line in (*body, "return lowlab_finish();")]
    return "\n".join([*lines, "}", ""])


def _appended(target: Target) -> str:
    """The line that keeps a function which nothing else in its source needs."""
    if target.linkage == "external":
        return ""
    kind = f"__typeof__(&{target.name})"
    lines = f"extern {kind} const {ENTRY}; {kind} const {ENTRY} = &{target.name};"
    if target.language == "c++":
        return f'\nextern "C" {{ {lines} }}\n'
    words = {child.type for child in target.node.children}
    is_static = "static" in {(child.text or b"").decode() for child in target.node.children}
    extern = "" if is_static or not words else f"extern __typeof__({target.name}) {target.name}; "
    return f"\n{extern}{lines}\n"


def _linkage_note(target: Target) -> list[str]:
    if target.linkage == "external":
        return []
    return [
        f"Nothing outside this source can call {target.name}; a line that takes its address was "
        "added at the end, so that the compiler keeps it."
    ]


def _with_variables(shape: Shape, names: dict[str, str]) -> Shape:
    """Dimensions that name parameters (`float a[n][n]`) name the driver's variables instead."""
    if isinstance(shape, Row):
        return Row(_with_variables(shape.element, names), _renamed(shape.length, names))
    if isinstance(shape, Pointer):
        target = _with_variables(shape.target, names)
        return replace(shape, target=target, length=_renamed(shape.length, names))
    return shape


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\b[A-Za-z_]\w*\b", lambda match: names.get(match[0], match[0]), text)


def _loop_variables() -> list[str]:
    names = (*(f"lowlab_i{depth}" for depth in range(12)), "lowlab_all")
    return [f"unsigned long {', '.join(names)};"]


def _argument(argument: Argument, name: str, text: _Text) -> None:
    shape = argument.shape
    lvalue = Place(value=name, path=argument.name, depth=0)
    if isinstance(shape, Pointer):
        _pointer_argument(shape, lvalue, text)
    elif isinstance(shape, Container):
        _container_argument(shape, lvalue, text)
    else:
        text.declared.append(f"{spell(shape, name)};")
        text.prepared += fill(shape, lvalue, text.parts)
        text.passed.append(name)
        if isinstance(shape, Record):
            all_columns = columns(shape, lvalue, text.parts)
            text.written += [column for column in all_columns if "[]" in column.path]


def _pointer_argument(shape: Pointer, lvalue: Place, text: _Text) -> None:
    if isinstance(shape.target, Container):
        _container_argument(shape.target, lvalue, text)
        return
    buffer = text.parts.buffer(lvalue.path, shape, repeated=False)
    name = lvalue.value
    if shape.length:
        text.prepared.append(f"lowlab_declare({buffer.index}, (unsigned long)({shape.length}));")
    kind = f"__typeof__({spell(shape.target)})"
    text.prepared += [
        f"{kind} *{name} = ({kind} *)lowlab_place({buffer.index}, sizeof({kind}));",
    ]
    inner = Place(
        value=f"{name}[lowlab_i0]",
        path=lvalue.path,
        depth=1,
        buffer=buffer,
        records=(name, "lowlab_i0", buffer),
        outermost=1,
    )
    body = fill(shape.target, inner, text.parts)
    text.prepared += [
        # A call for each element would double the time under the emulator.
        f"lowlab_all = lowlab_filled({buffer.index});",
        "for (lowlab_i0 = 0; lowlab_i0 < lowlab_all; lowlab_i0++) {",
        *[f"    {line}" for line in body],
        "}",
        f"lowlab_keep({buffer.index});",
    ]
    star = "*" if shape.reference else ""
    cast = f"(__typeof__({spell(shape.target, const=True)}) *)"
    text.passed.append(f"{star}({cast}{name})")
    if not is_constant(shape.target):
        count = f"lowlab_count({buffer.index})"
        text.written += [
            in_loop(column, "lowlab_i0", count, name, shape.target)
            for column in columns(shape.target, inner, text.parts)
        ]
    text.checked.append(f'lowlab_check({buffer.index}, "{lvalue.path}");')


def _container_argument(shape: Container, lvalue: Place, text: _Text) -> None:
    name = lvalue.value
    viewed = shape.kind == "span" or shape.name.endswith("string_view")
    if not viewed:
        text.prepared.append(f"{shape.name} {name};")
        text.prepared += fill(shape, lvalue, text.parts)
    else:
        buffer = text.parts.buffer(lvalue.path, shape, repeated=False)
        kind = spell(shape.element)
        inner = Place(
            value=f"{name}_data[lowlab_i0]",
            path=lvalue.path,
            depth=1,
            buffer=buffer,
            outermost=1,
        )
        text.prepared += [
            f"{kind} *{name}_data = ({kind} *)lowlab_place({buffer.index}, sizeof({kind}));",
            f"for (lowlab_i0 = 0; lowlab_i0 < lowlab_filled({buffer.index}); lowlab_i0++) {{",
            *[f"    {line}" for line in fill(shape.element, inner, text.parts)],
            "}",
            f"lowlab_keep({buffer.index});",
            f"{shape.name} {name}({name}_data, lowlab_count({buffer.index}));",
        ]
        text.checked.append(f'lowlab_check({buffer.index}, "{lvalue.path}");')
    text.passed.append(name)
    # A view's own const says nothing of what it shows.
    writable = shape.kind == "span" if viewed else not shape.const
    if writable and not is_constant(shape.element):
        text.written += columns(shape, lvalue, text.parts)


def _global(variable: Global, text: _Text) -> None:
    lvalue = Place(value=variable.name, path=variable.name, depth=0)
    if not variable.initialised:
        text.prepared += fill(variable.shape, lvalue, text.parts)
    text.written += columns(variable.shape, lvalue, text.parts)


def _call(target: Target, text: _Text) -> list[str]:
    """The call between the marks, and what it returned as a column."""
    called = f"(*{ENTRY})" if target.linkage == "kept" else target.name
    call = f"{called}({', '.join(text.passed)});"
    result = target.result
    if result is None or isinstance(result, Unknown):
        text.notes += [f"What {target.name} returns is not shown."] if result else []
        return _between_marks(call)
    if isinstance(result, Pointer):
        address = "&" if result.reference else ""
        text.written.insert(0, Column("return", "long", (), "lowlab_result"))
        made = "long lowlab_result = -1; const volatile void *lowlab_address;"
        took = f"lowlab_address = {address}{call}"
        return [made, *_between_marks(took), "lowlab_result = lowlab_where(lowlab_address);"]
    shown = columns(result, Place(value="lowlab_result", path="return", depth=0), text.parts)
    text.written[:0] = shown
    plain = replace(result, const=False) if isinstance(result, Number | Record) else result
    return [f"{spell(plain, 'lowlab_result')};", *_between_marks(f"lowlab_result = {call}")]


def _between_marks(call: str) -> list[str]:
    """The runtime says whether it is called again: a program for boards times many calls."""
    return [
        "do {",
        "    lowlab_begin();",
        f"    {call}",
        "    lowlab_end();",
        "} while (lowlab_again());",
    ]
