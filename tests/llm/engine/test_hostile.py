"""What an engine must refuse, and in which words."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader
from tests.llm.engine.engines import engine_of, tiny_model

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = tiny_model(tmp_path_factory.mktemp("engine") / "model.gguf", "Q8_0")
    return engine_of(model, EngineSettings(context=32))


def copied(engine: Path, target: Path) -> Path:
    """A copy whose files can be changed."""
    target.mkdir()
    for file in engine.iterdir():
        (target / file.name).write_bytes(file.read_bytes())
    return target


def test_a_model_file_with_one_bit_changed_is_refused(engine: Path, tmp_path: Path) -> None:
    directory = copied(engine, tmp_path / "changed")
    content = bytearray((directory / "model.gguf").read_bytes())
    content[-1] ^= 0x80
    (directory / "model.gguf").write_bytes(content)
    found = run_engine(directory, (1, 2), 2)
    assert found.status == "failed"
    assert "not the one this program was built for" in found.message


def test_a_model_file_cut_short_is_refused(engine: Path, tmp_path: Path) -> None:
    directory = copied(engine, tmp_path / "cut")
    content = (directory / "model.gguf").read_bytes()
    (directory / "model.gguf").write_bytes(content[:-4096])
    found = run_engine(directory, (1, 2), 2)
    assert found.status == "failed"
    assert "another size" in found.message


def test_a_missing_model_file_is_an_error_of_the_user(engine: Path, tmp_path: Path) -> None:
    directory = copied(engine, tmp_path / "missing")
    (directory / "model.gguf").unlink()
    with pytest.raises(InputError, match=r"model\.gguf cannot be read"):
        run_engine(directory, (1, 2), 2)


@pytest.mark.parametrize(
    ("tokens", "count", "words"),
    [
        ((), 2, "at least one token"),
        ((1, 512), 2, "Token 512 is not in the vocabulary"),
        ((-1,), 2, "Token -1 is not in the vocabulary"),
        ((1,), 0, "At least one token"),
        ((1,) * 32, 2, "do not fit the engine's context of 32"),
        ((1,), 33, "do not fit the engine's context of 32"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_runs(
    engine: Path, tokens: tuple[int, ...], count: int, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        run_engine(engine, tokens, count)


def test_the_context_can_be_filled_to_the_last_position(engine: Path) -> None:
    found = run_engine(engine, (1,) * 31, 2, wanted="tokens")
    assert found.ok
    assert len(found.tokens) == 2


@pytest.mark.parametrize(
    ("tokens", "arguments", "words"),
    [
        ("1 2", ("0", "1"), "at least one token"),
        ("1 2", ("3", "1"), "at least one token"),
        ("1 2", ("1", "33"), "longer than the context"),
        ("1 2", ("1", "-5"), "longer than the context"),
        ("1 512", ("1", "1"), "not in the model's vocabulary"),
        ("1 x", ("1", "1"), "no number"),
        ("1 " * 40, ("1", "1"), "more tokens than the context"),
        ("1 99999999999999999999", ("1", "1"), "not in the model's vocabulary"),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else str(value)[:24],
)
def test_the_program_checks_what_it_is_given_itself(
    engine: Path, tokens: str, arguments: tuple[str, ...], words: str
) -> None:
    native = engine / "native"
    if not native.exists():
        subprocess.run(["make", "-s", "-C", engine, "native", "CFLAGS=-O0"], check=True)
    (engine / "tokens.txt").write_text(tokens)
    command = [native, engine / "model.gguf", engine / "tokens.txt", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 2
    assert words in run.stderr
    assert run.stdout == ""


def test_a_changed_program_and_a_changed_manifest_are_found(engine: Path, tmp_path: Path) -> None:
    directory = copied(engine, tmp_path / "edited")
    (directory / "engine.c").write_text("int main(void) { return 0; }\n")
    with pytest.raises(InputError, match="not those of its manifest"):
        run_engine(directory, (1,), 1)
    (directory / "manifest.json").write_text("[1]")
    with pytest.raises(InputError, match="no manifest of an engine"):
        read_engine(directory)
    record = json.loads((engine / "manifest.json").read_text())
    (directory / "manifest.json").write_text(json.dumps(record | {"form": 99}))
    with pytest.raises(InputError, match="of a form that is not read here"):
        read_engine(directory)


def without(header: ModelHeader, name: str) -> ModelHeader:
    return replace(header, tensors=tuple(one for one in header.tensors if one.name != name))


def retyped(header: ModelHeader, name: str, **changes: object) -> ModelHeader:
    return replace(
        header,
        tensors=tuple(
            replace(one, **changes) if one.name == name else one for one in header.tensors
        ),
    )


def reshaped(header: ModelHeader, **changes: object) -> ModelHeader:
    return replace(header, configuration=replace(header.configuration, **changes))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda h: reshaped(h, architecture="mamba"), "architecture 'mamba'"),
        (lambda h: reshaped(h, experts=8), "mixtures of experts"),
        (lambda h: reshaped(h, rotary_scaling="yarn"), "rotary scaling 'yarn'"),
        (lambda h: reshaped(h, hidden=252), "no multiple of 8"),
        (lambda h: reshaped(h, key_value_heads=3), "do not share key heads"),
        (lambda h: reshaped(h, rotary_size=128), "do not fit a head"),
        (lambda h: reshaped(h, feed_forward=256), "the header asks for"),
        (lambda h: replace(h, problems=("Nothing is known.",)), "Nothing is known"),
        (lambda h: replace(h, format="safetensors"), "GGUF"),
        (lambda h: replace(h, file_bytes=h.file_bytes + 1), "Read the header again"),
        (lambda h: without(h, "blk.1.ffn_up.weight"), "no tensor blk.1.ffn_up.weight"),
        (lambda h: retyped(h, "blk.0.attn_q.weight", type="IQ4_XS"), "of type IQ4_XS"),
        (lambda h: retyped(h, "blk.0.attn_norm.weight", type="F16"), "must be F32"),
        (lambda h: retyped(h, "blk.0.attn_q.weight", offset=1 << 40), "after the end of the file"),
        (lambda h: retyped(h, "blk.0.attn_q.weight", offset=33), "not aligned"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_models_without_an_engine_are_refused_by_name(
    engine: Path, tmp_path: Path, change: object, words: str
) -> None:
    model = engine / "model.gguf"
    header = change(read_header(model))  # type: ignore[operator]
    with pytest.raises(InputError, match=words):
        write_engine(header, model, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_settings_outside_their_range_are_refused(engine: Path, tmp_path: Path) -> None:
    header = read_header(engine / "model.gguf")
    with pytest.raises(InputError, match="trained for 512 positions"):
        write_engine(header, engine / "model.gguf", tmp_path / "out", EngineSettings(context=513))
    for wrong in ({"page": 0}, {"batch": 257}, {"context": -1}):
        with pytest.raises(InputError, match="is not possible"):
            EngineSettings(**wrong)
