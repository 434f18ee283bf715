"""`lowlab count`: the contract's JSON, further runs, the text, and what cannot be run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Lowlab
from tests.conftest import ROOT

CONTRACT = {"function", "n", "instructions", "loads", "stores", "bytes", "per_line",
            "output_digest"}  # fmt: skip


@pytest.fixture
def restricted(tmp_path: Path) -> Path:
    path = tmp_path / "axpy.c"
    path.write_text(
        "void axpy(float *restrict y, const float *restrict x, float a, int n) {\n"
        "    for (int i = 0; i < n; i++) {\n"
        "        y[i] += a * x[i];\n"
        "    }\n"
        "}\n"
    )
    return path


def test_the_json_keeps_the_contract(lowlab: Lowlab, source: Path) -> None:
    options = ("--compiler", "gcc", "--flags", "-O3", "--n", "1024", "--json")
    found = lowlab("count", source, *options)
    assert found.status == 0
    counts = found.json
    assert counts.keys() >= CONTRACT
    assert (counts["function"], counts["n"]) == ("scale", 1024)
    assert counts["bytes"] == 2 * 4 * 1024
    assert counts["instructions"] == sum(line["instructions"] for line in counts["per_line"])
    assert len(counts["output_digest"]) == 64


@pytest.mark.slow
def test_the_json_has_the_entries_that_only_the_graph_knows(lowlab: Lowlab) -> None:
    collatz = ROOT / "content/examples/collatz.c"
    setting = ("--compiler", "gcc-12", "--flags", "-O3", "--json")
    loops = lowlab("count", collatz, *setting).json["loops"]
    graph = lowlab("cfg", collatz, *setting).json["loops"]
    assert {loop["loop"]: loop["entries"] for loop in loops} == {
        one["id"]: one["entries"] for one in graph
    }


def test_the_vector_length_is_in_bits(lowlab: Lowlab, source: Path) -> None:
    flags = ("--flags", "-O3 -march=armv8-a+sve", "--n", "4096", "--json")
    short, long = (
        lowlab("count", source, *flags, "--sve-bits", bits).json["instructions"]
        for bits in ("256", "2048")
    )
    assert 7 < short / long < 9


def test_further_runs_have_keys_of_their_own(lowlab: Lowlab, restricted: Path) -> None:
    further = ("--compare", "gcc -O0 -ffp-contract=off", "--sweep", "--overlap", "1")
    found = lowlab("count", restricted, "--flags", "-O3", "--n", "64", *further, "--json").json
    assert found["comparison"]["largest_ulp"] >= 1
    assert [row["bits"] for row in found["sweep"]["rows"]] == [128, 256, 512, 1024, 2048]
    assert found["overlap"]["broke"] is True


def test_the_text_shows_heat_inputs_and_outputs(lowlab: Lowlab, restricted: Path) -> None:
    further = ("--compare", "clang -O2", "--sweep", "--overlap", "1", "--set", "a=0.5")
    found = lowlab("count", restricted, "--flags", "-O2", "--n", "50", "--seed", "3", *further)
    assert found.status == 0
    lines = found.output.splitlines()
    assert lines[0].startswith("axpy, n = 50: GCC")
    assert "qemu-aarch64" in lines[1]
    assert any(line.startswith("##########") for line in lines)
    assert "a  float  0.5" in [" ".join(line.split()).replace(" ", "  ") for line in lines]
    assert any(line.startswith("digest ") for line in lines)
    assert any(line.startswith("right: Clang") for line in lines)
    assert any(line.startswith("2,048 bits") for line in lines)
    assert any("breaks the promise" in line for line in lines)


def test_misses_follow_the_cache(lowlab: Lowlab, source: Path) -> None:
    big, small = (
        lowlab("count", source, "--n", "4096", "--cache", cache, "--json").json["totals"]["misses"]
        for cache in ("64x256x4", "16x1x1")
    )
    assert small > big > 0


WRONG = (
    (("--n", "0"), "n cannot be 0"),
    (("--set", "q=1"), "has no q"),
    (("--function", "nothing"), "defines no function nothing"),
    (("--cache", "big"), "is no cache"),
    (("--cache", "64x3x1"), "power of two"),
    (("--sve-bits", "100"), "100 bits"),
    (("--overlap", "1"), "No parameter of scale is restrict"),
    (("--compare", "-O2"), "names no compiler"),
    (("--flags", "-wrapper sh"), "-wrapper"),
)


@pytest.mark.parametrize(("options", "words"), WRONG)
def test_bad_input_is_one_line(
    lowlab: Lowlab, source: Path, options: tuple[str, ...], words: str
) -> None:
    found = lowlab("count", source, *options)
    assert found.status == 2
    assert words in found.error_line


def test_a_run_that_is_stopped_fails(lowlab: Lowlab, tmp_path: Path) -> None:
    path = tmp_path / "wild.c"
    path.write_text("void f(int *a, int n) { while (n--) *(volatile int *)8 = 1; }\n")
    found = lowlab("count", path)
    assert found.status == 1
    assert "outside its arrays" in found.error_line


def test_work_of_library_code_stands_beside_that_of_the_loop(
    lowlab: Lowlab, tmp_path: Path
) -> None:
    """A jump to memmove executes five instructions of its own; the rest is not hidden below."""
    path = tmp_path / "shift.c"
    path.write_text("void f(int *x, int n) { for (int i = 0; i < n; i++) x[i] = x[i + 1]; }\n")
    first = lowlab("count", path, "--flags", "-O3").output.splitlines()[3]
    assert "in library code that it calls" in first
