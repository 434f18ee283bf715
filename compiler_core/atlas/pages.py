"""All pages of the atlas, in the order in which the door lists them."""

from __future__ import annotations

from compiler_core.atlas.halide.page import HALIDE
from compiler_core.atlas.iree.page import IREE
from compiler_core.atlas.mega_kernel.page import MEGA_KERNEL
from compiler_core.atlas.mlir.anatomy.page import MLIR_ANATOMY
from compiler_core.atlas.mlir.double_buffer.page import DOUBLE_BUFFER
from compiler_core.atlas.mlir.from_loop.page import MLIR_LOOP
from compiler_core.atlas.mlir.product_page import MLIR_PRODUCT
from compiler_core.atlas.nvvm.page import NVVM
from compiler_core.atlas.one_block.page import ONE_BLOCK
from compiler_core.atlas.power.page import POWER
from compiler_core.atlas.records import AtlasPage
from compiler_core.atlas.sass.page import SASS
from compiler_core.atlas.stack.page import STACK
from compiler_core.atlas.superoptimiser.page import SUPEROPTIMISER
from compiler_core.atlas.tensorise.page import TENSORISE
from compiler_core.atlas.tensorrt.page import TENSORRT
from compiler_core.atlas.training.page import TRAINING
from compiler_core.atlas.triton.from_loop.page import TRITON_LOOP
from compiler_core.atlas.triton.page import TRITON
from compiler_core.atlas.tuning.page import AUTOTUNE
from compiler_core.atlas.tvm.page import TVM
from compiler_core.atlas.when.page import WHEN
from compiler_core.atlas.xla.page import XLA
from compiler_core.errors import UnknownName

PAGES: tuple[AtlasPage, ...] = (
    STACK, ONE_BLOCK, SUPEROPTIMISER, MEGA_KERNEL, TENSORISE, AUTOTUNE, NVVM, SASS, TRITON,
    TRITON_LOOP, MLIR_ANATOMY, MLIR_PRODUCT, MLIR_LOOP, DOUBLE_BUFFER, HALIDE, TVM, XLA, IREE,
    TENSORRT, WHEN, TRAINING, POWER,
)  # fmt: skip
_BY_NAME = {page.name: page for page in PAGES}


def page_named(name: str) -> AtlasPage:
    """Raises UnknownName."""
    page = _BY_NAME.get(name)
    if page is None:
        raise UnknownName(
            f"The atlas has no page {name[:40]!r}.", f"There are: {', '.join(_BY_NAME)}."
        )
    return page
