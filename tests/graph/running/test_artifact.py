"""The bundle: the same bytes again, read back as written, and nothing else taken for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.graph.artifact import MANIFEST, WEIGHTS, read_artifact, write_artifact
from tests.graph.running.small_bundles import bundle, dot_product_bundle

pytestmark = pytest.mark.usefixtures("emulator")

_DIGEST = """\
import hashlib
from tests.graph.running.small_bundles import bundle, dot_product_bundle
for one in (bundle(), dot_product_bundle()):
    for name, content in one.files.items():
        print(name, hashlib.sha256(content).hexdigest())
"""


def test_the_same_bytes_in_every_process() -> None:
    """Hash seeds order sets and dictionaries differently; time and process differ anyway."""
    printed = [
        subprocess.run(
            [sys.executable, "-c", _DIGEST],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert printed[0].count("\n") == 16


def test_read_back_as_written(tmp_path: Path) -> None:
    for one in (bundle(), dot_product_bundle()):
        write_artifact(one, tmp_path)
        assert read_artifact(tmp_path) == one


def test_the_manifest_says_what_is_there() -> None:
    manifest = bundle().manifest
    kernels = {kernel.function: kernel for kernel in manifest.kernels}
    assert sum(len(kernel.nodes) for kernel in kernels.values()) == 5
    assert "first conv" in kernels["k000_conv_relu"].sources
    assert manifest.inputs[0].shape == (1, 3, 8, 8)
    assert manifest.outputs[0].name == "scores"
    assert manifest.weight_bytes == len(bundle().weights)
    assert manifest.features == ()
    assert dot_product_bundle().manifest.features == ("dotprod",)
    assert "dotprod" in dot_product_bundle().manifest.march
    assert {one.name for one in manifest.buffers} >= {"x", "scores"}
    ends = [buffer.offset + buffer.bytes for buffer in manifest.buffers]
    assert max(ends) <= manifest.arena_bytes


def test_lines_of_a_kernel_hold_its_function() -> None:
    """Provenance leads from a node to the C lines that compute it."""
    lines = bundle().text("model.c").splitlines()
    for kernel in bundle().manifest.kernels:
        text = "\n".join(lines[kernel.first_line - 1 : kernel.last_line])
        assert f"{kernel.function}(" in text
        assert text.rstrip().endswith("}")
        assert text.count("KERNEL void") == 1


def test_weights_lie_at_multiples_of_64() -> None:
    text = bundle().text("model.c")
    offsets = [int(part.split(")")[0]) for part in text.split("WEIGHTS(")[1:] if part[0].isdigit()]
    assert offsets
    assert all(offset % 64 == 0 for offset in offsets)


def test_no_memory_is_allocated() -> None:
    text = bundle().text("model.c")
    assert "malloc" not in text
    assert "alloca" not in text
    assert text.count("_arena[") == 1


@pytest.mark.parametrize("name", ["model.c", "main.c", "Makefile", WEIGHTS, "model.h"])
def test_a_changed_file_is_noticed(name: str, tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes() + b" ")
    with pytest.raises(InputError, match="not the ones that the manifest describes"):
        read_artifact(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    (tmp_path / WEIGHTS).unlink()
    with pytest.raises(InputError, match=WEIGHTS):
        read_artifact(tmp_path)


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b"null", b"\xff\xfe", b'{"name": 1}', b"[" * 100_000],
    ids=range(7),
)
def test_a_broken_manifest_is_refused(content: bytes, tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    (tmp_path / MANIFEST).write_bytes(content)
    with pytest.raises(InputError):
        read_artifact(tmp_path)


@pytest.mark.parametrize(
    "change",
    [{"name": "../model"}, {"name": "/etc/passwd"}, {"form": 99}, {"kernels": 3}, {"more": 1}],
    ids=["up", "root", "form", "kernels", "more"],
)
def test_a_hostile_manifest_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    write_artifact(bundle(), tmp_path)
    record = json.loads((tmp_path / MANIFEST).read_text()) | change
    (tmp_path / MANIFEST).write_text(json.dumps(record))
    with pytest.raises(InputError, match=r"manifest\.json is"):
        read_artifact(tmp_path)
