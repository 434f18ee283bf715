"""Weights beside the model: read as if they stood in it, and nothing else is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto
from onnx.external_data_helper import set_external_data

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import UPLOAD_LIMITS
from compiler_core.graph.importing.reader import import_path
from tests.graph.importing.models import convolution_model

DATA = "net.onnx.data"
Change = Callable[[Path], None]


def saved(folder: Path) -> Path:
    """As PyTorch's exporter leaves it: all weights in one file beside the model."""
    path = folder / "net.onnx"
    onnx.save_model(
        convolution_model(),
        str(path),
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=DATA,
        size_threshold=0,
    )
    return path


def constants(path: Path) -> dict[str, np.ndarray]:
    found = import_path(path).model.graph.initializers.values()
    return {str(one.name): one.const_value.numpy() for one in found if one.const_value is not None}


def test_they_are_what_they_are_inside(tmp_path: Path) -> None:
    inside = tmp_path / "inside.onnx"
    inside.write_bytes(convolution_model().SerializeToString())
    expected, found = constants(inside), constants(saved(tmp_path))
    assert found.keys() == expected.keys()
    assert all(np.array_equal(found[name], expected[name]) for name in expected)


def said(**fields: str) -> Change:
    """The first constant says otherwise where it lies."""

    def change(folder: Path) -> None:
        parsed = onnx.load(str(folder / "net.onnx"), load_external_data=False)
        first = parsed.graph.initializer[0]
        known = {entry.key: entry.value for entry in first.external_data} | fields
        del first.external_data[:]
        for key, value in known.items():
            first.external_data.add(key=key, value=value)
        (folder / "net.onnx").write_bytes(parsed.SerializeToString())

    return change


def removed(folder: Path) -> None:
    (folder / DATA).unlink()


def link(folder: Path) -> None:
    removed(folder)
    (folder / DATA).symlink_to("/etc/passwd")


def pipe(folder: Path) -> None:
    """A read of it would never end."""
    removed(folder)
    os.mkfifo(folder / DATA)


def inner_folder(folder: Path) -> None:
    removed(folder)
    (folder / DATA).mkdir()


def cut_short(folder: Path) -> None:
    os.truncate(folder / DATA, 5)


HOSTILE: dict[str, tuple[Change, str]] = {
    "absolute": (said(location="/etc/passwd"), "not beside the model"),
    "above": (said(location="../net.onnx.data"), "not beside the model"),
    "below": (said(location="inner/net.onnx.data"), "not beside the model"),
    "hidden": (said(location=".ssh"), "not beside the model"),
    "nameless": (said(location=""), "not beside the model"),
    "nul": (said(location="net\0.data"), "not beside the model"),
    "long": (said(location="n" * 5000), "not beside the model"),
    "missing": (removed, "Give net.onnx.data together"),
    "link": (link, "not here"),
    "pipe": (pipe, "not here"),
    "folder": (inner_folder, "not here"),
    "short": (cut_short, "are there"),
    "offset beyond": (said(offset="999999999"), "0 are there"),
    "negative offset": (said(offset="-8"), "no number"),
    "endless offset": (said(offset="9" * 400), "no number"),
    "wrong length": (said(length="3"), "damaged"),
    "length in words": (said(length="all"), "no number"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_else_is_read(name: str, tmp_path: Path) -> None:
    change, words = HOSTILE[name]
    path = saved(tmp_path)
    change(tmp_path)
    with pytest.raises(ModelRefused, match=words):
        import_path(path)


def test_many_constants_of_the_same_bytes_count_each(tmp_path: Path) -> None:
    path = saved(tmp_path)
    parsed = onnx.load(str(path), load_external_data=False)
    (tmp_path / DATA).write_bytes(bytes(4 << 20))
    for at in range(20):
        one = TensorProto(name=f"more{at}", data_type=TensorProto.FLOAT, dims=[1 << 20])
        one.raw_data = b""
        set_external_data(one, DATA)
        parsed.graph.initializer.append(one)
    path.write_bytes(parsed.SerializeToString())
    with pytest.raises(ModelRefused, match="bytes in the file"):
        import_path(path, limits=replace(UPLOAD_LIMITS, file_bytes=32 << 20))
