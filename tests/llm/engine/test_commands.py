"""`lowlab llm compile` and `lowlab llm run`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line.main import BAD_INPUT, FAILED, run_arguments
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.generation import greedy_tokens
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from tests.llm.engine.engines import tiny_model

pytestmark = pytest.mark.usefixtures("emulator")


def test_a_file_becomes_an_engine_that_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny_model(tmp_path / "model.gguf", "F16")
    out = str(tmp_path / "engine")
    assert run_arguments(["llm", "compile", str(model), "--out", out, "--json"]) == 0
    build = json.loads(capsys.readouterr().out)
    assert build["bytes_per_token"] < build["weight_bytes"]
    arguments = ["llm", "run", out, "--prompt", "The ship", "--tokens", "5", "--json"]
    assert run_arguments(arguments) == 0
    written = json.loads(capsys.readouterr().out)
    tokeniser = tokeniser_of(read_header(model).tokeniser)
    wanted = greedy_tokens(load_reference(model), tokeniser.encode("The ship"), 5)
    assert tuple(written["tokens"]) == wanted
    assert written["text"] == tokeniser.decode(wanted)
    assert written["instructions_per_token"] == written["decode"]["instructions_per_token"] > 0
    assert written["prefill"]["tokens"] == len(tokeniser.encode("The ship"))

    changed = Path(out) / "model.gguf"
    content = bytearray(changed.read_bytes())
    content[-1] ^= 1
    changed.unlink()
    changed.write_bytes(content)
    assert run_arguments(arguments) == FAILED
    assert "compile it again" in capsys.readouterr().err


def test_what_is_no_engine_and_no_model_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF" + bytes(100))
    out = str(tmp_path / "engine")
    compiling = ["llm", "compile", str(tmp_path / "model.gguf"), "--out", out]
    assert run_arguments(compiling) == BAD_INPUT
    assert run_arguments(["llm", "run", out, "--prompt", "x"]) == BAD_INPUT
    model = tiny_model(tmp_path / "good.gguf", "F16")
    wrong = ["llm", "compile", str(model), "--out", out, "--arithmetic", "magic"]
    assert run_arguments(wrong) == BAD_INPUT
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "There is no arithmetic 'magic'" in lines[2]
