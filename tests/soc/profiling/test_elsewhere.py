"""Work that is not in a loop's own code: removed by the compiler, or done by a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.main import run_arguments
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.refusal import without_options
from compiler_core.soc.profiling.loops import binding, choices, comparing, elsewhere
from compiler_core.soc.profiling.loops.measured import MeasuredLoop, measured_loop
from compiler_core.soc.profiling.loops.program import LoopProgram
from compiler_core.soc.reading import soc_named
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("emulator")


def loop(body: str, flags: str = "-O2") -> MeasuredLoop:
    source = source_file(f"int f(int n, int *x) {{ int s = 0; {body} return s; }}")
    return measured_loop(LoopProgram(source, "gcc", flags, Experiment(n=1024)))


@pytest.mark.parametrize(
    ("body", "removed"),
    [
        ("for (int i = 0; i < n; i++) s += 7;", True),
        ("for (int i = 0; i < n; i++) return 9 / (x[i] - x[i]);", True),
        ("for (int i = 0; i < 0; i++) x[i] = 1;", True),
        ("for (int i = 0; i < 4; i++) x[i] += 3;", False),
        ("for (int i = n; i < 0; i++) s += x[i];", False),
        ("s = x[0] + x[1];", False),
    ],
    ids=["formula", "undefined", "never", "unrolled", "no-round", "no-loop"],
)
def test_a_removed_loop_is_told_from_one_that_is_unrolled_or_has_no_round(
    body: str, removed: bool
) -> None:
    flags = "-O3" if "+= 3" in body else "-O2"
    found = loop(body, flags)
    assert ("removed the loop" in elsewhere.removed_loop(found)) is removed
    assert ("removed the loop" in elsewhere.counted_words(found)) is removed
    if removed:
        assert choices.hot_loop(found) is None
        assert "a round" not in elsewhere.counted_words(found)


def test_library_code_counts_in_a_comparison_and_takes_the_time_away() -> None:
    zeros = "for (int i = 0; i < n; i++) x[i] = 0;"
    before, after = loop(zeros, "-O1"), loop(zeros, "-O3")
    library = elsewhere.library_work(after)
    assert elsewhere.library_work(before) is None
    assert library is not None
    assert library.instructions > 64 > after.own_instructions
    found = comparing.loops_compared(before, after)
    assert found.after == after.counts.everything == after.own_instructions + library.instructions
    assert found.faster == pytest.approx(before.instructions / after.counts.everything)
    for text in (found.sentence, found.reason):
        assert (
            f"{library.instructions} in library code ({library.inside} of these in __memset" in text
        )
    assert found.reason.startswith("In its own code: ")
    with pytest.raises(InputError, match="No time is modelled"):
        binding.judged_loop(soc_named("generic"), "cpu", after)


@pytest.mark.parametrize(
    "text",
    [
        "Use a smaller n, or --set x.size=….",
        "Use n = 9 or less, or set one bound, such as --set n=16.",
        "f touched memory. Give larger arrays, such as --set x.size=65536. It ended.",
        "the array should be larger (--set x.size=…).",
        "Use a value from 1 to 9: --n or --set a=….",
    ],
    ids=["size", "bound", "fault", "outside", "value"],
)
def test_an_option_of_another_command_is_not_advised(text: str) -> None:
    found = without_options(text)
    assert "--" not in found
    assert found.endswith(".")
    assert found[:12] == text[:12]


@pytest.mark.parametrize("command", ["profile", "roofline"])
def test_the_command_line_shows_the_compilers_message(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "bad.c"
    file.write_text("void f(int n, int *x) { for (int i = 0; i < n; i++) x[i] = y; }")
    given = ["resnet50", "--loop"] if command == "roofline" else []
    assert run_arguments(["soc", command, *given, str(file)]) == 2
    assert b"Line 1: 'y' undeclared" in capfdbinary.readouterr().err
