"""A loop's bundle on a board: the emulator, started by the script as a board's reader does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from compiler_core.board.packing import write_files
from compiler_core.board.records import BoardBundle
from compiler_core.errors import InputError
from compiler_core.host.running.board_bundle import loop_bundle
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.soc.boards import compare_bundle, with_loop_work
from compiler_core.source import SourceFile

pytestmark = pytest.mark.usefixtures("emulator")

# Adds to what is there: were the arrays not as before at each run, the results would differ.
ADD = "void add(float *y, const float *x, int n) { for (int i = 0; i < n; i++) y[i] += x[i]; }\n"
EXIT = "#include <stdlib.h>\nvoid leave(int *x, int n) { for (int i = 0; i < n; i++) exit(3); }\n"
COUNTER = "int calls; int count(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; "
COUNTER += "return s + ++calls; }\n"


def bundle_of(text: str, compiler: str = "gcc", n: int = 64) -> BoardBundle:
    sources, experiment = (SourceFile("loop.c", text),), experiment_of(n=n)
    made = loop_bundle(sources, compiler, "-O3", experiment)
    return with_loop_work(made, count_source(sources, compiler, "-O3", experiment))


def run_script(made: BoardBundle, folder: Path) -> tuple[int, str]:
    write_files(made.files, folder)
    settings = {"LOWLAB_RUNS": "3", "LOWLAB_RUNNER": "qemu-aarch64"}
    done = subprocess.run(
        ["sh", "run.sh"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | settings,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("text", "compiler"), [(ADD, "gcc"), (ADD, "clang"), (COUNTER, "gcc")])
def test_the_code_that_was_counted_is_timed(text: str, compiler: str, tmp_path: Path) -> None:
    status, said = run_script(bundle_of(text, compiler), tmp_path)
    assert status == 0, said
    found = compare_bundle(tmp_path, (tmp_path / "report.json").read_bytes(), "generic")
    (kernel,) = found.kernels
    assert found.runs == 3
    assert kernel.seconds.minimum > 0
    assert kernel.instructions
    assert kernel.of_model is not None


def test_results_that_differ_are_told(tmp_path: Path) -> None:
    made = bundle_of(ADD)
    results = bytearray(made.files["expected.results"])
    results[-20] ^= 1
    changed = BoardBundle(made.files | {"expected.results": bytes(results)}, made.subject)
    status, said = run_script(changed, tmp_path)
    assert (status, "differ" in said) == (1, True)
    assert not compare_bundle(tmp_path, (tmp_path / "report.json").read_bytes(), "generic").agrees


def test_a_function_that_ends_the_program_has_no_bundle() -> None:
    with pytest.raises(InputError):
        bundle_of(EXIT)
