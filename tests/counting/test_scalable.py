"""SVE: the same code at every vector length, and the accesses that qemu itself does not report."""

from __future__ import annotations

import pytest

from compiler_core.host.counting.markers import note_assembly
from compiler_core.host.counting.record import CodeCounts, LoopCount
from compiler_core.host.counting.scalable import probes_of, vector_access
from compiler_core.host.instruction import parse_instruction
from tests.counting.calls import CALLS, PROTOTYPES, Call
from tests.counting.corpus import call_of, corpus, counted, counted_once, sources
from tests.counting.programs import count_function

GCC = ("gcc-12", "-O3 -march=armv8-a+sve")
CLANG = ("clang-19", "-O3 -march=armv8-a+sve")
LENGTHS = (16, 32, 64, 128, 256)
# Loops that GCC 12 vectorises with SVE, one vector per iteration.
HALVING = ("saxpy", "axpy_restrict", "relu", "clamp", "sum", "masked_add", "fixed_point_q15")
# These load twice what they use, or keep a register on the stack: read in the listing.
OTHERWISE = {
    ("brightness", GCC), ("saturating_add", GCC), ("alias_sum", CLANG), ("stencil_5", CLANG),
}  # fmt: skip
WITH_BYTES = tuple(call for call in CALLS if call.loaded and call.stored)


@pytest.mark.parametrize("example", HALVING)
def test_the_loop_halves_with_each_doubling(example: str) -> None:
    n = 4096
    counts = [counted(corpus(*GCC), call_of(example), n, sve_bytes=length) for length in LENGTHS]
    loops = [busiest(count) for count in counts]
    assert [loop.iterations for loop in loops] == [4 * n // length for length in LENGTHS]
    bodies = [loop.totals.instructions for loop in loops]
    assert [body * length for body, length in zip(bodies, LENGTHS, strict=True)] == [
        bodies[0] * LENGTHS[0]
    ] * len(LENGTHS)
    outside = {count.totals.instructions - body for count, body in zip(counts, bodies, strict=True)}
    assert len(outside) == 1


def busiest(counts: CodeCounts) -> LoopCount:
    return max(counts.loops, key=lambda loop: loop.totals.instructions)


@pytest.mark.parametrize("setting", [GCC, pytest.param(CLANG, marks=pytest.mark.slow)])
@pytest.mark.parametrize("call", WITH_BYTES, ids=lambda call: call.example)
def test_bytes_are_the_closed_form_at_every_length(call: Call, setting: tuple[str, str]) -> None:
    if (call.example, setting) in OTHERWISE:
        assert moved(setting, call, 16) == moved(setting, call, 64)
        return
    assert call.loaded is not None
    assert call.stored is not None
    for length in (16, 256):
        assert moved(setting, call, length) == (call.loaded(192), call.stored(192), 0)


def moved(setting: tuple[str, str], call: Call, length: int) -> tuple[int, int, int]:
    shortest = None if length == LENGTHS[0] else length
    totals = counted_once(*setting, call, 192, shortest).totals
    return totals.bytes_loaded, totals.bytes_stored, totals.unseen


@pytest.mark.parametrize("length", [16, 64, 256])
def test_every_kind_of_access_moves_what_its_manual_says(length: int) -> None:
    """Hand-written forms; lanes is the number of 4-byte lanes of a vector."""
    lanes = length // 4
    counts = count_function(FORMS, "forms", FORMS_MAIN, GCC, sve_bytes=length)
    found = [
        (line.totals.loads + line.totals.stores, line.totals.bytes_loaded, line.totals.bytes_stored)
        for line in counts.per_line
        if line.totals.loads or line.totals.stores
    ]
    assert found == [
        (1, 4 * lanes, 0),  # ld1w, all lanes
        (1, 12, 0),  # ld1w, three lanes
        (1, lanes, 0),  # ld1b into words
        (1, 8 * lanes, 0),  # ld2w
        (1, 0, 3 * 4 * 3),  # st3w, three lanes
        (1, 16, 0),  # ld1rqw
        (1, 4, 0),  # ld1rw, one element whatever the lanes
        (1, 4 * lanes, 0),  # gather of words
        (1, 0, 4 * (lanes // 2)),  # scatter of words from doubles
        (1, 12, 0),  # ld1w, three lanes, one vector further
        (1, 0, 0),  # st1w without an active lane
        (1, length, 0),  # ldr z
    ]


FORMS = """
void forms(char *memory) {
    __asm__ volatile(
        "ptrue p0.s\\n ptrue p1.s, vl3\\n ptrue p2.d\\n pfalse p3.b\\n"
        "index z20.s, #0, #2\\n index z21.d, #0, #3\\n mov x9, #5\\n"
        "ld1w {z0.s}, p0/z, [%0]\\n"
        "ld1w {z0.s}, p1/z, [%0, x9, lsl #2]\\n"
        "ld1b {z0.s}, p0/z, [%0, x9]\\n"
        "ld2w {z0.s, z1.s}, p0/z, [%0, #2, mul vl]\\n"
        "st3w {z0.s, z1.s, z2.s}, p1, [%0]\\n"
        "ld1rqw {z0.s}, p0/z, [%0, #16]\\n"
        "ld1rw {z0.s}, p1/z, [%0, #8]\\n"
        "ld1w {z0.s}, p0/z, [%0, z20.s, uxtw #2]\\n"
        "st1w {z0.d}, p2, [%0, z21.d, lsl #2]\\n"
        "ld1w {z0.s}, p1/z, [%0, #1, mul vl]\\n"
        "st1w {z0.s}, p3, [%0]\\n"
        "ldr z0, [%0]\\n"
        :: "r"(memory) : "x9", "z0", "z1", "z2", "z20", "z21", "p0", "p1", "p2", "p3", "memory");
}
"""
FORMS_MAIN = """
extern void forms(char *);
static char memory[1 << 20] __attribute__((aligned(4096)));
#define CALL forms(memory + 4096)
"""

LINES = """
void forms(char *memory) {
    __asm__ volatile(
        "ptrue p0.s\\n ptrue p1.s, vl2\\n index z20.s, #0, #-16\\n mov x9, #100\\n"
        "ld1w {z0.s}, p1/z, [%0, #-1, mul vl]\\n"
        "ld1w {z0.s}, p1/z, [%0, x9, lsl #2]\\n"
        "ld1w {z0.s}, p0/z, [%0, z20.s, sxtw #2]\\n"
        :: "r"(memory) : "x9", "z0", "z20", "p0", "p1", "memory");
}
"""


@pytest.mark.parametrize("length", [16, 64])
def test_addresses_fall_where_they_must(length: int) -> None:
    """Lines of 64 bytes: `memory` begins a line; the gather goes down one line per lane."""
    counts = count_function(LINES, "forms", FORMS_MAIN, GCC, sve_bytes=length)
    lines = [one.totals.cache_lines for one in counts.per_line if one.totals.loads]
    assert lines == [1, 1, length // 4]
    # The first two lie in the line below and in the seventh above; the gather meets the first.
    assert counts.totals.cache_lines == 1 + length // 4


@pytest.mark.parametrize(
    ("text", "probes"),
    [
        ("ld1w z0.s, p0/z, [x1, x3, lsl 2]",
         ("stur x1, [sp, #-8]", "stur x3, [sp, #-16]", "str p0, [sp, #-16, mul vl]")),
        ("st1d { z3.d }, p7, [sp, #1, mul vl]",
         ("stur xzr, [sp, #-8]", "str p7, [sp, #-16, mul vl]")),
        ("ld1w z0.s, p0/z, [x1, z2.s, sxtw 2]",
         ("stur x1, [sp, #-8]", "str p0, [sp, #-16, mul vl]", "str z2, [sp, #-3, mul vl]")),
        ("ld1d {z0.d}, p1/z, [z4.d, #8]",
         ("stur xzr, [sp, #-8]", "str p1, [sp, #-16, mul vl]", "str z4, [sp, #-3, mul vl]")),
        ("ld1 {v0.4s}, [x0]", ()), ("ldr z0, [x0]", ()), ("ld1rw z0.s, p0/z, [x0]", ()),
        ("prfw pldl1keep, p0, [x0]", ()), ("ldr q0, [x0]", ()), ("add z0.s, z0.s, z1.s", ()),
    ],
)  # fmt: skip
def test_probes(text: str, probes: tuple[str, ...]) -> None:
    instruction = parse_instruction(text)
    assert probes_of(instruction) == probes
    access = vector_access(instruction, 4096)
    assert (access.probes if access is not None else 0) == len(probes)


@pytest.mark.parametrize("example", ["masked_add", "lookup_table", "strided_copy", "sum"])
def test_probes_change_no_count(example: str) -> None:
    """Without probes the same instructions run equally often and every access is unseen."""
    text = next(source.text for source in sources() if source.name == f"{example}.c")
    main = DRIVEN.format(prototypes=PROTOTYPES, call=call_of(example).statement)
    symbol = call_of(example).symbol
    with_probes = count_function(text, symbol, main, GCC)
    without = count_function(text, symbol, main, GCC, mark=note_assembly)
    assert executions(with_probes) == executions(without)
    assert with_probes.totals.loads == without.totals.loads
    assert with_probes.totals.unseen == 0
    assert without.totals.unseen > 0


DRIVEN = """
{prototypes}
static char arrays[3][1 << 16] __attribute__((aligned(4096)));
static void *first = arrays[0], *second = arrays[1], *third = arrays[2];
static long n = 777;
static void prepare(void) {{ (void)third; for (int i = 0; i < 1 << 16; i++) arrays[2][i] = 1; }}
#define CALL prepare(), {call}
"""


def executions(counts: CodeCounts) -> dict[int, int]:
    """Of instructions; padding may fall differently."""
    return {one.line: one.executions for one in counts.per_line if one.kind == "instruction"}
