"""Requests, results and runs that go otherwise: damaged files, killed programs, library calls."""

from __future__ import annotations

import struct

import pytest

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.counting.count import count_code
from compiler_core.host.counting.executable import read_executable
from compiler_core.host.counting.plan import _rest, counting_plan, window_between
from compiler_core.host.counting.record import CodeCounts, per_element
from compiler_core.host.counting.tallies import added
from compiler_core.toolchain import counting
from compiler_core.toolchain.counting import (
    CacheGeometry,
    CodeRange,
    CodeSymbol,
    CountingPlan,
    CountingWindow,
    CountRun,
    counting_request,
    log_options,
    read_count_run,
    read_execution_log,
)
from compiler_core.toolchain.counting_plan import MAXIMUM_UNITS, MemoryDetail, plan_text
from compiler_core.toolchain.emulator import run_program
from tests.counting.calls import CALLS, Call
from tests.counting.corpus import (
    BEGIN,
    DRIVER,
    END,
    Corpus,
    call_of,
    corpus,
    counted,
    plan_of,
)
from tests.counting.execution_log import logged_program, run_plainly
from tests.counting.programs import built_function, count_function

GCC = ("gcc-12", "-O2")
SMALL = CountingPlan(
    lines=(CodeRange(4096, 4108),),
    symbols=(CodeSymbol("late", 8192, 8200), CodeSymbol("early", 16, 32)),
    groups=((CodeRange(4096, 4100), CodeRange(4104, 4108)), ()),
    window=CountingWindow(4096, 16),
)


def result_bytes(units: int = 5, groups: int = 2, magic: bytes = b"LLCOUNT1") -> bytes:
    head = struct.pack("<8sIIIIQ32x", magic, 2, 0, units, groups, 7)
    tallies = b"".join(struct.pack("<8Q", *(10 * k + j for j in range(8))) for k in range(units))
    return head + tallies + struct.pack(f"<{groups}Q", *range(100, 100 + groups))


@pytest.mark.parametrize("place", [24, *range(64, 64 + 8 * (5 * 8 + 2 - 1), 8)])
def test_a_count_that_no_run_can_have_was_written_over(place: int) -> None:
    """Sums of such numbers would leave 64 bits, which JSON has for them."""
    content = bytearray(result_bytes())
    content[place : place + 8] = b"\xff" * 8
    with pytest.raises(InputError, match="no readable counts"):
        read_count_run(SMALL, {"counting.result": bytes(content)})


def test_the_plan_as_text() -> None:
    assert plan_text(SMALL).splitlines() == [
        "cache 64 256 4", "memory cache", "window 1000 10", "symbol 10 20", "lines 1000 100c",
        "symbol 2000 2008", "group", "span 1000 1004", "span 1008 100c", "group",
    ]  # fmt: skip


def test_counters_go_to_the_code_in_order_of_address() -> None:
    """`early`, the first in order, ran not once."""
    run = read_count_run(SMALL, {"counting.result": result_bytes()})
    assert {symbol.name: tally.loads for symbol, tally in run.by_symbol.items()} == {"late": 41}
    assert {address: tally.executions for address, tally in run.by_address.items()} == {
        4096: 10,
        4100: 20,
        4104: 30,
    }
    assert (run.group_lines, run.elsewhere, run.complete) == ((100, 101), 7, True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"LLCOUNT1",
        result_bytes()[:-1],
        result_bytes() + b"x",
        result_bytes(units=4),
        result_bytes(groups=1),
        result_bytes(magic=b"SOMETHIN"),
    ],
    ids=["none", "head", "short", "long", "units", "groups", "magic"],
)
def test_a_damaged_result_is_refused(content: bytes) -> None:
    with pytest.raises(InputError, match="no readable counts"):
        read_count_run(SMALL, {"counting.result": content})


def test_too_much_code_is_refused() -> None:
    with pytest.raises(InputError, match="limit"):
        CountingPlan(lines=(CodeRange(0, 4 * MAXIMUM_UNITS + 4),))


KILLED = """
void forever(volatile int *place, int n) {
    for (int i = 0; ; i++) {
        place[0] += i;
        if (i == n) *(volatile int *)0 = 1;
    }
}
"""
KILLED_MAIN = """
extern void forever(volatile int *, int);
static int place[4];
#define CALL forever(place, 1000)
"""


def test_counts_survive_a_program_that_is_killed() -> None:
    program, addresses, listings = built_function(KILLED, KILLED_MAIN, GCC)
    window = window_between(addresses, BEGIN, END)
    plan = counting_plan(listings, addresses, CacheGeometry(), window)
    request = counting_request(plan)
    run = run_program(program, plugin=request, files=request.files)
    assert run.signal_number == 11
    counts = read_count_run(plan, run.files)
    assert not counts.complete
    assert sum(tally.stores for tally in counts.by_address.values()) == 1001
    code = count_code(listings, addresses, plan, counts, driver=DRIVER)
    assert not code.complete
    assert code.totals.stores == 1001
    assert any("ended before" in note for note in code.notes)


CALLING = """
#include <string.h>
static int __attribute__((noinline)) twice(int value) { return value * 2; }
int calling(char *to, const char *from, int n) {
    memmove(to, from, n);
    int total = 0;
    for (int i = 0; i < 10; i++) total += twice(to[i]);
    return total;
}
"""
CALLING_MAIN = """
extern int calling(char *, const char *, int);
static char from[4096], to[4096];
#define CALL calling(to, from, 1000)
"""


def test_library_functions_are_counted_apart() -> None:
    counts = count_function(CALLING, "calling", CALLING_MAIN, ("gcc-12", "-O1"))
    listed = {function.symbol: function for function in counts.functions if function.listed}
    called = [one for one in counts.functions if not one.listed]
    assert set(listed) == {"calling", "twice"}
    assert listed["twice"].calls == 10
    assert any("mem" in one.symbol for one in called)
    assert sum(one.totals.bytes_stored for one in called) >= 1000
    assert DRIVER.isdisjoint(one.symbol for one in called)
    whole = counts.totals.instructions + sum(one.totals.instructions for one in called)
    assert counts.everything >= whole
    assert any("Library code" in note for note in counts.notes)


def test_the_emulators_log_gives_the_same_executions() -> None:
    """The way that is taken where there is no plugin; loads and stores come from the forms."""
    for example in ("saxpy", "histogram", "prefix_sum"):
        built, call = corpus(*GCC), call_of(example)
        logged, plugged = logged_counts(built, call, 100), counted(built, call, 100)
        assert logged.method == "execution log"
        assert executions(logged) == executions(plugged)
        for name in ("instructions", "loads", "stores", "bytes_loaded", "bytes_stored"):
            assert getattr(logged.totals, name) == getattr(plugged.totals, name)
        assert any("log" in note for note in logged.notes)


def logged_counts(built: Corpus, call: Call, n: int) -> CodeCounts:
    plan = plan_of(built, call)
    arguments = (str(CALLS.index(call)), str(n))
    run = run_program(built.program, arguments=arguments, emulator_options=log_options(plan))
    assert run.ok, run.message
    chosen = built.unit_of(call.example)
    units = tuple(unit if index == chosen else () for index, unit in enumerate(built.units))
    return count_code(units, built.addresses, plan, read_execution_log(plan, run.files))


def executions(counts: CodeCounts) -> dict[int, int]:
    return {one.line: one.executions for one in counts.per_line}


def test_heat_and_shares() -> None:
    counts = counted(corpus(*GCC), call_of("sum"), 1000)
    assert max(one.heat for one in counts.per_line) == 1
    assert sum(one.share for one in counts.per_line) == pytest.approx(1)
    assert sum(one.share for one in counts.per_source_line) == pytest.approx(1, abs=0.001)
    (loop,) = (one for one in counts.loops)
    assert (loop.iterations, loop.entries, loop.totals.instructions) == (1000, 1, 4000)
    assert per_element(loop.totals, 1000).instructions == 4
    assert per_element(loop.totals, 1000).bytes_loaded == 4


def test_source_lines_and_loops_know_their_distinct_lines() -> None:
    """Two loads of one line are one line: distinct lines of a piece are no sum."""
    counts = counted(corpus("gcc-12", "-O1"), call_of("stencil_3"), 514)
    lines = [one.totals.cache_lines for one in counts.per_line if one.totals.loads]
    assert len(lines) == 3
    assert counts.totals.cache_lines == 33 + 33
    assert sum(lines) > 2 * 32
    assert max(one.totals.cache_lines for one in counts.per_source_line) == 33 + 33


def test_counting_begins_anew_and_ends() -> None:
    """A second window replaces the first, whose lines overlap its own; what runs after it is not
    counted."""
    main = """
extern int sum(const int *, int);
static int values[4096] __attribute__((aligned(4096)));
void counted_begin(void); void counted_end(void);
#define CALL sum(values + 32, 40), counted_end(), counted_begin(), sum(values, 50), \\
    counted_end(), sum(values, 900)
"""
    text = (
        "int sum(const int *v, int n) "
        "{ int t = 0; for (int i = 0; i < n; i++) t += v[i]; return t; }"
    )
    counts = count_function(text, "sum", main, ("gcc-12", "-O1"))
    assert counts.totals.loads == 50
    assert counts.totals.cache_lines == counts.totals.misses == 4


def test_everything_is_what_the_emulator_executed_in_the_window() -> None:
    """Listed code, the C library and the linker's stubs, against the log of the whole program."""
    program, addresses, _ = built_function(CALLING, CALLING_MAIN, ("gcc-12", "-O1"))
    window = window_between(addresses, BEGIN, END)
    trace = logged_program(program)
    inside = trace[trace.index(window.start) : trace.index(window.stop)]
    own = [addresses.symbols[name] for name in sorted(DRIVER)]
    kept = [one for one in inside if not any(code.first <= one < code.end for code in own)]
    counts = count_function(CALLING, "calling", CALLING_MAIN, ("gcc-12", "-O1"))
    assert counts.everything == len(kept)


def test_an_emulator_that_takes_no_plugin_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the log is left, and the error says which emulator would do."""
    counting._check_plugin()
    counting._check_plugin.cache_clear()
    real = run_program
    monkeypatch.setattr(counting, "run_program", lambda program, **_: real(program))
    with pytest.raises(ToolMissing, match="takes our counting plugin"):
        counting_request(SMALL)


@pytest.mark.parametrize("memory", ["none", "bytes", "cache"])
def test_a_whole_program_by_function(memory: MemoryDetail) -> None:
    """Every instruction from start to end is in one function or elsewhere, as the log has it."""
    program, _, _ = built_function(CALLING, CALLING_MAIN, ("gcc-12", "-O1"))
    _, symbols = _rest(read_executable(program, ()).functions, ())
    plan = CountingPlan(symbols=symbols, memory=memory)
    request = counting_request(plan)
    loaded = ("-plugin", ",".join((request.library, *request.options)))
    run = read_count_run(plan, run_plainly(program, loaded, files=request.files))
    trace = logged_program(program)
    inside = [symbol for symbol in plan.symbols if symbol.name in ("calling", "twice", "main")]
    executions = {
        symbol.name: sum(symbol.first <= one < symbol.end for one in trace) for symbol in inside
    }
    counted = {symbol.name: added([tally]) for symbol, tally in run.by_symbol.items()}
    assert {name: counted[name].instructions for name in executions} == executions
    assert counted["calling"].loads == (0 if memory == "none" else 13)
    assert counted["calling"].bytes_stored == (0 if memory == "none" else 40)
    assert (counted["calling"].cache_lines > 0) == (memory == "cache")
    total = run.elsewhere + sum(one.instructions for one in counted.values())
    assert total == len(trace)


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    ("before", "inside", "after"), [("", "f(9)", ""), ("f(9);", "f(9)", "f(9); f(9);")]
)
def test_what_runs_outside_the_window_is_counted_apart(
    before: str, inside: str, after: str
) -> None:
    text = "volatile int sink;\nvoid f(int n) { for (int i = 0; i < n; i++) sink = i; }\n"
    main = (
        "void f(int);\n"
        f"__attribute__((constructor)) void first(void) {{ {before} }}\n"
        f"__attribute__((destructor)) void last(void) {{ {after} }}\n"
        f"#define CALL {inside}"
    )
    program, addresses, listings = built_function(text, main, GCC)
    window = window_between(addresses, BEGIN, END)
    found = _counted_run(program, counting_plan(listings, addresses, CacheGeometry(), window))
    within = sum(tally.executions for tally in found.by_address.values())
    calls = before.count("f(") + after.count("f(")
    assert within > 9
    assert found.outside == calls * within


@pytest.mark.usefixtures("emulator")
def test_a_window_that_begins_anew_leaves_its_first_part_outside() -> None:
    text = "volatile int sink;\nvoid f(int n) { for (int i = 0; i < n; i++) sink = i; }\n"
    main = f"void f(int); void {BEGIN}(void);\n#define CALL f(9); {BEGIN}(); f(9)"
    program, addresses, listings = built_function(text, main, GCC)
    window = window_between(addresses, BEGIN, END)
    found = _counted_run(program, counting_plan(listings, addresses, CacheGeometry(), window))
    assert found.outside == sum(tally.executions for tally in found.by_address.values())


def _counted_run(program: bytes, plan: CountingPlan) -> CountRun:
    request = counting_request(plan)
    run = run_program(program, plugin=request, files=request.files)
    assert run.ok, (run.message, run.errors)
    return read_count_run(plan, run.files)
