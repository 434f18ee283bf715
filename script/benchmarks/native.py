"""Rows of `make native`: a network's time on this computer beside ONNX Runtime's, with one thread.

Both take turns in one process, and each turn's processor time is taken, so that what else runs here
falls on both. The program is what the bundle's own Makefile builds; only its main function stays
out. The integer form is measured beside the same float network and has no limit: its kernels are
plain C outside AArch64.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from compiler_core.graph.artifact import Artifact, write_artifact
from compiler_core.graph.compile import compile_model
from compiler_core.graph.emission.surroundings import COMPILE_FLAGS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.settings import CompileSettings, Precision
from compiler_core.graph.source_model import source_model
from script.benchmarks.measurement import Measurement, median
from script.benchmarks.whole_nets import WHOLE_NETS

MOST_TIMES = 4.0
NETWORKS = ("squeeze", "mobile")
# Turns before the first that counts, and those that count.
_UNCOUNTED, _TURNS = 5, 60
_CLOSE = {"fp32": 1e-3, "int8": 0.25}


class _Tensor(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t))


@dataclass(frozen=True, slots=True)
class _Program:
    """run: one inference. input, output: the program's own memory."""

    run: Callable[[], Any]
    input: np.ndarray
    output: np.ndarray


def build_native(artifact: Artifact, directory: Path) -> Path:
    """`make native` in the bundle's directory, as a library. Raises CalledProcessError."""
    write_artifact(artifact, directory)
    flags = " ".join((*COMPILE_FLAGS, "-fPIC", "-shared"))
    words = (f"CFLAGS={flags}", f"SOURCES={artifact.manifest.name}.c")
    subprocess.run(["make", "native", *words], cwd=directory, check=True, capture_output=True)
    return directory / "native"


def measure(net: str, precision: Precision) -> tuple[float, float]:
    """Median seconds of one inference: ours, ONNX Runtime's.

    Raises RuntimeError when the outputs differ by more than the precision explains.
    """
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "net.onnx"
        path.write_bytes(WHOLE_NETS[net]().SerializeToString())
        settings = CompileSettings(precision=precision)
        source = source_model(str(path), settings)
        given = inputs_of(source)
        artifact = compile_model(source, settings, given).state.artifact
        if artifact is None:
            raise RuntimeError(f"{net} in {precision} did not compile.")
        ours = _loaded(build_native(artifact, Path(name) / "bundle"), artifact)
        theirs, feeds = _session(path)
        return _in_turns(ours, theirs, feeds, _CLOSE[precision])


def _loaded(library: Path, artifact: Artifact) -> _Program:
    name, loaded = artifact.manifest.name, ctypes.CDLL(str(library))
    weights = _aligned(artifact.files["weights.bin"])
    run = getattr(loaded, f"{name}_run")

    def tensor(table: str) -> np.ndarray:
        row = (_Tensor * 1).in_dll(loaded, f"{name}_{table}")[0]
        memory = (ctypes.c_float * (row.bytes // 4)).from_address(row.data)
        return np.ctypeslib.as_array(memory)

    return _Program(
        lambda: run(ctypes.c_void_p(weights.ctypes.data)), tensor("inputs"), tensor("outputs")
    )


def _aligned(content: bytes, boundary: int = 64) -> np.ndarray:
    room = np.zeros(len(content) + boundary, np.uint8)
    start = -room.ctypes.data % boundary
    room[start : start + len(content)] = np.frombuffer(content, np.uint8)
    return room[start : start + len(content)]


def _session(path: Path) -> tuple[onnxruntime.InferenceSession, dict[str, np.ndarray]]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    draws = np.random.default_rng(11)
    wanted = session.get_inputs()[0]
    return session, {wanted.name: draws.standard_normal(wanted.shape).astype(np.float32)}


def _in_turns(
    ours: _Program,
    theirs: onnxruntime.InferenceSession,
    feeds: dict[str, np.ndarray],
    close: float,
) -> tuple[float, float]:
    (values,) = feeds.values()
    own_times, other_times = list[float](), list[float]()
    for _ in range(_UNCOUNTED + _TURNS):
        # The input's memory belongs to the arena: a run may have written over it.
        ours.input[:] = values.ravel()
        own_times.append(_seconds(ours.run))
        other_times.append(_seconds(lambda: theirs.run(None, feeds)))
    wanted = np.asarray(theirs.run(None, feeds)[0]).ravel()
    off = float(np.abs(ours.output - wanted).max() / np.abs(wanted).max())
    if not off <= close:
        raise RuntimeError(f"The outputs differ by {off:.2g} of the largest.")
    return median(own_times[_UNCOUNTED:]), median(other_times[_UNCOUNTED:])


def _seconds(call: Callable[[], Any]) -> float:
    begin = time.thread_time()
    call()
    return time.thread_time() - begin


def _row(net: str, precision: Precision) -> Callable[..., Awaitable[Measurement]]:
    async def measured(host: str, port: int) -> Measurement:
        """The server has no part in it."""
        del host, port
        own, other = measure(net, precision)
        bounded = precision == "fp32"
        return Measurement(
            what=f"{net} net in {precision}, make native",
            ours=f"{own * 1e6:.0f} us",
            other=f"ONNX Runtime, fp32, one thread {other * 1e6:.0f} us",
            ratio=f"{own / other:.2f}",
            limit=f"at most {MOST_TIMES:g} times" if bounded else "printed, not bounded",
            met=not bounded or own <= MOST_TIMES * other,
        )

    return measured


NATIVE_ROWS = tuple(
    (f"native-{net}-{precision}", _row(net, precision))
    for precision in ("fp32", "int8")
    for net in NETWORKS
)
