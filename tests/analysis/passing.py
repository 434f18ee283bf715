"""Signatures whose arguments real compilers place: one function per part that is read.

Each function stores one part of one argument to memory. The registers and stack slots that its code
reads as the caller left them are where the compiler takes that part from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from compiler_core.host.assembly import AssemblyFunction, read_assembly
from compiler_core.host.instruction import Immediate, Memory, Register
from compiler_core.host.loop_analysis.blocks import effects_by_position
from compiler_core.host.register_map import argument_passing
from compiler_core.host.register_map.argument_passing import Argument
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.source import Language, SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.service import compile_assembly

SETTINGS = (
    ("gcc-12", "-O1"),
    ("gcc-12", "-O2"),
    ("clang-19", "-O1"),
    ("clang-19", "-O2"),
)

TYPES = """\
#include <stdint.h>
#include <arm_neon.h>
#define SIDE 2
extern char out[64] __attribute__((aligned(16)));
enum colour { RED, GREEN };
struct point { int x, y; };
struct wide { int x; long y; };
struct triple { int8_t a; int16_t b; uint8_t c[3]; };
struct one { char c; };
struct single { float f; };
struct vec2 { float x, y; };
struct vec3 { double x, y, z; };
struct vec4 { float v[4]; };
struct vec5 { float v[5]; };
struct grid { float m[SIDE][SIDE]; };
struct line { struct vec2 from, to; };
struct mixed { float f; int i; };
struct twokinds { float f; double d; };
struct large { long a, b, c; };
struct huge { int head; double rows[20]; };
struct wider { __int128 big; };
struct aligned { long a __attribute__((aligned(16))); };
struct padded { int a, b; } __attribute__((aligned(16)));
struct halves { _Float16 a, b, c; };
struct quads { long double a, b; };
struct lanes { float32x4_t a, b; };
struct lanes_of_two { int32x4_t a; float32x4_t b; };
struct short_and_long { float32x2_t a; float32x4_t b; };
struct pointers { const int *p; void (*call)(int); };
struct tagged { enum colour colour; union { int i; float f; }; };
union either { float f; float pair[2]; };
union bytes { long l; unsigned char b[8]; };
struct inner { struct { short a; } s; char t; };
typedef struct { unsigned u; signed char c; _Bool b; } unnamed;
typedef struct vec2 pair;
typedef float four __attribute__((vector_size(16)));
"""

CLASSES = """\
extern char out[64] __attribute__((aligned(16)));
struct plain { int a; int b; };
class closed { long a; public: long b; long sum() const { return a + b; } static int count; };
struct defaulted { int a; defaulted(const defaulted &) = default; ~defaulted() = default; };
struct made { int a; made(int from); };
struct copied { int a; copied(const copied &from); };
struct ended { float x, y; ~ended(); };
struct moved { int a; moved(moved &&from); };
struct kept { int a; kept(const kept &) = delete; };
struct taken { int a; taken(const taken &) = delete; taken(taken &&) = default; };
struct fixed { int a; fixed &operator=(fixed &&); };
struct shaped { int a; virtual int area() const; };
struct holder { copied inside; int b; };
struct nothing {};
struct referring { int &to; };
enum class shade : unsigned char { dark, light };
struct shaded { shade one, two; };
struct coloured { double r, g, b; coloured(); double sum() const { return r + g + b; } };
"""


@dataclass(frozen=True)
class Case:
    """A list of parameters, and the expressions that are read of them one at a time."""

    types: str
    parameters: str
    parts: tuple[str, ...]

    @property
    def id(self) -> str:
        return " ".join(self.parameters.split())


def c(parameters: str, *parts: str) -> Case:
    return Case(TYPES, parameters, parts)


def cpp(parameters: str, *parts: str) -> Case:
    return Case(CLASSES, parameters, parts)


CASES = (
    c("int a, struct point p, int b", "a", "p.x", "p.y", "b"),
    c("struct wide p, int b", "p.x", "p.y", "b"),
    c("int a, struct triple p, int b", "p.a", "p.b", "p.c[2]", "b"),
    c("struct one p, struct one q, char r", "p.c", "q.c", "r"),
    c("struct single p, float b, struct single q", "p.f", "b", "q.f"),
    c("float a, struct vec2 p, float b", "a", "p.x", "p.y", "b"),
    c("int a, struct vec3 p, double b, int d", "p.x", "p.y", "p.z", "b", "d"),
    c("struct vec4 p, struct vec4 q", "p.v[0]", "p.v[3]", "q.v[0]", "q.v[3]"),
    c("int a, struct vec5 p, float b, int d", "p.v[0]", "p.v[4]", "b", "d"),
    c("struct grid p, float b", "p.m[0][1]", "p.m[1][0]", "b"),
    c("struct line p, float b", "p.from.x", "p.from.y", "p.to.x", "p.to.y", "b"),
    c("struct mixed p, float b, int d", "p.f", "p.i", "b", "d"),
    c("struct twokinds p, double b, int d", "p.f", "p.d", "b", "d"),
    c("int a, struct large p, int b", "p.a", "p.c", "b"),
    c("struct huge p, double b, int d", "p.head", "p.rows[19]", "b", "d"),
    c("int a, struct wider p, int b", "p.big", "b"),
    c("int a, __int128 big, int b", "a", "big", "b"),
    c("int a, unsigned __int128 big, int b", "big", "b"),
    c("int a, struct aligned p, int b", "p.a", "b"),
    c("int a, struct padded p, int b", "p.a", "p.b", "b"),
    c("struct halves p, _Float16 b", "p.a", "p.b", "p.c", "b"),
    c("long double a, struct quads p, int b", "a", "p.a", "p.b", "b"),
    c("struct lanes p, float32x4_t b", "p.a", "p.b", "b"),
    c("struct lanes_of_two p, int b", "p.a", "p.b", "b"),
    c("struct short_and_long p, four b, int d", "p.a", "p.b", "b", "d"),
    c("float32x4x2_t p, float32x2_t b", "p.val[0]", "p.val[1]", "b"),
    c("struct pointers p, int b", "p.p", "p.call", "b"),
    c("struct tagged p, int b", "p.colour", "p.i", "p.f", "b"),
    c("union either p, union bytes q, int b", "p.f", "p.pair[1]", "q.l", "b"),
    c("struct inner p, unnamed q, pair r", "p.s.a", "p.t", "q.u", "q.c", "q.b", "r.y"),
    c("enum colour a, struct point p, int8_t b", "a", "p.y", "b"),
    # Registers run out: what no longer fits goes to the stack whole, and closes its bank.
    c(
        "long a0, long a1, long a2, long a3, long a4, long a5, long a6, struct wide p, long b,"
        " struct point q",
        "a6", "p.x", "p.y", "b", "q.x", "q.y",
    ),
    c(
        "long a0, long a1, long a2, long a3, long a4, long a5, long a6, struct wider p, char b,"
        " char d",
        "p.big", "b", "d",
    ),
    c(
        "long a0, long a1, long a2, long a3, long a4, __int128 p, char b, __int128 q, char d",
        "p", "b", "q", "d",
    ),
    c(
        "long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, char b,"
        " struct large p, struct aligned q, short d",
        "b", "p.b", "q.a", "d",
    ),
    c(
        "float a0, float a1, float a2, float a3, float a4, struct vec4 p, float b, double d, int e",
        "a4", "p.v[0]", "p.v[3]", "b", "d", "e",
    ),
    c(
        "double a0, double a1, double a2, double a3, double a4, double a5, float a6, struct vec2 p,"
        " float b, long double d, four e, float f",
        "a6", "p.x", "p.y", "b", "d", "e", "f",
    ),
    c(
        "struct vec4 p, struct vec3 q, float b, struct lanes r, float d",
        "q.z", "b", "r.a", "r.b", "d",
    ),
    c(
        "int a0, float b0, struct point p, struct vec2 q, struct large r, int a1, float b1",
        "a0", "b0", "p.y", "q.y", "r.b", "a1", "b1",
    ),
    cpp("int a, plain p, int b", "p.a", "p.b", "b"),
    cpp("closed p, int b", "p.b", "b"),
    cpp("int a, defaulted p, int b", "p.a", "b"),
    cpp("made p, int b", "p.a", "b"),
    cpp("int a, copied p, int b", "p.a", "b"),
    cpp("ended p, float b, int d", "p.y", "b", "d"),
    cpp("moved p, int b", "p.a", "b"),
    cpp("kept &k, int b, taken p, int d", "k.a", "b", "p.a", "d"),
    cpp("fixed p, int b", "p.a", "b"),
    cpp("shaped p, int b", "p.a", "b"),
    cpp("int a, holder p, int b", "p.inside.a", "p.b", "b"),
    cpp("int a, nothing p, int b", "a", "b"),
    cpp("referring p, int b", "b"),
    cpp("shaded p, shade q, coloured r, double b", "p.one", "p.two", "q", "r.g", "b"),
    cpp(
        "int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, copied p, int b",
        "p.a", "b",
    ),
)  # fmt: skip

RESULTS = (
    "struct point", "struct wide", "struct single", "struct vec2", "struct vec3", "struct vec4",
    "struct vec5", "struct large", "struct mixed", "struct wider", "struct lanes", "struct quads",
    "float", "double", "long", "__int128", "long double", "four", "union either", "struct huge",
    "struct pointers", "unnamed",
)  # fmt: skip


def function_names(case: Case) -> list[str]:
    number = CASES.index(case)
    return [f"case{number}_part{part}" for part in range(len(case.parts))]


def _functions(cases: list[Case]) -> str:
    lines: list[str] = []
    for case in cases:
        for name, part in zip(function_names(case), case.parts, strict=True):
            store = f"*(volatile __typeof__({part}) *)out = {part};"
            lines.append(f"void {name}({case.parameters}) {{ {store} }}")
    return "\n".join(lines)


def _results() -> str:
    return "\n".join(
        f"{name} result{number}(const {name} *from) {{ return *from; }}"
        for number, name in enumerate(RESULTS)
    )


@cache
def source(types: str) -> SourceFile:
    """All functions of the cases over these types."""
    language: Language = "c++" if types == CLASSES else "c"
    text = types + _functions([case for case in CASES if case.types == types])
    text += f"\n{_results()}\n" if types == TYPES else "\n"
    return SourceFile("passing.cpp" if language == "c++" else "passing.c", text)


@cache
def compiled(types: str, setting: tuple[str, str]) -> dict[str, AssemblyFunction]:
    """The functions' code by the names of the source."""
    compiler = find_compiler(setting[0])
    outcome = compile_assembly(source(types), compiler, parse_flags(setting[1], compiler))
    assert outcome.status == "ok", outcome.diagnostics
    found = {}
    for function in read_assembly(outcome.output).functions:
        for name in _names(types):
            if function.symbol == name or function.symbol.startswith(f"_Z{len(name)}{name}"):
                found[name] = function
    return found


@cache
def _names(types: str) -> tuple[str, ...]:
    cases = [case for case in CASES if case.types == types]
    results = [f"result{number}" for number in range(len(RESULTS))]
    return (*(name for case in cases for name in function_names(case)), *results)


@dataclass(frozen=True)
class Taken:
    """What a function takes as its caller left it: registers, offsets on the stack, and which of
    the registers it follows as addresses."""

    registers: frozenset[str]
    slots: frozenset[int]
    followed: frozenset[str]


def taken_by(function: AssemblyFunction) -> Taken:
    """Straight code only: registers read before they are written; loads above the frame."""
    written: set[str] = set()
    registers: set[str] = set()
    slots: set[int] = set()
    followed: set[str] = set()
    frame = 0
    for position, effect in sorted(effects_by_position(function).items()):
        instruction = function.lines[position].instruction
        assert instruction is not None
        registers |= set(effect.reads) - written - {"sp", "x30", "xzr", "nzcv"}
        for operand in instruction.operands:
            if isinstance(operand, Memory) and operand.base.kind == "sp":
                offset = operand.offset
                start = int(offset.value) if isinstance(offset, Immediate) else 0
                if effect.memory == "load" and start >= frame:
                    slots.add(start - frame)
            elif isinstance(operand, Memory) and operand.base.canonical not in written:
                followed.add(operand.base.canonical)
        frame += _taken_from_stack(instruction)
        written |= set(effect.writes)
    return Taken(frozenset(registers), frozenset(slots), frozenset(followed))


def _taken_from_stack(instruction: object) -> int:
    operands = getattr(instruction, "operands", ())
    if getattr(instruction, "mnemonic", "") not in ("sub", "add") or len(operands) != 3:
        return 0
    target, _, amount = operands
    if not isinstance(target, Register) or target.kind != "sp" or not isinstance(amount, Immediate):
        return 0
    return int(amount.value) if instruction.mnemonic == "sub" else -int(amount.value)  # type: ignore[attr-defined]


def places_of(case: Case, part: str) -> list[Argument]:
    """Where our reading of the convention says this part is."""
    name = function_names(case)[0]
    signature = next(one for one in signatures_of(source(case.types)) if one.name == name)
    listed = argument_passing.arguments_of(signature)
    assert listed.stopped_at is None, listed.stopped_at
    return [one for one in listed.arguments if _holds(one, part)]


def _holds(argument: Argument, part: str) -> bool:
    if part == argument.name or part in dict(argument.members):
        return True
    return argument.is_address and part.startswith(f"{argument.name}.")


def wrong_places(case: Case, setting: tuple[str, str]) -> list[str]:
    """Each part that the compiler's code takes from elsewhere than we say."""
    code = compiled(case.types, setting)
    try:
        said = [_said(places_of(case, part), part) for part in case.parts]
    except AssertionError as error:
        return [f"{case.id}: {error}"]
    taken = [_lowest(taken_by(code[name])) for name in function_names(case)]
    return [
        f"{part}: {two} but we say {one}"
        for part, one, two in zip(case.parts, said, taken, strict=True)
        if one != two
    ]


def _said(places: list[Argument], part: str) -> Taken:
    """A part may lie in two registers; on the stack its offset is enough."""
    in_registers = [one for one in places if one.register != "stack"]
    followed = [one for one in in_registers if one.is_address and one.name != part]
    return Taken(
        frozenset(one.register for one in in_registers),
        frozenset(one.offset for one in places if one.register == "stack"),
        frozenset(one.register for one in followed),
    )


def _lowest(taken: Taken) -> Taken:
    return replace(taken, slots=frozenset(sorted(taken.slots)[:1]))


def wrong_results(setting: tuple[str, str]) -> list[str]:
    """Each type that the compiler's code hands back elsewhere than we say."""
    code = compiled(TYPES, setting)
    signatures = {one.name: one for one in signatures_of(source(TYPES))}
    wrong = []
    for number, name in enumerate(RESULTS):
        said = argument_passing.result_registers(signatures[f"result{number}"])
        function = code[f"result{number}"]
        written = {
            register
            for effect in effects_by_position(function).values()
            for register in effect.writes
        }
        in_memory = "x8" in taken_by(function).registers
        if in_memory != (not said) or (said and not _exactly(set(said), written)):
            wrong.append(f"{name}: {sorted(written)} but we say {said}")
    return wrong


def _exactly(said: set[str], written: set[str]) -> bool:
    """All of them are written, and not the next one of their bank, which would be a part too."""
    bank = next(iter(said))[0]
    return said <= written and f"{bank}{len(said)}" not in written


def own_mistakes(settings: tuple[tuple[str, str], ...] = SETTINGS) -> list[str]:
    """Everything that compilers do otherwise than we say."""
    return [
        found for setting in settings for case in CASES for found in wrong_places(case, setting)
    ] + [found for setting in settings for found in wrong_results(setting)]
