"""Runs under the emulator: outputs, counts, refusals, and a core that lacks what is needed."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.graph.artifact import Artifact, write_artifact
from compiler_core.graph.running.comparison import compare_outputs, reference_outputs
from compiler_core.graph.running.run import checked_inputs, run_artifact
from tests.graph.emission.small_models import numbers
from tests.graph.running.small_bundles import (
    BYTES,
    PICTURE,
    bundle,
    dot_product_bundle,
    integer_product,
    network,
)

pytestmark = pytest.mark.usefixtures("emulator")


def test_a_run_is_compared_and_counted(tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    result = run_artifact(tmp_path, PICTURE, reference=network().SerializeToString())
    assert result.status == "ok"
    assert result.max_abs_error is not None
    assert result.max_abs_error < 1e-6
    assert result.outputs["scores"].shape == (1, 5)
    assert result.reference.startswith("ONNX Runtime")
    assert [one.function for one in result.kernels] == [
        kernel.function for kernel in bundle().manifest.kernels
    ]
    convolution = result.kernels[0].tally
    # 8 x 8 places, 8 channels: every result is written once, and each product needs a load.
    assert convolution.bytes_stored >= 8 * 8 * 8 * 4
    assert convolution.executions > convolution.loads > 8 * 8 * 8 * 27 / 16
    assert all(one.tally.executions for one in result.kernels)
    assert result.instructions == sum(one.tally.executions for one in result.kernels)
    assert result.elsewhere > 0


def test_counts_are_the_same_again_and_outputs_too() -> None:
    first, second = (run_artifact(bundle(), PICTURE) for _ in range(2))
    assert first.kernels == second.kernels
    assert (first.outputs["scores"] == second.outputs["scores"]).all()


def test_nothing_counted() -> None:
    result = run_artifact(bundle(), PICTURE, counted="nothing")
    assert result.ok
    assert result.kernels == ()


def test_a_program_dies_on_a_core_without_its_instructions() -> None:
    """The very same bundle runs on a core that has them."""
    lacking = run_artifact(dot_product_bundle(), BYTES, processor="cortex-a72")
    assert lacking.status == "refused by the core"
    assert lacking.shell_status == 132
    assert "dotprod" in lacking.message
    assert "cortex-a72" in lacking.message
    having = run_artifact(dot_product_bundle(), BYTES, processor="cortex-a76")
    assert having.ok
    wanted = reference_outputs_of_product()
    assert (having.outputs["y"] == wanted).all()
    assert having.kernels[0].tactic == "sdot by hand"
    assert having.kernels[0].tally.executions > 0


def reference_outputs_of_product() -> np.ndarray:
    import onnx

    weights = onnx.numpy_helper.to_array(integer_product().graph.initializer[0])
    return BYTES["x"].astype(np.int32) @ weights.astype(np.int32)


def test_the_same_bundle_builds_natively(tmp_path: Path) -> None:
    """`make native` on this computer; the kernel with NEON takes its plain form."""
    write_artifact(dot_product_bundle(), tmp_path)
    subprocess.run(["make", "-s", "native"], cwd=tmp_path, check=True)
    BYTES["x"].tofile(tmp_path / "in.bin")
    command = ["./native", "weights.bin", "in.bin", "out.bin"]
    subprocess.run(command, cwd=tmp_path, check=True)
    found = np.fromfile(tmp_path / "out.bin", np.int32)
    assert (found == reference_outputs_of_product().reshape(-1)).all()


def test_the_makefile_builds_both_programs(tmp_path: Path) -> None:
    """Cross-compiled with the weights beside and inside."""
    write_artifact(bundle(), tmp_path)
    subprocess.run(["make", "-s", "program", "section"], cwd=tmp_path, check=True)
    PICTURE["x"].tofile(tmp_path / "in.bin")
    outputs = list[bytes]()
    for command in (["./program", "weights.bin"], ["./section"]):
        whole = ["qemu-aarch64", *command, "in.bin", "out.bin"]
        subprocess.run(whole, cwd=tmp_path, check=True)
        outputs.append((tmp_path / "out.bin").read_bytes())
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("size", [0, 767, 769, 4096])
def test_the_program_refuses_another_size(size: int, tmp_path: Path) -> None:
    """Also without us: a file of another size is no input."""
    write_artifact(bundle(), tmp_path)
    subprocess.run(["make", "-s", "native"], cwd=tmp_path, check=True)
    (tmp_path / "in.bin").write_bytes(bytes(size))
    command = ["./native", "weights.bin", "in.bin", "out.bin"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "another size" in done.stderr
    assert not (tmp_path / "out.bin").exists()


def test_the_program_refuses_other_weights(tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    subprocess.run(["make", "-s", "native"], cwd=tmp_path, check=True)
    (tmp_path / "other.bin").write_bytes(bytes(64))
    PICTURE["x"].tofile(tmp_path / "in.bin")
    command = ["./native", "other.bin", "in.bin", "out.bin"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "not this program's weights" in done.stderr


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"x": numbers(1, 3, 8, 9)}, "built for"),
        ({"x": numbers(2, 3, 8, 8)}, "built for"),
        ({"x": np.zeros((1, 3, 8, 8))}, "holds float64"),
        ({}, "is missing"),
        ({**PICTURE, "more": numbers(1)}, "no input 'more'"),
    ],
    ids=["width", "batch", "type", "none", "more"],
)
def test_inputs_outside_the_profile(inputs: dict[str, np.ndarray], said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked_inputs(bundle(), inputs)


@pytest.mark.parametrize("name", ["", "max,sve=on", "-version", "a b", "help?"])
def test_a_processor_is_a_name(name: str) -> None:
    with pytest.raises(InputError, match="no name of a processor"):
        run_artifact(bundle(), PICTURE, processor=name)


def test_a_program_that_does_not_build_is_a_result() -> None:
    files = bundle().files | {"model.c": b"int x = ;\n"}
    result = run_artifact(Artifact(files, bundle().manifest), PICTURE)
    assert result.status == "does not build"
    assert "rejects" in result.message


def test_a_program_that_runs_too_long_is_stopped() -> None:
    endless = bundle().text("model.c").replace("model_weights = weights;", "for (;;) {}")
    result = run_artifact(
        Artifact(bundle().files | {"model.c": endless.encode()}, bundle().manifest),
        PICTURE,
        counted="nothing",
        seconds=1,
    )
    assert result.status == "stopped"
    assert "more than the 1 s that a run may take here" in result.message
    assert "emulator" in result.message
    assert "Fewer layers" in result.message


def test_outputs_of_another_size_are_a_failure() -> None:
    manifest = bundle().manifest
    longer = replace(manifest.outputs[0], bytes=4096, shape=(1, 1024))
    result = run_artifact(
        Artifact(bundle().files, replace(manifest, outputs=(longer,))), PICTURE, counted="nothing"
    )
    assert result.status == "failed"


def test_a_large_weight_blob_is_mapped_not_copied() -> None:
    """More than a job's files may take together: 100 MB of weights, of which little is read."""
    files = bundle().files | {"weights.bin": bundle().weights + bytes(100 << 20)}
    header = files["model.h"].replace(
        f"WEIGHT_BYTES {len(bundle().weights)}".encode(),
        f"WEIGHT_BYTES {len(files['weights.bin'])}".encode(),
    )
    result = run_artifact(
        Artifact(files | {"model.h": header}, bundle().manifest), PICTURE, counted="nothing"
    )
    assert result.status == "ok"


def test_comparison_finds_the_worst_element() -> None:
    ours = np.array([[1.0, 2.0], [3.0, np.nan]], np.float32)
    theirs = np.array([[1.0, 2.5], [3.0, np.nan]], np.float32)
    (found,) = compare_outputs({"y": ours}, {"y": theirs})
    assert (found.max_abs_error, found.position) == (0.5, (0, 1))
    assert (found.ours, found.reference, found.largest) == (2.0, 2.5, 3.0)


@pytest.mark.parametrize(("ours", "theirs"), [(np.nan, 1.0), (1.0, np.nan), (np.inf, -np.inf)])
def test_what_is_no_number_is_infinitely_wrong(ours: float, theirs: float) -> None:
    (found,) = compare_outputs({"y": np.array([0.0, ours])}, {"y": np.array([0.0, theirs])})
    assert found.max_abs_error == np.inf
    assert found.position == (1,)


def test_comparison_needs_the_same_shapes_and_names() -> None:
    with pytest.raises(InputError, match="shape"):
        compare_outputs({"y": np.zeros((2, 1))}, {"y": np.zeros(2)})
    with pytest.raises(InputError, match="none of the program's outputs"):
        compare_outputs({"y": np.zeros(2)}, {"z": np.zeros(2)})


def test_a_model_that_the_reference_refuses() -> None:
    with pytest.raises(InputError, match="does not run this model"):
        reference_outputs(b"no model", PICTURE)
