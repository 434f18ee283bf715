"""The parts of a bisection by themselves: tables, smallest sets, and mistakes that must show."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from compiler_core.host.bisection.bisect import bisect
from compiler_core.host.bisection.candidates import candidates_between
from compiler_core.host.bisection.minimal import smallest_sufficient
from compiler_core.source import source_file
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.settings import gcc_settings, parse_settings

AXPY = (Path(__file__).parent / "sources" / "axpy.c").read_text()

TABLE = """The following options control optimizations:
  -O<number>                  \t\t
  -faggressive-loop-optimizations \t[enabled]
  -falign-functions=          \t\t16:12
  -falign-labels=             \t\t
  -fexcess-precision=[fast|standard|16] \t[default]
  -fhandle-exceptions         \t\t-fexceptions
  -flifetime-dse=<0,2>        \t\t2
  -fvect-cost-model=[unlimited|dynamic|cheap|very-cheap] \tvery-cheap
  --param=inline-min-speedup=<0,100> \t\t30
  --param=max-unroll-times=   \t\t8
"""


def test_the_table_is_read() -> None:
    assert parse_settings(TABLE) == {
        "-faggressive-loop-optimizations": "[enabled]",
        "-falign-functions=": "16:12",
        "-fexcess-precision=": "[default]",
        "-flifetime-dse=": "2",
        "-fvect-cost-model=": "very-cheap",
        "--param=inline-min-speedup=": "30",
        "--param=max-unroll-times=": "8",
    }


@pytest.mark.parametrize("name", ["gcc-11", "gcc-12"])
def test_every_setting_of_a_level_can_be_read_and_said(name: str) -> None:
    compiler = find_compiler(name)
    assert len(gcc_settings(compiler, ("-O2",))) > 400
    candidates = candidates_between(compiler, ("-O2",), ("-O3",), "c")
    assert len(candidates.settings) >= 19
    assert candidates.cannot_say == ()
    assert all(setting.on for setting in candidates.settings)


def test_a_setting_that_no_flag_switches_off_has_no_way_back() -> None:
    """GCC 12's -O3 lets complete unrolling grow the code whatever the flags say."""
    compiler = find_compiler("gcc-12")
    candidates = candidates_between(compiler, ("-O2",), ("-O3",), "c")
    assert [setting.name for setting in candidates.settings if not setting.off] == [
        "-funroll-completely-grow-size"
    ]


def test_the_flags_said_do_give_the_high_level_s_table() -> None:
    """All settings added to -O2: GCC's own table is then that of -O3."""
    compiler = find_compiler("gcc-12")
    candidates = candidates_between(compiler, ("-O2",), ("-O3",), "c")
    added = tuple(flag for setting in candidates.settings for flag in setting.on)
    assert gcc_settings(compiler, ("-O2", *added)) == gcc_settings(compiler, ("-O3",))
    taken = tuple(flag for setting in candidates.settings for flag in setting.off)
    low = gcc_settings(compiler, ("-O2",)) | {"-funroll-completely-grow-size": "[enabled]"}
    assert gcc_settings(compiler, ("-O3", *taken)) == low


def test_a_value_that_no_flag_says_is_listed() -> None:
    compiler = find_compiler("gcc-12")
    candidates = candidates_between(compiler, ("-O2",), ("-O1",), "c")
    assert "-fvect-cost-model: very-cheap to [default]" in candidates.cannot_say


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_smallest_set_is_found_wherever_it_lies(size: int) -> None:
    items = tuple(range(9))
    for needed in itertools.combinations(items, size):
        tried: list[tuple[int, ...]] = []

        def suffices(
            part: tuple[int, ...], needed: tuple[int, ...] = needed, tried: list = tried
        ) -> bool:
            tried.append(part)
            return set(needed) <= set(part)

        assert smallest_sufficient(items, suffices) == needed
        assert len(tried) <= 80


def test_a_smallest_set_of_alternatives_has_no_member_too_many() -> None:
    """Either {1, 2} or {4} does: what is found must not be larger than it has to be."""
    found = smallest_sufficient((0, 1, 2, 3, 4), lambda part: {1, 2} <= set(part) or 4 in part)
    assert found in ((1, 2), (4,))


MUTANTS = {
    "reads only switches": ("candidates._gcc_flag", lambda name, value: (
        () if name.endswith("=") else ((name,) if value == "[enabled]" else ("-fno-" + name[2:],))
    )),
    "swaps on and off": ("candidates._gcc_flag", lambda name, value: (
        (name,) if value == "[disabled]" else ("-fno-" + name[2:],)
    )),
    "takes any code for equal": ("observations._shapes", lambda compilation: []),
    "never finds code equal": ("observations._shapes", lambda compilation: [object()]),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MUTANTS)
def test_a_mistake_changes_the_answer(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, wrong = MUTANTS[mistake]
    monkeypatch.setattr(f"compiler_core.host.bisection.{place}", wrong)
    found = bisect(source_file(AXPY), "gcc-12")
    right = found.status == "found" and [setting.title for setting in found.sufficient] == [
        "-fvect-cost-model=dynamic"
    ]
    assert not right
