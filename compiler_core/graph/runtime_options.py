"""How ONNX Runtime is opened inside our processes."""

from __future__ import annotations

import os
from typing import Any

from compiler_core.graph.exact_integers import exact_integers


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

    Raises the runtime's own errors, which share no base.
    """
    import onnxruntime

    return onnxruntime.InferenceSession(
        exact_integers(content), options, providers=["CPUExecutionProvider"]
    )
