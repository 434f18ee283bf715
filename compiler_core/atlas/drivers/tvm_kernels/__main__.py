"""Asking TVM which operators of a graph, or of a network, share a kernel.

Run by `compiler_core/toolchain/atlas_job.py` with an interpreter that has TVM; never imported. A
request with `network` is answered by `network.py`, which needs onnx too, any other by `kernels.py`:
they say what it holds and what is answered.
"""

from __future__ import annotations

import json
import sys


def main():
    request = json.load(sys.stdin)
    if "network" in request:
        from network import answer_to
    else:
        from kernels import answer_to
    print(json.dumps(answer_to(request)))


if __name__ == "__main__":
    main()
