"""Asks Triton for a kernel of a list: from its Python to PTX, as far as it starts no other program.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
Request: `kernel`, a name of KERNELS; `block`, its elements; `warps` of a block; `arch`, 90 for
sm_90; `promised`, which arguments are multiples of 16: `none`, `pointers`, or `all`; `cuda`, the
version of the ptxas that is asked next, by which Triton chooses the version of PTX. Answer:
`source` of the kernel, `first_line` that it has in this file, `shared` (bytes) and `said`, Triton's
words where it refuses. It leaves the kernel in each form that it reached: `kernel.ttir`, `.ttgir`,
`.llir`, `.ptx`.
"""

# Triton is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
from pathlib import Path

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import ptx_get_version
from triton.compiler import ASTSource, make_backend

FORMS = ("ttir", "ttgir", "llir", "ptx")
_WARP = 32


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


def main():
    request = json.load(sys.stdin)
    kernel, arguments = KERNELS[request["kernel"]]
    source = ASTSource(
        kernel,
        signature={**arguments, "block": "constexpr"},
        constexprs={"block": request["block"]},
        attrs={
            (number,): [["tt.divisibility", 16]]
            for number, kind in enumerate(arguments.values())
            if request["promised"] == "all" or (request["promised"], kind[0]) == ("pointers", "*")
        },
    )
    answer = {
        "source": "".join(kernel.raw_src),
        "first_line": kernel.starting_line_number,
        "shared": 0,
        "said": "",
    }
    try:
        answer["shared"] = lowered(source, request)
    except Exception as refused:  # noqa: BLE001 - whatever Triton says to a kernel is the answer
        answer["said"] = str(refused).strip() or type(refused).__name__
    print(json.dumps(answer))


def lowered(source, request):
    """Bytes of shared memory; each form is written down."""
    target = GPUTarget("cuda", request["arch"], _WARP)
    backend = make_backend(target)
    options = backend.parse_options({
        "num_warps": request["warps"], "enable_fp_fusion": True,
        "ptx_version": ptx_get_version(request["cuda"]),
    })  # fmt: skip
    stages, metadata, context = {}, {}, ir.context()
    backend.add_stages(stages, options, source.language)
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = source.make_ir(
        target, options, backend.get_codegen_implementation(options), backend.get_module_map(),
        context,
    )  # fmt: skip
    for form in FORMS:
        made = stages[form](made, metadata)
        Path(f"kernel.{form}").write_text(str(made))
    return metadata["shared"]


if __name__ == "__main__":
    main()
