"""LLVM's `-print-changed -print-module-scope` text to dumps of one function.

A header line announces each pass; the text after it is the whole module, of which we keep the one
function. Module scope costs little for one small file and gives two things that the function scope
lacks: loop passes print the whole function, and `!dbg` numbers can be resolved to source lines
within the same dump. Cut from the text: metadata and attribute numbers, predecessor comments,
branch probabilities and lists of live registers, which all follow from the rest.

Code generation's passes over the IR are older and do not report changes; three of them that matter
for loops are printed by `-print-after`. What the others did before them shows with them, and the
step's unit says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.host.passes.dump import Dump, Level
from compiler_core.host.passes.llvm_lines import LineReader

_HEADER = re.compile(
    r"(?P<mark>[#;] )?\*\*\* IR (?:Dump At Start|Dump After (?P<after>.+?)|Pass (?P<ignored>.+?))"
    r"(?P<omitted> omitted because no change| filtered out| ignored| invalidated)?"
    r"(?P<gone> \(invalidated\))? \*\*\*(?: \((?P<older>(?:function|loop): .+)\))?:?"
)
_STARS = "*** IR "
_MARKS = ("", "# ", "; ")
_ON = re.compile(r"(?P<name>.+?) on (?P<unit>.+)")
_PLAIN_NAME = re.compile(r"[\w.$-]+")
_MACHINE_CODE = "# Machine code for function "
_END = "# End machine code for function "
START = "Start"
# A pass that deletes the loop it runs on is reported without a text; `-print-after` gives one.
LOOP_REMOVERS = ("loop-unroll-full", "simple-loop-unswitch", "loop-deletion")
OLDER_PASSES = ("loop-reduce", "expand-reductions", "interleaved-access", "codegenprepare")
WITH_OTHERS = "with the code preparation before it"
# No text follows a header with one of these ends.
_WITHOUT_TEXT = (" omitted because no change ***", " filtered out ***", " ignored ***")
_MODULE = "[module]"
Section = tuple[int, re.Match[str], int, int]
_FunctionText = tuple[Level, str, str]


@dataclass(frozen=True, slots=True)
class ModuleText:
    """The module after one pass. step: the pass's place among the function's dumps."""

    step: int
    pass_name: str
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class PassRun:
    """One pass over the function, its module, its group of functions that call one another or a
    loop in it; or, with manager, what ran passes and is done. step: as in ModuleText, -1 for a
    manager.
    """

    step: int
    pass_name: str
    unit: str
    on_loop: bool
    manager: bool


def parse_llvm_dumps(text: str, function: str, file: str) -> tuple[Dump, ...]:
    """All passes in order, with the text of `function` after each that printed one.

    file is the name of the user's source: places of inlined library code lead back to it.
    """
    reader = LineReader(file=file)
    return tuple(
        _dump(number, header, body, reader)
        for (number, header, _, _), body in _told_sections(text, function)
    )


def module_texts(text: str, function: str) -> tuple[ModuleText, ...]:
    """The whole module after each pass of the optimiser that printed one, to compile further.

    Code generation's own passes over the IR are left out: what compiles the text runs them again.
    """
    modules = []
    for step, ((_, header, start, end), dump) in enumerate(_told_sections(text, function)):
        if dump is not None and dump[0] == "LLVM IR" and header["older"] is None:
            modules.append(ModuleText(step, *_name_and_unit(header), text[start:end]))
    return tuple(modules)


def pass_runs(text: str, function: str) -> tuple[PassRun, ...]:
    """What ran over the function, in order, whether it changed anything or not."""
    sections = enumerate(_told_sections(text, function))
    steps = {number: step for step, ((number, _, _, _), _) in sections}
    runs = []
    for number, header, _, _ in _sections(text, function):
        manager = header["ignored"] is not None
        if header["older"] is not None or not (manager or number in steps):
            continue
        match = _ON.fullmatch(header["ignored"]) if manager else None
        name, unit = (match["name"], match["unit"]) if match else _name_and_unit(header)
        on_loop = unit.startswith("loop ")
        if name != START and _is_about(unit, function, on_loop):
            runs.append(PassRun(steps.get(number, -1), name, unit, on_loop, manager))
    return tuple(runs)


def _is_about(unit: str, function: str, on_loop: bool) -> bool:
    if on_loop:
        return unit.endswith(f" in function {function}")
    if unit.startswith("("):
        return function in unit[1:-1].split(", ")
    return unit in (_MODULE, function)


def _told_sections(text: str, function: str) -> Iterator[tuple[Section, _FunctionText | None]]:
    """Sections that tell of the function."""
    for section in _sections(text, function):
        _, header, start, end = section
        if header["ignored"] is not None or _is_repeated(header):
            continue
        if header["omitted"]:
            if _omits(header, function):
                yield section, None
        elif (body := _function_text(text, start, end, function)) is not None:
            yield section, body


def _omits(header: re.Match[str], function: str) -> bool:
    """Whether a pass without a text ran over this function: most ran over others of the file."""
    unit = _name_and_unit(header)[1]
    return _is_about(unit, function, unit.startswith("loop "))


def _dump(
    number: int, header: re.Match[str], content: tuple[Level, str, str] | None, reader: LineReader
) -> Dump:
    name, unit = _name_and_unit(header)
    if content is None:
        # Code generation passes print a title and, in parentheses, their option's name.
        return Dump(
            number=number,
            pass_name=name,
            level="machine IR" if name.endswith(")") else "LLVM IR",
            unit=unit,
            lines=None,
        )
    level, body, metadata = content
    if level == "machine IR":
        return Dump(
            number=number, pass_name=name, level=level, unit=unit, lines=reader.machine_lines(body)
        )
    return Dump(
        number=number, pass_name=name, level=level, unit=unit, lines=reader.ir_lines(body, metadata)
    )


def _sections(text: str, function: str) -> Iterator[Section]:
    """Each header with its place in the compiler's order, and where the text after it starts and
    ends; without those that surely tell nothing of the function.

    Where a source calls a library, they are nine in ten.
    """
    pending: tuple[int, re.Match[str], int] | None = None
    number = 0
    position = text.find(_STARS)
    while position >= 0:
        start = text.rfind("\n", 0, position) + 1
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        marked = text[start:position] in _MARKS
        of_others = marked and _is_of_others(text, position, end, function)
        header = _HEADER.fullmatch(text, start, end) if marked and not of_others else None
        if header is not None or of_others:
            if pending is not None:
                yield *pending, start
            pending = (number, header, min(end + 1, len(text))) if header is not None else None
            number += 1
        position = text.find(_STARS, end)
    if pending is not None:
        yield *pending, len(text)


def _is_of_others(text: str, start: int, end: int, function: str) -> bool:
    if not text.endswith(_WITHOUT_TEXT, start, end):
        return False
    return text.find(function, start, end) < 0 and text.find(_MODULE, start, end) < 0


def _is_repeated(header: re.Match[str]) -> bool:
    """`-print-after` prints what `-print-changed` prints too, save when the pass's loop is gone."""
    return header["mark"] == "; " and header["gone"] is None


def _name_and_unit(header: re.Match[str]) -> tuple[str, str]:
    if header["older"] is not None:
        kind, _, name = header["older"].partition(": ")
        unit = f"loop {name}" if kind == "loop" else name
        return header["after"], f"{unit}, {WITH_OTHERS}"
    if header["after"] is None:
        return START, _MODULE
    match = _ON.fullmatch(header["after"])
    return (match["name"], match["unit"]) if match else (header["after"], "")


def _function_text(text: str, start: int, end: int, function: str) -> _FunctionText | None:
    """Level, the function's lines, and the metadata after them; None if it is not there."""
    head = text.find(_MACHINE_CODE, start, min(end, start + len(_MACHINE_CODE) + 2))
    if head >= 0:
        if not text.startswith(f"{function}:", head + len(_MACHINE_CODE)):
            return None
        last = text.find(f"\n{_END}", head, end)
        return "machine IR", text[text.index("\n", head) + 1 : last if last >= 0 else end], ""
    first = _definition(text, start, end, function)
    if first < 0:
        return None
    last = text.find("\n}\n", first, end)
    last = end if last < 0 else last + 2
    metadata = text.find("\n!", last, end)
    return "LLVM IR", text[first:last], text[metadata:end] if metadata >= 0 else ""


def _definition(text: str, start: int, end: int, function: str) -> int:
    """Where the line `define … @function(…` starts; -1 if the text has none."""
    name = f"@{_ir_name(function)}("
    position = text.find(name, start, end)
    while position >= 0:
        line = text.rfind("\n", start, position) + 1 or start
        if text.startswith("define ", line):
            return line
        position = text.find(name, position + 1, end)
    return -1


def _ir_name(symbol: str) -> str:
    """A symbol as LLVM IR spells it: in quotes if it holds more than a plain name may."""
    if _PLAIN_NAME.fullmatch(symbol) and not symbol[0].isdigit():
        return symbol
    quoted = "".join(
        character
        if character.isascii() and character.isprintable() and character not in '"\\'
        else "".join(f"\\{byte:02X}" for byte in character.encode())
        for character in symbol
    )
    return f'"{quoted}"'
