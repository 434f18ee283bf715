"""Kernels of a list, from their Python to PTX.

Imported by the driver's main file alone, with an interpreter that has Triton. Request: `kernel`, a
name of KERNELS; `promised`, which arguments are multiples of 16: `none`, `pointers`, or `all`; and
as of `lowering.py`. Answer: `source` of the kernel, `first_line` that it has in this file, `said`,
Triton's words where it refuses, and as of `lowering.py`.
"""

# Triton is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import triton
import triton.language as tl
from lowering import lowered


@triton.jit
def gelu(x_ptr, y_ptr, n, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    inside = i < n
    x = tl.load(x_ptr + i, mask=inside)
    y = 0.5 * x * (1.0 + tl.math.erf(x * 0.7071067811865476))
    tl.store(y_ptr + i, y, mask=inside)


@triton.jit
def softmax(x_ptr, y_ptr, n, block: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, block)
    inside = i < n
    x = tl.load(x_ptr + row * n + i, mask=inside, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    y = e / tl.sum(e, axis=0)
    tl.store(y_ptr + row * n + i, y, mask=inside)


@triton.jit
def product(a_ptr, b_ptr, c_ptr, n, block: tl.constexpr):
    rows = tl.program_id(0) * 64 + tl.arange(0, 64)
    columns = tl.arange(0, block // 64)
    inner = tl.arange(0, 32)
    a = a_ptr + rows[:, None] * n + inner[None, :]
    b = b_ptr + inner[:, None] * (block // 64) + columns[None, :]
    c = tl.zeros((64, block // 64), tl.float32)
    for k in range(0, n, 32):
        c = tl.dot(tl.load(a + k), tl.load(b + k * (block // 64)), c)
    tl.store(c_ptr + rows[:, None] * (block // 64) + columns[None, :], c)


KERNELS = {
    "gelu": (gelu, {"x_ptr": "*fp32", "y_ptr": "*fp32", "n": "i32"}),
    "softmax": (softmax, {"x_ptr": "*fp32", "y_ptr": "*fp32", "n": "i32"}),
    "product": (product, {"a_ptr": "*fp16", "b_ptr": "*fp16", "c_ptr": "*fp32", "n": "i32"}),
}


def answer_to(request):
    kernel, parameters = KERNELS[request["kernel"]]
    multiples = [
        number
        for number, kind in enumerate(parameters.values())
        if request["promised"] == "all" or (request["promised"], kind[0]) == ("pointers", "*")
    ]
    answer = {
        "source": "".join(kernel.raw_src),
        "first_line": kernel.starting_line_number,
        "shared": 0,
        "own_erf": False,
        "said": "",
    }
    try:
        answer |= lowered(kernel, parameters, multiples, request, fuse=True)
    except Exception as refused:  # noqa: BLE001 - whatever Triton says to a kernel is the answer
        answer["said"] = str(refused).strip() or type(refused).__name__
    return answer
