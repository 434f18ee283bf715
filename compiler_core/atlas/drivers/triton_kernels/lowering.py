"""From a kernel to PTX, as far as Triton starts no other program.

Imported by the driver's other files alone, with an interpreter that has Triton.
"""

# Triton is not in the environment that is checked, and pyright takes the page's package for it.
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from pathlib import Path

import triton
from own_erf import LIBRARY
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import ptx_get_version
from triton.compiler import ASTSource, make_backend

FORMS = ("ttir", "ttgir", "llir", "ptx")
_WARP = 32
_OWN_LIBRARY = "own_erf.ll"


def lowered(kernel, parameters, multiples, request, *, fuse):
    """`shared`, bytes of memory that the threads of a block share; `own_erf`, whether an error
    function of ours stands in for NVIDIA's. Each form that is reached is written down,
    `kernel.ttir` first.

    parameters: types by name, as Triton's signature has them. multiples: numbers of those that are
    multiples of 16. Of the request: `block`, its elements; `warps` of a block; `arch`, 90 for
    sm_90; `cuda`, by which Triton chooses the version of PTX. fuse: whether a product and a sum may
    be one operation.
    """
    source = ASTSource(
        kernel,
        signature={**parameters, "block": "constexpr"},
        constexprs={"block": request["block"]},
        attrs={(number,): [["tt.divisibility", 16]] for number in multiples},
    )
    target = GPUTarget("cuda", request["arch"], _WARP)
    backend = make_backend(target)
    settings = {
        "num_warps": request["warps"],
        "enable_fp_fusion": fuse,
        "ptx_version": ptx_get_version(request["cuda"]),
    }
    own = not has_libdevice()
    if own:
        Path(_OWN_LIBRARY).write_text(LIBRARY)
        settings["extern_libs"] = {"libdevice": _OWN_LIBRARY}
    options = backend.parse_options(settings)
    metadata = _written_forms(source, target, backend, options)
    if own:
        Path(_OWN_LIBRARY).unlink()
    uses_erf = "math.erf" in Path("kernel.ttgir").read_text()
    return {"shared": metadata["shared"], "own_erf": own and uses_erf}


def _written_forms(source, target, backend, options):
    """Every form on its way, each in a file; what the backend notes of them."""
    stages, metadata, context = {}, {}, ir.context()
    backend.add_stages(stages, options, source.language)
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = source.make_ir(
        target,
        options,
        backend.get_codegen_implementation(options),
        backend.get_module_map(),
        context,
    )
    for form in FORMS:
        made = stages[form](made, metadata)
        Path(f"kernel.{form}").write_text(str(made))
    return metadata


def has_libdevice():
    """Whether NVIDIA's library of functions is in this Triton."""
    return (Path(triton.__file__).parent / "backends/nvidia/lib/libdevice.10.bc").exists()
