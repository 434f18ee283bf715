"""OSACA beside llvm-mca: installed or not, the report is right; both are tried on any machine."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.cycles import cycles as entry
from compiler_core.host.cycles.cycles import Analysers, cycles_of
from compiler_core.host.cycles.loop_code import loop_code
from compiler_core.host.cycles.osaca_report import ask_osaca
from compiler_core.host.cycles.scheduling_models import OSACA_MODELS
from compiler_core.toolchain import analysers
from compiler_core.toolchain.analysers import AnalyserRun, find_llvm_mca
from tests.cycles.asking import GOLDEN, ROOT, example

pytestmark = pytest.mark.usefixtures("emulator")


def test_without_osaca_a_note_says_how_to_get_it() -> None:
    source = example("axpy_restrict.c")
    compilation = compile_source((source,), "gcc-12", "-O3")
    report = cycles_of((source,), compilation, "neoverse-n1", Analysers(find_llvm_mca(), None))
    assert [model.model for model in report.loops[0].models] == ["llvm-mca"]
    assert any("pip install 'lowering-lab[osaca]'" in note for note in report.notes)


def with_osaca(monkeypatch: pytest.MonkeyPatch, run: AnalyserRun) -> Analysers:
    """OSACA as if installed, answering what was recorded."""
    monkeypatch.setattr("compiler_core.host.cycles.osaca_report.run_osaca", lambda *_arguments: run)
    osaca = analysers.Analyser("OSACA", "0.7.1", ("osaca",), ())
    return Analysers(find_llvm_mca(), osaca)


def test_osaca_s_answer_stands_beside_with_its_own_model(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = (GOLDEN / "osaca_v2.txt").read_text()
    tools = with_osaca(monkeypatch, AnalyserRun(True, recorded, "", ""))
    source = example("call_in_loop.c")
    compilation = compile_source((source,), "gcc-12", "-O3 -funroll-loops")
    found = next(
        model
        for loop in cycles_of((source,), compilation, "neoverse-v2", tools).loops
        for model in loop.models
        if model.model == "OSACA"
    )
    assert (found.cpu_used, found.cycles_per_iteration) == ("neoverse-v2", 4.0)
    assert found.is_lower_bound
    assert len(found.unknown) == 3
    assert found.statement.startswith("modelled, by OSACA 0.7.1 with OSACA's Neoverse V2 model")


def test_osaca_has_no_model_of_most_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = with_osaca(monkeypatch, AnalyserRun(False, "", "", "must not be asked"))
    source = example("axpy_restrict.c")
    compilation = compile_source((source,), "gcc-12", "-O3")
    for cpu in ("neoverse-v1", "neoverse-n2", "cortex-a53", "cortex-a76"):
        found = cycles_of((source,), compilation, cpu, tools).loops[0].models[1]
        assert found.message == f"OSACA 0.7.1 has no model of {cpu}."
        assert found.cycles_per_iteration is None


def test_osaca_is_not_asked_about_long_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = with_osaca(monkeypatch, AnalyserRun(False, "", "", "must not be asked"))
    source = example("matrix_multiply.c")
    compilation = compile_source((source,), "gcc-12", "-O3")
    found = cycles_of((source,), compilation, "neoverse-n1", tools).loops[0].models
    assert len(found[0].instructions) >= 50
    assert "which the jail does not allow" in found[1].message


def test_osaca_leaves_out_what_it_cannot_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives up at the first such line, so it is asked again without it."""
    asked: list[str] = []

    def run(_tool: object, assembly: str, _options: object) -> AnalyserRun:
        asked.append(assembly)
        if "cmp" in assembly:
            line = next(
                number
                for number, text in enumerate(assembly.splitlines(), start=1)
                if "cmp" in text
            )
            return AnalyserRun(False, "", f"Unable to parse 'cmp' on line {line}", "refused")
        return AnalyserRun(True, (GOLDEN / "osaca_v2.txt").read_text(), "", "")

    monkeypatch.setattr("compiler_core.host.cycles.osaca_report.run_osaca", run)
    listing = compile_source((example("sum.c"),), "gcc-12", "-O2").functions[0]
    code = loop_code(listing, listing.loops[0])
    repeated = replace(code, instructions=code.instructions * 3)
    report = ask_osaca(analysers.Analyser("OSACA", "0.7.1", (), ()), repeated, "V2")
    places = [at for at, text in enumerate(repeated.instructions) if "cmp" in text.text]
    assert report.unreadable == tuple(places)
    assert set(places) <= set(report.unknown)
    assert len(asked) == len(places) + 1


def test_osaca_as_it_is_here() -> None:
    """Installed, it answers from the jail; not installed, the report says so. Either is checked."""
    report = entry.cycles_of_source((example("axpy_restrict.c"),), "gcc-12", "-O3")
    models = [model.model for model in report.loops[0].models]
    if analysers.osaca_directory() is None:
        assert models == ["llvm-mca"]
        assert entry.OSACA_MISSING in report.notes
        return
    assert models == ["llvm-mca", "OSACA"]
    found = report.loops[0].models[1]
    assert found.message == ""
    assert (found.cpu_used, found.cycles_per_iteration) == ("neoverse-n1", 1.5)
    assert found.cycles_per_element == pytest.approx(0.375)


def test_osaca_is_never_imported() -> None:
    code = (
        "import sys\nfrom tests.cycles.asking import example\n"
        "from compiler_core.host.cycles.cycles import cycles_of_source\n"
        "cycles_of_source((example('axpy_restrict.c'),), 'gcc', '-O3')\n"
        "print('osaca' in sys.modules)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert printed.strip() == "False"


def test_osaca_models_are_the_ones_it_ships() -> None:
    assert {model.name for model in OSACA_MODELS} == {
        "A72",
        "N1",
        "V2",
        "TX2",
        "A64FX",
        "TSV110",
        "M1",
    }
