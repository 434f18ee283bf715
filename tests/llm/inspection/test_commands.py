"""`lowlab llm inspect` and `lowlab llm convert` as a shell sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line.llm_convert import usual_text
from command_line.main import run_arguments
from tests.llm.converting.published_form import write_published
from tests.llm.inspection.published import PUBLISHED, metadata_of, tensors_of
from tests.llm.reading.hostile_gguf import KEYS, TENSORS
from tests.llm.reading.model_files import Gguf
from tests.llm.tiny_models import tiny_gguf

BAD_INPUT = 2
Captured = pytest.CaptureFixture[str]


def mistral(folder: Path) -> Path:
    model = PUBLISHED[5]
    return Gguf(metadata_of(model), tensors_of(model)).write(folder / "mistral.gguf")


def test_inspect_prints_the_contract_as_json(tmp_path: Path, capsys: Captured) -> None:
    assert run_arguments(["llm", "inspect", str(mistral(tmp_path)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["architecture"] == "llama"
    assert found["parameters"] == 7_241_732_096
    assert found["bytes_per_token"] == 4_034_453_504
    assert found["kv_bytes_per_position"] == 131_072
    assert found["bytes_total"] == 4_034_453_504 + 73_728_000
    assert found["types"] == {"Q4_0": 225, "F32": 65, "Q6_K": 1}
    assert len(found["tensors"]) == 291
    first = found["tensors"][0]
    assert (first["name"], first["type"], first["shape"]) == (
        "token_embd.weight",
        "Q4_0",
        [32000, 4096],
    )
    assert first["read_per_token"] == 0


def test_inspect_tells_people_the_same(tmp_path: Path, capsys: Captured) -> None:
    assert run_arguments(["llm", "inspect", str(mistral(tmp_path))]) == 0
    text = capsys.readouterr().out
    for figure in ("7,241,732,096", "4,034,453,504", "131,072 bytes per position"):
        assert figure in text


def test_a_name_does_not_command_the_terminal(tmp_path: Path, capsys: Captured) -> None:
    tensors = [*TENSORS, ("\x1b[31mred", "F32", (8, 8))]
    path = Gguf(list(KEYS), tensors).write(tmp_path / "model.gguf")
    assert run_arguments(["llm", "inspect", str(path)]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "[31mred" in text


@pytest.mark.parametrize("command", ["inspect", "convert"])
def test_bad_input_is_one_line_and_status_2(command: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(b"GGUF\x09\0\0\0" + bytes(64))
    extra = ["--out", str(tmp_path / "out.gguf")] if command == "convert" else []
    for source in (path, tmp_path / "missing.gguf"):
        assert run_arguments(["llm", command, str(source), *extra]) == BAD_INPUT
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("lowlab: ")


def test_convert_says_what_became_of_each_tensor(tmp_path: Path, capsys: Captured) -> None:
    write_published(tmp_path / "source", "llama", layers=1)
    out = str(tmp_path / "out.gguf")
    arguments = ["llm", "convert", str(tmp_path / "source"), "--out", out, "--type", "Q8_0"]
    assert run_arguments([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {one["name"]: one for one in found["tensors"]}
    assert rows["blk.0.attn_q.weight"]["source"] == ["model.layers.0.self_attn.q_proj.weight"]
    assert rows["blk.0.attn_q.weight"]["type_after"] == "Q8_0"
    assert "became (2i, 2i + 1)" in rows["blk.0.attn_q.weight"]["permutation"]
    assert found["reads"]["next_token_pages"] > 0
    assert run_arguments(arguments) == 0
    text = capsys.readouterr().out
    assert "F32 → Q8_0" in text
    assert "not measured" in text
    assert run_arguments(["llm", "inspect", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["types"] == {"Q8_0": 8, "F32": 3}


def test_methods_take_a_text(tmp_path: Path, capsys: Captured) -> None:
    path, text = tiny_gguf(tmp_path / "plain.gguf", layers=1, feed_forward=256), tmp_path / "text"
    text.write_text("Once upon a time there was a small compiler. " * 6, encoding="utf-8")
    arguments = [
        "llm",
        "convert",
        str(path),
        "--out",
        str(tmp_path / "out.gguf"),
        "--type",
        "q4_0",
        "--method",
        "gptq",
    ]
    assert run_arguments([*arguments, "--calibration", str(text), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "gptq" in {one["method"] for one in found["errors"]}
    assert run_arguments([*arguments, "--calibration", str(path)]) == BAD_INPUT
    assert "not UTF-8 text" in capsys.readouterr().err
    # Without one, it is the text that ships: a run of it takes longer than a test should.
    assert len(usual_text("gptq")) > 1000
    assert usual_text("rtn") == ""


@pytest.mark.parametrize("option", ["--calibration", "--group"])
def test_what_would_change_nothing_is_refused(
    option: str, tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "m.gguf"
    arguments = ["llm", "convert", "content/models/language/workshop", "--out", str(out)]
    assert run_arguments([*arguments, option, "32"]) == BAD_INPUT
    assert f"{option} changes nothing under rtn" in capsys.readouterr().err
    assert not out.exists()
