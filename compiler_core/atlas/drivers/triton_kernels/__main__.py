"""Asking Triton for a kernel: one of a list, or one that our translator wrote of a reader's loop.

Run by `compiler_core/toolchain/atlas_job.py` with an interpreter that has Triton; never imported. A
request with `text` is answered by `own_loop.py`, any other by `shipped.py`: they say what it holds
and what is answered.
"""

from __future__ import annotations

import json
import sys


def main():
    request = json.load(sys.stdin)
    if "text" in request:
        from own_loop import answer_to
    else:
        from shipped import answer_to
    print(json.dumps(answer_to(request)))


if __name__ == "__main__":
    main()
