"""A language model's bundle on a board: the emulator, started by the script."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from compiler_core.board.packing import write_files
from compiler_core.errors import InputError
from compiler_core.llm.engine.board_bundle import language_bundle
from compiler_core.soc.boards import compare_bundle
from tests.llm.engine.engines import engine_of, tiny_model

pytestmark = pytest.mark.usefixtures("emulator")


def run_script(folder: Path) -> int:
    settings = {"LOWLAB_RUNS": "3", "LOWLAB_RUNNER": "qemu-aarch64"}
    return subprocess.run(
        ["sh", "run.sh"], check=False, capture_output=True, cwd=folder, env=os.environ | settings
    ).returncode


def test_tokens_a_second_stand_beside_counts(tmp_path: Path) -> None:
    """Every run begins anew: the tokens of the last are still the expected ones."""
    folder = engine_of(tiny_model(tmp_path / "model.gguf"))
    write_files(language_bundle(folder, 5, 3).files, folder)
    assert run_script(folder) == 0
    found = compare_bundle(folder, (folder / "report.json").read_bytes(), "generic")
    prompt, decode = found.kernels
    assert (prompt.name, decode.name) == ("prompt", "decode")
    assert prompt.tokens_per_second == pytest.approx(5 / prompt.seconds.median)
    assert decode.tokens_per_second == pytest.approx(3 / decode.seconds.median)
    assert prompt.instructions
    assert prompt.bytes
    changed = (folder / "language.h").read_text().replace("expected[] = {", "expected[] = {1 + ")
    (folder / "language.h").write_text(changed)
    subprocess.run(["make", "-s", "board"], cwd=folder, check=True)
    assert run_script(folder) == 1


def test_a_board_times_both(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a prompt and decoding"):
        language_bundle(engine_of(tiny_model(tmp_path / "model.gguf")), 4, 0)
