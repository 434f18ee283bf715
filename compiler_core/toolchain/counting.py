"""What to count in a run of a program, and reading what was counted.

Two methods answer with the same record. The plugin (`toolchain/plugin`) counts executions, loads,
stores, bytes, cache lines and modelled misses while the program runs. Where the emulator takes no
plugin or the host has no C compiler, the emulator's own execution log gives the executions; what
an instruction does to memory must then be known from its form.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal

from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.counting_plan import (
    INSTRUCTION_BYTES,
    CacheGeometry,
    CodeRange,
    CodeSymbol,
    CountingPlan,
    CountingWindow,
    edges_in_order,
    in_order,
    line_units,
    plan_text,
)
from compiler_core.toolchain.emulator import run_program
from compiler_core.toolchain.plugin import plugin_path
from compiler_core.toolchain.smallest_program import (
    FIRST_INSTRUCTION,
    INSTRUCTIONS,
    smallest_program,
)

__all__ = [
    "INSTRUCTION_BYTES",
    "CacheGeometry",
    "CodeRange",
    "CodeSymbol",
    "CountRun",
    "CountingPlan",
    "CountingWindow",
    "PluginRequest",
    "Tally",
    "counting_request",
    "log_options",
    "read_count_run",
    "read_execution_log",
]

CountingMethod = Literal["plugin", "execution log"]

PLAN_NAME = "counting.plan"
RESULT_NAME = "counting.result"
LOG_NAME = "counting.log"

_MAGIC = b"LLCOUNT1"
_HEADER = struct.Struct("<8sIIIIQQQQ8x")
_UNIT = struct.Struct("<8Q")
_GROUP = struct.Struct("<Q")
_COMPLETE = 2
# No run comes near it: an emulated processor that does 10⁹ things a second for an hour stays below.
# What is above was written over, and sums of it would leave 64 bits.
_MOST_COUNTED = 1 << 42
_EXECUTED = re.compile(rb"^Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PluginRequest:
    """What a run needs so that it counts: the plugin's library, its options as `key=value`, and the
    files to place in the work directory."""

    library: str
    options: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one instruction or one piece of code.

    loads and stores count executed instructions that read or wrote memory: `ldp` is one load. bytes
    are what they read and wrote.
    """

    executions: int
    """Instructions executed."""
    loads: int = 0
    """Executed instructions that read memory; `ldp` is one."""
    stores: int = 0
    """Executed instructions that wrote memory."""
    bytes_loaded: int = 0
    """That `loads` read."""
    bytes_stored: int = 0
    """That `stores` wrote."""
    cache_lines: int = 0
    """Distinct lines touched; 0 where the plan asks for less than `cache`."""
    misses: int = 0
    """Of the modelled cache; 0 where the plan asks for less than `cache`."""
    unseen: int = 0
    """Executed memory instructions whose addresses the emulator did not report, so that all but
    `executions` is too small by what they did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRun:
    """What one run counted."""

    method: CountingMethod
    """The plugin, or the emulator's log, which knows executions only."""
    complete: bool
    """The window was closed (or, without one, the program ended by itself); else the counts stand
    as they were when the run was ended, and group_lines are all zero. by_address holds the
    instructions of `lines` that ran, by_symbol the symbols that did."""
    by_address: Mapping[int, Tally]
    """Counts of each instruction of `lines` that ran, by its address."""
    by_symbol: Mapping[CodeSymbol, Tally]
    """Counts of each symbol of the plan that ran."""
    group_lines: tuple[int, ...]
    """Distinct cache lines per group of the plan."""
    elsewhere: int
    """Instructions executed outside the plan's code."""
    memory_short: bool = False
    """The plugin ran out of memory for sets of lines, so cache_lines are too small."""
    outside: int | None = None
    """Executions of `lines` before the window and after it, until the program ended; None where
    that is not known."""
    by_edge: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """How often each edge of the plan was taken."""


def counting_request(plan: CountingPlan) -> PluginRequest:
    """The plugin with this plan.

    Raises ToolMissing without a host C compiler, and when the installed emulator does not take the
    plugin (built without plugins, or with another version of their interface): the log is left.
    """
    _check_plugin()
    return _request(plan)


def _request(plan: CountingPlan) -> PluginRequest:
    options = (f"plan={PLAN_NAME}", f"result={RESULT_NAME}")
    return PluginRequest(plugin_path(), options, ((PLAN_NAME, plan_text(plan).encode()),))


@lru_cache(maxsize=1)
def _check_plugin() -> None:
    """See a program of three instructions counted right; once per process if it is."""
    end = FIRST_INSTRUCTION + len(INSTRUCTIONS) * INSTRUCTION_BYTES
    plan = CountingPlan(lines=(CodeRange(FIRST_INSTRUCTION, end),))
    request = _request(plan)
    run = run_program(smallest_program(), plugin=request, files=request.files)
    try:
        counted = read_count_run(plan, run.files)
    except InputError as error:
        raise _no_plugin() from error
    executions = [tally.executions for tally in counted.by_address.values()]
    if not counted.complete or executions != [1] * len(INSTRUCTIONS):
        raise _no_plugin()


def _no_plugin() -> ToolMissing:
    return ToolMissing("An emulator that takes our counting plugin", "qemu-user 7.2 to 8.2")


def log_options(plan: CountingPlan) -> tuple[str, ...]:
    """The emulator's own options that log every execution in the plan's `lines`.

    One instruction per block and no chaining, so that each execution is one line of about 80 bytes
    in LOG_NAME: for small n only. The log knows no window: it holds every call of the code.
    """
    ranges = ",".join(f"{code.first:#x}+{code.end - code.first:#x}" for code in plan.lines)
    return ("-singlestep", "-d", "exec,nochain", "-dfilter", ranges, "-D", LOG_NAME)


def read_count_run(plan: CountingPlan, files: Mapping[str, bytes]) -> CountRun:
    """What the plugin left. Raises InputError when the file is not this plan's whole result.

    The file comes from where the program ran, which may have written to it: it is believed as far
    as the program is.
    """
    content = files.get(RESULT_NAME, b"")
    units = line_units(plan) + len(plan.symbols)
    size = _HEADER.size + units * _UNIT.size + (len(plan.groups) + len(plan.edges)) * _GROUP.size
    if len(content) != size:
        raise _unreadable()
    header = _HEADER.unpack_from(content)
    magic, state, short, found_units, found_groups, elsewhere, outside, known, edges = header
    shape = (magic, found_units, found_groups, edges)
    if shape != (_MAGIC, units, len(plan.groups), len(plan.edges)):
        raise _unreadable()
    end = _HEADER.size + units * _UNIT.size
    counted = list(_UNIT.iter_unpack(content[_HEADER.size : end]))
    rest = tuple(number for (number,) in _GROUP.iter_unpack(content[end:]))
    groups, taken = rest[: len(plan.groups)], rest[len(plan.groups) :]
    if max((elsewhere, outside, *rest, *(max(fields) for fields in counted))) > _MOST_COUNTED:
        raise _unreadable()
    by_address, by_symbol = _by_code(plan, (Tally(*fields) for fields in counted))
    complete = state == _COMPLETE
    return CountRun(
        method="plugin",
        complete=complete,
        by_address=by_address,
        by_symbol=by_symbol,
        group_lines=groups,
        elsewhere=elsewhere,
        memory_short=short != 0,
        outside=outside if complete and known else None,
        by_edge=dict(zip(edges_in_order(plan), taken, strict=True)),
    )


def read_execution_log(plan: CountingPlan, files: Mapping[str, bytes]) -> CountRun:
    """Executions from the emulator's log; everything about memory is zero. It knows no window, so
    nothing is outside."""
    counts = Counter(int(address, 16) for address in _EXECUTED.findall(files.get(LOG_NAME, b"")))
    inside = {
        address: Tally(executions)
        for address, executions in sorted(counts.items())
        if any(code.first <= address < code.end for code in plan.lines)
    }
    return CountRun(
        method="execution log",
        complete=True,
        by_address=inside,
        by_symbol={},
        group_lines=(0,) * len(plan.groups),
        elsewhere=0,
        outside=0,
    )


def _by_code(
    plan: CountingPlan, tallies: Iterator[Tally]
) -> tuple[dict[int, Tally], dict[CodeSymbol, Tally]]:
    """Hand the units out in the order in which the plan named the code."""
    by_address: dict[int, Tally] = {}
    by_symbol: dict[CodeSymbol, Tally] = {}
    for code in in_order(plan):
        if isinstance(code, CodeSymbol):
            tally = next(tallies)
            if tally.executions:
                by_symbol[code] = tally
            continue
        addresses = range(code.first, code.end, INSTRUCTION_BYTES)
        counted = zip(addresses, islice(tallies, len(addresses)), strict=True)
        by_address |= {address: tally for address, tally in counted if tally.executions}
    return by_address, by_symbol


def _unreadable() -> InputError:
    return InputError(
        "The run left no readable counts.",
        "The program may have ended before it began, or written over them.",
    )
