"""Compiles a kernel that our translator wrote, or runs it in Triton's own interpreter.

Imported by the driver's main file alone, with an interpreter that has Triton.

Request: `text` of a kernel, of which only the forms of `ALLOWED` are taken; `parameters`, its names
with types as Triton's signature has them; `block`, its elements.

To compile: as of `lowering.py`, `multiples` and `fuse` too. Answer: `shared` (bytes) and `said`,
Triton's words where it refuses.

To run, in an environment with TRITON_INTERPRET: `memory` in base 64; `values`, one a parameter: a
number, or for a pointer where in memory it points; `programs`, how many. Answer: `memory` as the
kernel leaves it, and `said`.
"""

# Triton is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportArgumentType=false, reportOptionalMemberAccess=false

from __future__ import annotations

import ast
import base64
import importlib.util
import os
from pathlib import Path

import triton
import triton.language as tl

ALLOWED = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Expr, ast.Name, ast.Load,
    ast.Store, ast.Constant, ast.Attribute, ast.Call, ast.keyword, ast.BinOp, ast.UnaryOp,
    ast.Compare, ast.For, ast.Tuple, ast.operator, ast.unaryop, ast.cmpop,
)  # fmt: skip
OF_TL = frozenset((
    "constexpr", "program_id", "arange", "load", "store", "where", "full", "abs", "minimum",
    "maximum", "floor", "ceil", "sqrt", "sqrt_rn", "div_rn", "sum", "min", "max", "int1", "int8",
    "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
))  # fmt: skip


def check(text):
    """Raises ValueError for whatever is no kernel of our translator."""
    tree = ast.parse(text)
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        raise ValueError("no single function")
    kernel = tree.body[0]
    if [ast.unparse(decorator) for decorator in kernel.decorator_list] != ["triton.jit"]:
        raise ValueError("no kernel")
    kernel.decorator_list = []
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED):
            raise ValueError(f"a kernel has no {type(node).__name__}")
        if isinstance(node, ast.Attribute) and not is_known(node):
            raise ValueError(f"a kernel has no {node.attr}")
        if isinstance(node, ast.For) and not is_counted(node):
            raise ValueError("a kernel's loop counts")
        called = node.func if isinstance(node, ast.Call) else None
        if (
            called
            and not isinstance(called, ast.Attribute)
            and (ast.unparse(called) not in ("float", "range"))
        ):
            raise ValueError("a kernel calls nothing but Triton")
    return kernel.name


def is_counted(loop):
    """`for name in range(…):`."""
    call = loop.iter
    is_range = isinstance(call, ast.Call) and ast.unparse(call.func) == "range"
    return is_range and isinstance(loop.target, ast.Name) and not loop.orelse


def is_known(node):
    """`tl.load`, and `value.to`."""
    if isinstance(node.value, ast.Name) and node.value.id == "tl":
        return node.attr in OF_TL
    return node.attr == "to"


def kernel_of(request):
    """As Triton has it; the text lies in a file, since Triton reads the lines of its functions."""
    name = check(request["text"])
    path = Path("kernel.py")
    path.write_text("import triton\nimport triton.language as tl\n" + request["text"])
    spec = importlib.util.spec_from_file_location("lowlab_kernel", path.resolve())
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path.unlink()
    return getattr(module, name)


def compiled(request):
    from lowering import lowered

    return lowered(
        kernel_of(request),
        dict(request["parameters"]),
        request["multiples"],
        request,
        fuse=request["fuse"],
    )


def interpreted(request):
    import numpy as np

    given = base64.b64decode(request["memory"])
    # Beyond the end lies what the largest block might touch, so that a mask which lets too much
    # through changes bytes instead of ending the process.
    room = np.zeros(len(given) + 64, np.uint8)
    first = -room.ctypes.data % 64
    memory = room[first : first + len(given)]
    memory[:] = np.frombuffer(given, np.uint8)
    arguments = [
        argument(kind, value, memory.ctypes.data)
        for (_, kind), value in zip(request["parameters"], request["values"], strict=True)
    ]
    kernel = kernel_of(request)
    with np.errstate(all="ignore"):
        if request["programs"]:
            kernel[(request["programs"],)](*arguments, block=request["block"])
    return {"memory": base64.b64encode(memory.tobytes()).decode()}


def argument(kind, value, base):
    """A number or an address as the interpreter has it, with the type that C gives it."""
    import numpy as np
    from triton.runtime.interpreter import TensorHandle

    type_ = tl.str_to_ty(kind, None)
    if kind.startswith("*"):
        handle = TensorHandle(np.array([base + value], np.uint64), type_)
    else:
        # `i32`, `u8`, `fp64`: numpy says i4, u1, f8.
        numbers = np.dtype(f"{kind[0]}{int(kind.lstrip('iufp')) // 8}")
        handle = TensorHandle(np.array([value], numbers), type_)
    return tl.tensor(handle, type_)


def answer_to(request):
    answer = {"said": "", "version": triton.__version__, "shared": 0, "memory": ""}
    work = interpreted if os.environ.get("TRITON_INTERPRET") == "1" else compiled
    try:
        answer |= work(request)
    except Exception as refused:  # noqa: BLE001 - whatever Triton says to a kernel is the answer
        answer["said"] = str(refused).strip() or type(refused).__name__
    return answer
