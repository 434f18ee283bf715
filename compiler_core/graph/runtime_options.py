"""How ONNX Runtime is opened inside our processes."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

from compiler_core.graph.exact_integers import exact_integers, move_weights_up
from compiler_core.graph.lent_weights import LentModel


def runtime_options(threads: int = 0) -> Any:
    """`onnxruntime.SessionOptions` for as many threads; 0: as many as there are processors.

    Threads that the runtime counts itself it also ties to processors. The jail refuses that, and
    the runtime complains of each of them in the server's log.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    return options


def runtime_session(content: bytes, options: Any) -> Any:
    """`onnxruntime.InferenceSession` on this machine's processors; its products are exact.

    Raises `runtime_errors`.
    """
    return _session(exact_integers(content), options)


def lent_session(lent: LentModel, options: Any) -> Any:
    """The same of a model in memory, which may be changed. Raises `runtime_errors`."""
    import onnxruntime

    move_weights_up(lent.proto)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in lent.weights.values()]
    if values:
        options.add_external_initializers(list(lent.weights), values)
    session = _session(lent.proto.SerializeToString(), options)
    session.lent = (lent, values)  # It reads them where they lie.
    return session


def _session(content: bytes, options: Any) -> Any:
    import onnxruntime

    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


@cache
def runtime_errors() -> tuple[type[Exception], ...]:
    """What ONNX Runtime raises: its errors share no base of their own."""
    state = import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    kinds = (kind for kind in vars(state).values() if isinstance(kind, type))
    own = (kind for kind in kinds if issubclass(kind, Exception))
    return (RuntimeError, TypeError, ValueError, *own)


def runtime_message(error: Exception) -> str:
    """The first line of what the runtime says, and not more than fits a sentence."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:300]
