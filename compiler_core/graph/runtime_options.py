"""How ONNX Runtime is opened inside our processes."""

from __future__ import annotations

import os
from typing import Any


def runtime_options(threads: int = 0) -> Any:
    """`onnxruntime.SessionOptions` for as many threads; 0: as many as there are processors.

    Threads that the runtime counts itself it also ties to processors. The jail refuses that, and
    the runtime complains of each of them in the server's log.

    On x86 without VNNI its products of integers add pairs in 16 bits, which saturate: outputs a
    quarter off, on that machine only. The setting has them computed as the file says, more slowly.
    Source: ONNX Runtime, "Quantize ONNX models", on U8S8 and `session.x64quantprecision`.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    options.add_session_config_entry("session.x64quantprecision", "1")
    return options
