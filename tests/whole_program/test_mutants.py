"""Each of these mistakes, put into the whole-program views, breaks some requirement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.whole_program import (
    calls,
    clang_counters,
    direction,
    edge_counts,
    experiment,
    jump_tables,
    layout,
    line_table,
    linked_text,
    measuring,
    profile,
    profile_sentences,
    same_outputs,
    whole,
)
from compiler_core.host.whole_program.edge_counts import Bounds
from compiler_core.host.whole_program.entry import entry_unit
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.profile_record import Layout, ProfileExperiment
from compiler_core.host.whole_program.whole import link_whole
from compiler_core.source import SourceFile
from compiler_core.toolchain import profiles
from compiler_core.toolchain.build import Unit, build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.profiles import profiled_unit
from tests.whole_program.programs import PAIRS, function, linked, source
from tests.whole_program.test_experiment import NEGATIVE, side
from tests.whole_program.test_experiment import experiment as marked_experiment
from tests.whole_program.test_linked_text import ROOT


@dataclass(frozen=True)
class Mutant:
    """A mistake: the name in the module is replaced by what `change` makes of it, and then the
    requirement `breaks` holds no longer."""

    title: str
    breaks: Callable[[], bool]
    module: Any
    name: str
    change: Callable[[Any], Any]


def call_is_gone() -> bool:
    pair = PAIRS[0]
    return all(
        linked(pair, compiler).calls[0].fate == "gone"
        and set(linked(pair, compiler).calls[0].callee_lines) == {2}
        for compiler in ("gcc-12", "clang-19")
    )


def lines_and_loops_are_right() -> bool:
    listing = function(linked(PAIRS[0], "gcc-12").together, "apply")
    marked = [(line.source_file, line.source_line, line.mnemonic) for line in listing.lines]
    loops = {(loop.source_line, loop.instructions) for loop in listing.loops}
    columns = {line.source_column for line in listing.lines if line.mnemonic == "fmadd"}
    return ("helper.c", 2, "fmadd") in marked and loops == {(4, 6)} and columns == {18}


def kept_call_is_kept() -> bool:
    found = link_whole([source("kept.c"), source("slow.c")], "gcc-12", "-O2")
    return [call.fate for call in found.calls] == ["kept"]


def outputs_differ_when_the_code_does() -> bool:
    """Multiply and add of two files are fused once both are seen; without contraction never."""
    files = [source("fuse.c"), source("multiply.c")]
    same = link_whole(files, "gcc-12", "-O2 -ffp-contract=off").outputs
    other = link_whole(files, "gcc-12", "-O2").outputs
    return same is not None and other is not None and (same.same, other.same) == (True, False)


def switches_are_followed() -> bool:
    text = (ROOT / "content/examples/jump_table.c").read_text()
    found = link_whole([SourceFile("jump_table.c", text), source("twice.c")], "gcc-12", "-O2")
    loops = function(found.apart, "evaluate").loops
    entries = [line for line in found.apart.data if line.kind == "data"]
    return [len(loop.blocks) > 15 for loop in loops] == [True] and len(entries) == 20


def branch_turns_round(compiler: str) -> bool:
    found = profile_of(source("post.c"), compiler, "-O2")
    return found.ok and _turned(found) and _counted(found)


def _turned(found: ProfileExperiment) -> bool:
    return (
        found.usual == "mostly entries >= 0"
        and [one.flipped for one in found.layouts] == [False, False, True]
        and [_falls(one) for one in found.layouts] == [(7, 8), (7, 8), (3, 4)]
        and "turns round" in found.summary[-1]
        and "keeps its direction" in found.summary[-2]
    )


def _falls(found: Layout) -> tuple[int, ...]:
    """The first two lines that follow the branch; none if the wrong input's are said to."""
    towards = found.direction
    if towards is None or (towards.falls == "mostly entries >= 0") != (7 in towards.falls_lines):
        return ()
    return towards.falls_lines[:2]


def only_the_marked_call_is_counted() -> bool:
    found = marked_experiment.__wrapped__("gcc-12")
    return side(found.layouts[0], 3, "mostly above") == NEGATIVE["mostly above"]


def _counted(found: ProfileExperiment) -> bool:
    first = found.layouts[0]
    flow = first.blocks[0].flows[found.usual]
    cost = first.costs[found.usual]
    return (
        flow.executions == found.elements
        and flow.taken is not None
        and 0 < flow.taken < 0.1 * found.elements
        and cost.taken_per_element == flow.taken / found.elements
        and cost.instructions_per_element > 5
    )


def gcc_branch_turns_round() -> bool:
    return branch_turns_round("gcc-12")


def clang_branch_turns_round() -> bool:
    return branch_turns_round("clang-19")


def rotated_loop_serves_both() -> bool:
    return profile_of(source("settle.c"), "clang-19", "-O2").usual == ""


def silent_flag_silences_nothing() -> bool:
    """-w would hide a profile that is missing."""
    unit = Unit(source("post.c"), ("-O2", "-w"))
    found = find_compiler("gcc-12")
    units = (profiled_unit(unit, found, b""), entry_unit(["post"]))
    return build_program(units, found).status == "rejected"


REQUIREMENTS = (
    call_is_gone, lines_and_loops_are_right, kept_call_is_kept, outputs_differ_when_the_code_does,
    switches_are_followed, gcc_branch_turns_round, clang_branch_turns_round,
    rotated_loop_serves_both, only_the_marked_call_is_counted, silent_flag_silences_nothing,
)  # fmt: skip


def shifted_names(original: Any) -> Any:
    return lambda *arguments: [*original(*arguments)[1:], ""]


def other_bounds(_: Any) -> Any:
    return lambda blocks, executions, leaves: {
        (block.id, to): Bounds(0, executions.get(block.id, 0))
        for block in blocks
        for to in block.successors
    }


def without_columns(original: Any) -> Any:
    def row(state: Any, header: Any) -> Any:
        made = original(state, header)
        if made.location is None:
            return made
        return replace(made, location=replace(made.location, column=0))

    return row


def swapped(original: Any) -> Any:
    return lambda *arguments: tuple(reversed(original(*arguments)))


MUTANTS = (
    Mutant("file numbers count from 1", call_is_gone, line_table, "_entry_names", shifted_names),
    Mutant("columns are lost", lines_and_loops_are_right, line_table, "_row", without_columns),
    Mutant(
        "special opcodes do not advance",
        lines_and_loops_are_right,
        line_table,
        "_advance_special",
        lambda _: lambda *_: 0,
    ),
    Mutant(
        "labels are left out",
        lines_and_loops_are_right,
        linked_text,
        "_targets",
        lambda _: lambda _: iter(()),
    ),
    Mutant(
        "jump tables are not read",
        switches_are_followed,
        linked_text,
        "jump_tables",
        lambda _: lambda *_: (),
    ),
    Mutant(
        "a table's last entry is left out",
        switches_are_followed,
        jump_tables,
        "_entries",
        lambda f: lambda p, a, s, c, signed: f(p, a, s, c - 1, signed),
    ),
    Mutant(
        "the program is built without -flto",
        call_is_gone,
        whole,
        "_linked",
        lambda f: lambda s, c, flags, *rest: f(s, c, ("-O2",), *rest),
    ),
    Mutant(
        "the main of ours keeps nothing",
        call_is_gone,
        whole,
        "entry_unit",
        lambda f: lambda _: f(["abort"]),
    ),
    Mutant(
        "calls are not looked for", call_is_gone, calls, "_call_lines", lambda _: lambda _: iter(())
    ),
    Mutant(
        "remaining calls do not count",
        kept_call_is_kept,
        calls,
        "_fate",
        lambda _: lambda *_: "gone",
    ),
    Mutant(
        "outputs are not compared",
        outputs_differ_when_the_code_does,
        same_outputs,
        "_seen",
        lambda _: lambda *_: (b"", 0),
    ),
    Mutant(
        "counts say nothing of branches",
        gcc_branch_turns_round,
        layout,
        "edge_counts",
        other_bounds,
    ),
    Mutant(
        "sums are left out", gcc_branch_turns_round, edge_counts, "_sums", lambda _: lambda *_: []
    ),
    Mutant(
        "all branches count as taken",
        gcc_branch_turns_round,
        layout,
        "_falls_to",
        lambda _: lambda *_: None,
    ),
    Mutant("both ways are exchanged", gcc_branch_turns_round, direction, "_sides", swapped),
    Mutant(
        "the other input falls through",
        gcc_branch_turns_round,
        direction,
        "_falls",
        lambda f: lambda e, t, n: next((x for x in n if x != f(e, t, n)), ""),
    ),
    Mutant(
        "only direction tells the usual input",
        rotated_loop_serves_both,
        experiment,
        "usual_and_inverted",
        lambda _: lambda base, names: (base.direction.falls, ""),
    ),
    Mutant(
        "a turned branch is not seen",
        gcc_branch_turns_round,
        profile_sentences,
        "_flipped",
        lambda _: lambda *_: False,
    ),
    Mutant(
        "counting never stops",
        only_the_marked_call_is_counted,
        measuring,
        "Window",
        lambda _: lambda *_: None,
    ),
    Mutant(
        "profiles are exchanged",
        gcc_branch_turns_round,
        experiment,
        "_profiled_units",
        lambda f: lambda *a: dict(zip(f(*a), reversed(f(*a).values()), strict=True)),
    ),
    Mutant(
        "profiles are not used",
        gcc_branch_turns_round,
        experiment,
        "profiled_unit",
        lambda _: lambda unit, *_: unit,
    ),
    Mutant(
        "Clang's counters are all alike",
        clang_branch_turns_round,
        clang_counters,
        "_records",
        lambda f: lambda *a: ((k, h, (1,) * len(c)) for k, h, c in f(*a)),
    ),
    Mutant("-w stays", silent_flag_silences_nothing, profiles, "_SILENT", lambda _: "-never"),
)


@pytest.fixture(autouse=True)
def fresh_results() -> Iterator[None]:
    """Nothing computed by a mutant may outlive it, nor hide it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    whole._kept.clear()
    profile._kept.clear()


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda found: found.__name__)
def test_requirements_hold(requirement: Callable[[], bool]) -> None:
    assert requirement()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_mutant_breaks_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = mutant.change(getattr(mutant.module, mutant.name))
    monkeypatch.setattr(mutant.module, mutant.name, changed)
    assert not _holds(mutant.breaks)


def _holds(requirement: Callable[[], bool]) -> bool:
    """A requirement that ends in an error does not hold either."""
    try:
        return requirement()
    except (
        AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError,
        LoweringLabError,
    ):  # fmt: skip
        return False
