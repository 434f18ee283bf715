"""`lowlab soc list` and `decode`: the JSON contract, and errors in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line.main import run_arguments
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.measurements import (
    NetworkMeasurement,
    decode_measurements,
    held_out_networks,
)
from compiler_core.soc.networks.cnn_fit import held_out_network_residuals
from compiler_core.soc.networks.named_layers import layers_of
from tests.architecture.project import ROOT

pytestmark = pytest.mark.usefixtures("emulator")

WORKSHOP = str(ROOT / "content" / "models" / "language" / "workshop.gguf")


def asked(capfdbinary: pytest.CaptureFixture[bytes], *arguments: str) -> dict[str, Any]:
    """What a command prints with --json."""
    assert run_arguments(["soc", *arguments, "--json"]) == 0
    return json.loads(capfdbinary.readouterr().out)


def llama(folder: Path, **changed: object) -> str:
    """A config.json of Llama-2-7B's shape."""
    config = {
        "model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "vocab_size": 32000,
        "intermediate_size": 11008, "num_attention_heads": 32, "num_key_value_heads": 32,
        "max_position_embeddings": 4096, **changed,
    }  # fmt: skip
    path = folder / "config.json"
    path.write_text(json.dumps(config), encoding="utf-8")
    return str(path)


def test_list_has_ceilings_and_sources(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = {one["name"]: one for one in asked(capfdbinary, "list")["socs"]}
    tesla = found["tesla-fsd"]
    assert tesla["bytes_per_second"] == pytest.approx(68.256e9)
    cores = tesla["description"]["units"][0]["cores"]
    assert cores["value"] == 12
    assert cores["source"] in tesla["description"]["sources"]


def test_decode_of_a_config(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    config = llama(tmp_path)
    asking = ("decode", "--config", config, "--type", "q4_0", "--soc")
    found = asked(capfdbinary, *asking, "raspberry-pi-5", "--context", "0")
    assert found["fits"] is True
    assert found["bound"] == "memory"
    assert found["bytes_per_token"] == pytest.approx(3.75e9, rel=0.01)
    assert found["tokens_per_second"] == pytest.approx(
        found["effective_bandwidth"] / found["bytes_per_token"]
    )
    longer = asked(capfdbinary, *asking, "raspberry-pi-5", "--context", "4096")
    assert longer["tokens_per_second"] < found["tokens_per_second"]


def test_decode_says_when_a_model_does_not_fit(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    found = asked(
        capfdbinary,
        "decode",
        "--config",
        llama(tmp_path),
        "--type",
        "f16",
        "--soc",
        "jetson-orin-nano",
    )
    assert found["fits"] is False
    assert found["tokens_per_second"] is None


def test_decode_of_a_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = asked(capfdbinary, "decode", "--gguf", WORKSHOP)
    assert found["fits"] is True
    assert found["tokens_per_second"] > 0


def test_cnn_of_a_table_and_of_a_model(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = asked(capfdbinary, "cnn", "mobilenet-v1", "--soc", "coral-edge-tpu")
    assert found["latency_ms"] == pytest.approx(2.4, rel=0.05)
    assert len(found["per_kernel"]) == 29
    shipped = asked(capfdbinary, "cnn", "depthwise", "--precision", "int8")
    kinds = [one["kind"] for one in shipped["per_kernel"]]
    assert kinds.count("depthwise") > 2
    assert shipped["macs"] == sum(one["macs"] for one in shipped["per_kernel"])
    assert shipped["latency_ms"] > sum(one["compute_seconds"] for one in shipped["per_kernel"])


def test_an_onnx_network_has_the_products_of_its_table() -> None:
    named, table = layers_of("resnet50"), layers_of("resnet-50")
    assert sum(one.macs for one in named) == sum(one.macs for one in table)
    assert [shape for shape in shapes(table) if shape not in shapes(named)] == []
    assert len(shapes(named)) == len(shapes(table))


def shapes(layers: tuple[Layer, ...]) -> list[tuple[int, ...]]:
    """Of all products, in order."""
    return [
        (one.rows * one.columns, one.channels_in, one.channels_out, one.taps, one.output_elements)
        for one in layers
        if one.macs
    ]


def test_roofline_of_a_network_and_of_a_language_model(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    found = asked(capfdbinary, "roofline", "resnet-50", "--soc", "rk3588")
    bounds = {one["name"]: one["bound"] for one in found["points"]}
    assert bounds["classes"] == "memory"
    assert bounds["3.2 conv"] == "compute"
    for one in found["points"]:
        modelled = one["modelled"]
        assert modelled["operations_per_second"] <= modelled["attainable"] * 1.0001
        assert modelled["distance"] >= 1
    assert "80% of the memory's bandwidth" in found["points"][-1]["modelled"]["reason"]
    language = asked(capfdbinary, "roofline", WORKSHOP, "--context", "512")
    decode, prefill = language["points"]
    assert (decode["bound"], prefill["bound"]) == ("memory", "compute")
    assert decode["modelled"]["losses"][0]["cause"] in ("start", "bandwidth")
    assert prefill["modelled"]["distance"] > 1
    assert prefill["modelled"]["losses"][0]["cause"] == "efficiency"
    assert prefill["intensity"] > 100 * decode["intensity"]


def test_fusion_and_quantisation_move_the_points(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    asking = ("roofline", "residual", "--unit", "cpu")
    before = asked(capfdbinary, *asking, "--precision", "fp32", "--fusion", "none")["points"]
    fused = asked(capfdbinary, *asking, "--precision", "fp32")["points"]
    small = asked(capfdbinary, *asking, "--precision", "int8")["points"]
    assert len(fused) < len(before)
    assert sum(one["bytes"] for one in fused) < sum(one["bytes"] for one in before)
    assert [4 * one["bytes"] for one in small] == [one["bytes"] for one in fused]


def test_a_bundle_works_like_its_model(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    out = str(tmp_path / "bundle")
    assert run_arguments(
        ["graph", "compile", "residual", "--out", out, "--precision", "fp32", "--json"]
    ) in (0, 1)
    capfdbinary.readouterr()
    asking = ("--unit", "cpu", "--precision", "fp32")
    bundle = asked(capfdbinary, "roofline", out, *asking)
    assert all(one["modelled"]["distance"] >= 1 for one in bundle["points"])
    assert "one core of a CPU" in asked(capfdbinary, "roofline", out, "--unit", "npu")["unmodelled"]
    assert asked(capfdbinary, "roofline", out)["unit"] == "cpu"
    compiled = {one["name"]: one for one in bundle["points"]}
    model = asked(capfdbinary, "roofline", "residual", *asking)["points"]
    shared = [one for one in model if one["name"] in compiled]
    assert len(shared) >= len(model) - 1
    for one in shared:
        assert compiled[one["name"]]["operations"] == one["operations"]
        assert compiled[one["name"]]["bytes"] == pytest.approx(one["bytes"], abs=64)
    assert run_arguments(["soc", "roofline", out, "--fusion", "none"]) == 2
    assert b"compiled" in capfdbinary.readouterr().err


def test_an_engine_works_like_its_model(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    out = str(tmp_path / "engine")
    assert run_arguments(["llm", "compile", WORKSHOP, "--out", out, "--json"]) == 0
    capfdbinary.readouterr()
    points = asked(capfdbinary, "roofline", out, "--unit", "cpu")["points"]
    decoded = [point for point in points if point["name"].startswith("decode")]
    decode = asked(capfdbinary, "roofline", WORKSHOP, "--unit", "cpu")["points"][0]
    assert sum(one["operations"] for one in decoded) == pytest.approx(decode["operations"], 0.01)
    assert {one["bound"] for one in decoded} == {"memory"}
    assert all(one["modelled"]["operations_per_second"] <= one["attainable"] for one in points)


def test_a_bundle_that_says_nothing_is_refused(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert run_arguments(["soc", "roofline", str(tmp_path)]) == 2
    assert b"Compile again" in capfdbinary.readouterr().err


def test_a_network_a_language_model_and_a_loop_on_one_roofline(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    loop = tmp_path / "copy.c"
    loop.write_text(
        "void scale(double *restrict y, const double *restrict x, int n) {\n"
        "    for (int i = 0; i < n; i++) y[i] = 3 * x[i];\n}\n",
        encoding="utf-8",
    )
    found = asked(
        capfdbinary,
        "roofline",
        "residual",
        "workshop",
        "--loop",
        str(loop),
        "--n",
        "500",
        "--batch",
        "8",
    )
    names = [one["name"] for one in found["points"]]
    assert names[-2:] == ["workshop: decode", "workshop: prefill of 128"]
    placed = found["loop"]
    assert (placed["work"]["operations"], placed["work"]["bytes"]) == (500, 8000)
    assert placed["work"]["kind"] == "fp64"
    assert placed["peak"] == pytest.approx(16e9)
    assert placed["every_access"]["bound"] == "memory"
    assert placed["missed"]["modelled"] == placed["every_access"]["modelled"]
    assert placed["missed"]["modelled"]["distance"] > 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("decode",), b"either --gguf or --config"),
        (("decode", "--gguf", WORKSHOP, "--soc", "none"), b"There is no SoC"),
        (("decode", "--config", "nowhere.json", "--type", "q4_0"), b"There is no file"),
        (("decode", "--config", "nowhere.json"), b"needs --type"),
        (("cnn", "nowhere.onnx"), b"no file"),
        (("cnn", "mobilenet-v1", "--precision", "int7"), b"No precision"),
        (("cnn", "mobilenet-v1", "--buffering", "triple"), b"No buffering"),
        (("roofline", "resnet-50", "--unit", "dsp"), b"no unit"),
        (("roofline", "resnet-50", "--fusion", "none"), b"fused kernels only"),
        (("profile", "loop.c", "--part", "3"), b"--part is of a network"),
        (("profile", "residual", "--n", "5"), b"are of a C loop"),
    ],
    ids=[
        "no-model",
        "no-soc",
        "no-file",
        "no-type",
        "no-network",
        "no-precision",
        "no-buffering",
        "no-unit",
        "no-unfused-table",
        "part-of-a-loop",
        "size-of-a-network",
    ],
)
def test_bad_input_is_one_line(
    capfdbinary: pytest.CaptureFixture[bytes], arguments: tuple[str, ...], words: bytes
) -> None:
    assert run_arguments(["soc", *arguments]) == 2
    error = capfdbinary.readouterr().err
    assert words in error
    assert error.count(b"\n") == 1


def test_a_config_without_layers_is_refused(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    config = llama(tmp_path, num_hidden_layers=0)
    assert run_arguments(["soc", "decode", "--config", config, "--type", "q4_0"]) == 2
    assert b"layers" in capfdbinary.readouterr().err


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"model_type": "gpt2", "num_hidden_layers": None}, b"number of layers"),
        ({"intermediate_size": None}, b"no intermediate_size"),
        ({"head_dim": 10**400}, b"whole number"),
        ({"num_key_value_heads": 1 << 16, "num_attention_heads": 1 << 16,
          "head_dim": 1 << 24, "hidden_size": 1 << 20}, b"2^60 bytes"),
    ],
    ids=["other-keys", "no-feed-forward", "beyond-a-float", "beyond-any-machine"],
)  # fmt: skip
def test_a_config_that_says_too_little_or_too_much_is_one_line(
    capfdbinary: pytest.CaptureFixture[bytes],
    tmp_path: Path,
    changed: dict[str, Any],
    words: bytes,
) -> None:
    config = llama(tmp_path, **changed)
    assert run_arguments(["soc", "decode", "--config", config, "--type", "q4_0", "--json"]) == 2
    error = capfdbinary.readouterr().err
    assert words in error
    assert error.count(b"\n") == 1


def test_what_a_config_leaves_open_is_in_the_json(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    config = llama(tmp_path, model_type="unheard-of")
    found = asked(capfdbinary, "decode", "--config", config, "--type", "q4_0")
    assert "taken to be those of a Llama" in found["assumptions"][-1]


@pytest.mark.parametrize("row", held_out_networks(), ids=lambda row: f"{row.soc}-{row.model}")
def test_networks_of_published_rows_can_be_named(
    capfdbinary: pytest.CaptureFixture[bytes], row: NetworkMeasurement
) -> None:
    table = row.model
    found = asked(capfdbinary, "cnn", table, "--soc", row.soc)
    modelled = next(one.modelled_ms for one in held_out_network_residuals() if one.row is row)
    assert found["latency_ms"] == pytest.approx(modelled)


def test_language_models_of_published_rows_can_be_named(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """As the rows call them, without the type of their weights: `Phi-3 w4a16`."""
    names = {row.model.rpartition(" ")[0] for row in decode_measurements()}
    assert len(names) >= 6
    for name in sorted(names):
        found = asked(capfdbinary, "decode", "--config", name, "--type", "q4_0")
        assert found["bytes_per_token"] > 0, name


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("decode", "--type", "q4_0", "--config", "lama-2-7B"), ("mean llama-2-7b", "mixtral")),
        (("decode", "--type", "q4_0", "--config", "nowhere"), ("qwen2.5-0.5b", "llama-2-13b")),
        (("cnn", "Squeezenet-1.2"), ("mean squeezenet-1.1", "vgg-16")),
        (("cnn", "nowhere"), ("plain", "resnet50", "inception-v1", "resnet-50-299")),
    ],
)
def test_a_name_that_is_not_known_is_answered_with_those_that_are(
    words: tuple[str, ...], names: tuple[str, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run_arguments(["soc", *words]) == 2
    said = capfdbinary.readouterr().err.decode()
    assert all(name in said for name in names)
