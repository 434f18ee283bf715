"""`lowlab llm bench`: both tests counted, and the price of the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line.main import BAD_INPUT, run_arguments
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from tests.llm.engine.engines import engine_of, tiny_model

pytestmark = pytest.mark.usefixtures("emulator")


def test_a_prompt_and_decoding_are_counted_and_the_cache_is_priced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny_model(tmp_path / "model.gguf")
    directory = engine_of(model, EngineSettings(cache_type="q8_0"))
    (tmp_path / "text.txt").write_text("The ship lay at anchor.")
    arguments = ["llm", "bench", str(directory), "--pp", "3", "--tg", "2"]
    text = ["--text", str(tmp_path / "text.txt")]
    assert run_arguments([*arguments, *text, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(row["test"], row["tokens"]) for row in found["tests"]] == [("pp3", 3), ("tg2", 2)]
    whole = run_engine(directory, (3, 20, 37), 1)
    assert found["tests"][0]["instructions_per_token"] == whole.prefill.instructions_per_token
    cache = found["cache"]
    assert cache["cache_bytes"] * 128 == cache["float_bytes"] * 34
    assert 0 < cache["divergence"] < 0.01
    assert abs(cache["perplexity"] / cache["float_perplexity"] - 1) < 0.05


@pytest.mark.parametrize("numbers", [("0", "0"), ("-1", "4"), ("100000", "0")])
def test_what_is_no_measurement_is_refused(
    numbers: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = str(engine_of(tiny_model(tmp_path / "model.gguf")))
    prompt, decoded = numbers
    assert run_arguments(["llm", "bench", directory, "--pp", prompt, "--tg", decoded]) == BAD_INPUT
    assert "token" in capsys.readouterr().err
