"""What a newcomer reads in the ledger: words beside each name, and a length only where one is."""

from __future__ import annotations

import orjson
import pytest

from command_line.main import run_arguments
from compiler_core.examples import find_example
from compiler_core.host.ledger.ledger import pass_ledger
from compiler_core.host.ledger.machine_parts import MACHINE_PARTS
from compiler_core.host.ledger.skipped_pass import skipped_pass
from compiler_core.host.passes.concepts import NO_CONCEPT, concept_of
from compiler_core.host.passes.timeline import pass_timeline
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.source import source_file
from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("emulator")

SAXPY = ROOT / "content/examples/saxpy.c"
FIXED = """
int fixed(const int *a, int *b, int k) {
    int s = 0;
    for (int i = 0; i < 64; i++) { b[i] = a[i] * k; s += b[i]; }
    return s;
}
"""
AS_MANY = (
    "int as_many(const int *a) { int s = 0; for (int i = 0; i < 1024; i++) s += a[i]; return s; }"
)
SUM = "int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
ENDED = "int ended(const int *a, const int *e) { int s = 0; while (a != e) s += *a++; return s; }"
TEXT = "int text(const char *s) { int n = 0; while (*s++) n++; return n; }"


@pytest.mark.parametrize("example", ["matrix-multiply", "early-exit", "switch-in-loop"])
@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_every_pass_that_may_be_priced_is_in_the_table_of_concepts(
    example: str, compiler: str
) -> None:
    steps = pass_timeline(find_example(example).source, compiler, "-O3").steps
    changed = [s for s in steps if s.changed and s.dump.level in ("GIMPLE", "LLVM IR")]
    assert changed
    assert {s.dump.pass_name for s in changed if s.concept is None} == set()


def test_every_part_of_code_generation_is_in_the_table_too() -> None:
    parts = [part.pass_name for part in MACHINE_PARTS]
    assert [name for name in parts if concept_of("clang", name) is None] == []


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
def test_each_row_says_what_its_pass_does_in_json_and_on_the_command_line(
    compiler: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["ledger", str(SAXPY), "--compiler", compiler, "--flags=-O3", "--n", "200"]
    assert run_arguments([*arguments, "--json"]) == 0
    bars = orjson.loads(capsys.readouterr().out)["bars"]
    assert bars
    assert all(bar["title"] and bar["title"] != NO_CONCEPT for bar in bars)
    assert run_arguments(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    for bar in bars:
        if bar["saved"]:
            assert any(bar["pass_name"] in line and bar["title"] in line for line in lines)


def test_what_later_passes_do_is_said_as_well() -> None:
    source = (source_file(SAXPY.read_text("utf-8")),)
    bars = pass_ledger(source, "clang-19", "-O3", Experiment(n=200)).bars
    step = next(bar.step for bar in bars if bar.pass_name == "SROAPass" and bar.saved)
    assert step is not None
    skipped = skipped_pass(source, "clang-19", "-O3", step, Experiment(n=200))
    assert skipped.title == "Keep variables in values, not memory"
    assert skipped.later
    assert all(row.title for row in skipped.later)


@pytest.mark.parametrize(
    ("text", "settings", "takes"),
    [
        (FIXED, (), False),
        (AS_MANY, (), False),
        (SUM, (), True),
        (SUM, ("n=16",), False),
        (ENDED, (), True),
        (TEXT, (), True),
    ],
)
def test_a_length_is_said_only_where_another_would_make_another_run(
    text: str, settings: tuple[str, ...], takes: bool
) -> None:
    asked = experiment_of("", None, 1, settings, 128)
    counts = count_source((source_file(text),), "clang-19", "-O1", asked)
    assert counts.ok
    assert (counts.length is not None) == takes
    other = experiment_of("", counts.n * 2, 1, settings, 128)
    again = count_source((source_file(text),), "clang-19", "-O1", other)
    assert (again.instructions != counts.instructions) == takes


def test_the_ledger_of_a_loop_of_fixed_length_names_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert pass_ledger((source_file(FIXED),), "clang-19", "-O1").n is None
    assert pass_ledger((source_file(SUM),), "clang-19", "-O1").n == 1024
    assert run_arguments(["ledger", str(SAXPY), "--n", "200"]) == 0
    assert ", n = 200" in capsys.readouterr().out.splitlines()[0]
