"""Results on disk are records, arrays and files; anything else is refused and costs little."""

from __future__ import annotations

import dataclasses
import os
import pickle
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.graph.observing.histogram import Histogram
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.running.records import ProgramResult
from compiler_core.kept_arrays import array_bytes, array_of
from compiler_core.pipelines import kept_results
from compiler_core.pipelines.kept_results import DETAILS, read_result, result_path, write_result
from compiler_core.pipelines.stages import StageFile, StageResult
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

pytestmark = pytest.mark.usefixtures("emulator")

Frames = list[bytes]


class Hostile:
    """Runs a command when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.system, ("true",)


def example() -> StageResult:
    lines = (SnapshotLine("n0", "conv"), SnapshotLine("n1", "relu"))
    change = Change("folded", "a", "because", ("n0",))
    step = Step("fold", "graph", True, Snapshot("before", lines), None, (change,))
    outputs = {
        "scores": np.arange(6, dtype=np.float32).reshape(2, 3),
        "columns": np.asfortranarray(np.arange(6, dtype=np.int8).reshape(2, 3)),
        "none": np.zeros((0, 4), bool),
        "scalar": np.array(2.5),
    }
    details = RunDetails(
        result=ProgramResult(status="ok", message="", outputs=outputs),
        agrees=True,
        tolerance=1e-3,
        classes=(),
        float_comparison=(),
        meaning="meaning",
    )
    return StageResult(
        stage="run",
        sentence="Done.",
        steps=(step,),
        details=details,
        metrics={"nodes": 2.0},
        files=(
            StageFile("m.onnx", "application/octet-stream", b"\0\1"),
            StageFile("empty.c", "text/plain", b""),
        ),
        seconds=0.25,
        checked="checked",
    )


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    write_result(tmp_path, example())
    found = read_result(tmp_path, "run")
    assert found is not None
    assert replace(found, details=None) == replace(example(), details=None)
    assert isinstance(found.details, RunDetails)
    expected = example().details
    assert isinstance(expected, RunDetails)
    assert found.details.result.outputs.keys() == expected.result.outputs.keys()
    for name, array in expected.result.outputs.items():
        given = found.details.result.outputs[name]
        assert (given.dtype, given.shape) == (array.dtype, array.shape)
        assert np.array_equal(given, array)


def test_the_same_result_gives_the_same_bytes(tmp_path: Path) -> None:
    write_result(tmp_path, example())
    first = result_path(tmp_path, "run").read_bytes()
    write_result(tmp_path, example())
    assert result_path(tmp_path, "run").read_bytes() == first


def test_a_result_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_result(tmp_path, "fusion") is None


def test_details_that_are_not_declared_are_not_kept(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="none of the records"):
        write_result(tmp_path, StageResult(stage="run", sentence="", details=Histogram.empty()))


def frames_of(content: bytes) -> Frames:
    begin, frames = len(kept_results._MAGIC), []
    while begin < len(content):
        (length,) = struct.unpack_from("<Q", content, begin)
        frames.append(content[begin + 8 : begin + 8 + length])
        begin += 8 + length
    return frames


def file_of(frames: Frames) -> bytes:
    rows = (struct.pack("<Q", len(frame)) + frame for frame in frames)
    return kept_results._MAGIC + b"".join(rows)


def with_frame(number: int, content: bytes) -> Callable[[Frames], bytes]:
    """The example with another frame in this place; 0 to 2 are the result, its name, its details,
    then two files, then four arrays."""
    return lambda frames: file_of([*frames[:number], content, *frames[number + 1 :]])


def with_value(number: int, path: tuple[str, ...], value: object) -> Callable[[Frames], bytes]:
    """The example with another value of a field."""

    def changed(frames: Frames) -> bytes:
        record = msgspec.msgpack.decode(frames[number])
        inner = record
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = value
        return with_frame(number, msgspec.msgpack.encode(record))(frames)

    return changed


def npy(header: str, content: bytes) -> bytes:
    text = header.encode().ljust(118) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + content


def objects() -> bytes:
    header = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    return npy(header, pickle.dumps([Hostile()]))


NESTED = b"\x91" * (1 << 20)
ARRAY = 5
OUTPUTS = ("result", "outputs")
HOSTILE: dict[str, Callable[[Frames], bytes]] = {
    "nothing": lambda _: b"",
    "a-pickle": lambda _: pickle.dumps(Hostile()),
    "cut": lambda frames: file_of(frames)[:-4],
    "a-frame-beyond-the-file": lambda frames: file_of(frames) + struct.pack("<Q", 1 << 62),
    "half-a-length": lambda frames: file_of(frames) + b"\0\0",
    "no-frames": lambda _: file_of([]),
    "fewer-files-than-said": lambda frames: file_of(frames[:4]),
    "another-stage": with_value(0, ("stage",), "engine"),
    "a-million-files": with_value(0, ("files",), [{"name": "", "media_type": "", "content": b""}]
                                  * 100_000),
    "steps-are-text": with_value(0, ("steps",), "steps"),
    "metric-is-text": with_value(0, ("metrics",), {"nodes": "many"}),
    "nested-without-end": with_frame(0, NESTED),
    "unknown-details": with_frame(1, b"compiler_core.errors.InputError"),
    "details-are-a-function": with_frame(1, b"os.system"),
    "details-of-another-kind": with_frame(1, DETAILS[0].encode()),
    "details-without-a-name": with_frame(1, b"\xff\xfe"),
    "details-nested-without-end": with_frame(2, NESTED),
    "details-missing-a-field": with_frame(2, msgspec.msgpack.encode({"agrees": True})),
    "truth-is-a-number": with_value(2, ("agrees",), 1),
    "tolerance-is-a-list": with_value(2, ("tolerance",), [1.0]),
    "array-that-is-not-there": with_value(2, (*OUTPUTS, "scores"), 4),
    "array-before-the-first": with_value(2, (*OUTPUTS, "scores"), -1),
    "array-is-text": with_value(2, (*OUTPUTS, "scores"), "0"),
    "array-is-a-list": with_value(2, (*OUTPUTS, "scores"), [[], {}]),
    "array-of-objects": with_frame(ARRAY, objects()),
    "array-of-records": with_frame(ARRAY, npy(
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", b"1234")),
    "array-of-texts": with_frame(ARRAY, npy(
        "{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }", b"1234")),
    "array-beyond-memory": with_frame(ARRAY, npy(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999,), }", b"1234")),
    "array-below-zero": with_frame(ARRAY, npy(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1, -1), }", b"1234")),
    "array-of-a-thousand-axes": with_frame(ARRAY, npy(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1," * 40 + "), }", b"1234")),
    "array-longer-than-said": with_frame(ARRAY, array_bytes(np.zeros(3)) + b"more"),
    "array-of-any-bytes": with_frame(ARRAY, b"\x93NUMPY\x02\x00" + b"(" * 4000),
    "header-that-nests": with_frame(ARRAY, npy("(" * 118, b"")),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_anything_else_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    write_result(tmp_path, example())
    path = result_path(tmp_path, "run")
    path.write_bytes(HOSTILE[name](frames_of(path.read_bytes())))
    with pytest.raises(InputError, match=r"^The kept result .* cannot be read\. Run it again\.$"):
        read_result(tmp_path, "run")


def test_the_example_itself_is_read_through_its_frames(tmp_path: Path) -> None:
    """So that each hostile file above is refused for its own fault."""
    write_result(tmp_path, example())
    path = result_path(tmp_path, "run")
    frames = frames_of(path.read_bytes())
    assert len(frames) == 9
    path.write_bytes(with_value(2, (*OUTPUTS, "scores"), 1)(frames))
    assert read_result(tmp_path, "run") is not None


def test_a_result_beyond_the_limit_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was taken over leaves a file of any size: a hole costs it nothing."""
    result = StageResult(stage="run", sentence="Done.")
    write_result(tmp_path, result)
    path = result_path(tmp_path, "run")
    monkeypatch.setattr(kept_results, "LARGEST_RESULT_BYTES", path.stat().st_size)
    assert read_result(tmp_path, "run") == result
    with path.open("ab") as file:
        file.truncate(1 << 40)
    with pytest.raises(InputError, match="more than"):
        read_result(tmp_path, "run")


def test_records_beyond_their_limit_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_result(tmp_path, example())
    monkeypatch.setattr(kept_results, "LARGEST_RECORD_BYTES", 64)
    with pytest.raises(InputError, match="cannot be read"):
        read_result(tmp_path, "run")


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "link-to-nothing"])
def test_what_is_no_plain_file_is_not_opened(kind: str, tmp_path: Path) -> None:
    """A link leads elsewhere; a pipe would hold up its reader for ever."""
    write_result(tmp_path, example())
    path = result_path(tmp_path, "run")
    elsewhere = path.rename(tmp_path / "elsewhere")
    makers: dict[str, Callable[[], None]] = {
        "link": lambda: path.symlink_to(elsewhere),
        "pipe": lambda: os.mkfifo(path),
        "folder": path.mkdir,
        "link-to-nothing": lambda: path.symlink_to(tmp_path / "nothing"),
    }
    makers[kind]()
    with pytest.raises(InputError, match="no plain file"):
        read_result(tmp_path, "run")


def test_an_array_is_read_as_numpy_reads_it(tmp_path: Path) -> None:
    array = np.random.default_rng(1).normal(size=(3, 1, 4)).astype(">f4")
    path = tmp_path / "array.npy"
    path.write_bytes(array_bytes(array))
    found, expected = array_of(path.read_bytes()), np.load(path, allow_pickle=False)
    assert found.dtype == expected.dtype
    assert np.array_equal(found, expected)


def records_of(kind: Any, many: bool = False) -> Iterator[tuple[Any, bool]]:
    """The records that a type can hold, and whether as many as fit."""
    if dataclasses.is_dataclass(kind):
        yield kind, many
        for wanted in get_type_hints(kind).values():
            yield from records_of(wanted)
        return
    several = get_origin(kind) is not None and not isinstance(kind, UnionType)
    for inner in get_args(kind):
        yield from records_of(inner, many or several)


@pytest.mark.parametrize("name", DETAILS)
def test_every_kind_of_details_is_checked_field_by_field(name: str) -> None:
    """A field of any type would let anything in, and a record without a field that has to be given
    would be made of one byte, a hundred million times."""
    record = kept_results._record(name)
    msgspec.msgpack.Decoder(record, dec_hook=lambda wanted, value: value)
    for kind, many in records_of(record):
        assert object not in get_type_hints(kind).values(), kind
        assert Any not in get_type_hints(kind).values(), kind
        given = [
            field
            for field in dataclasses.fields(kind)
            if field.default is field.default_factory is dataclasses.MISSING
        ]
        assert given or not many, kind
