"""All graph passes."""

from __future__ import annotations

from compiler_core.errors import UnknownName
from compiler_core.graph.pass_base import GraphPass
from compiler_core.graph.passes.algebraic_simplification import ALGEBRAIC_SIMPLIFICATION
from compiler_core.graph.passes.batch_norm_expansion import BATCH_NORM_EXPANSION
from compiler_core.graph.passes.batch_norm_folding import BATCH_NORM_FOLDING
from compiler_core.graph.passes.common_subexpressions import COMMON_SUBEXPRESSIONS
from compiler_core.graph.passes.constant_folding import CONSTANT_FOLDING
from compiler_core.graph.passes.dead_code_elimination import DEAD_CODE_ELIMINATION
from compiler_core.graph.passes.identity_removal import IDENTITY_REMOVAL
from compiler_core.graph.passes.nhwc_layout import NHWC_LAYOUT
from compiler_core.graph.passes.scale_folding import SCALE_FOLDING
from compiler_core.graph.passes.sinking import SINKING
from compiler_core.graph.passes.transposed_convolution import TRANSPOSED_CONVOLUTION
from compiler_core.graph.picture_input.first_convolution import FOLD_INPUT

PASSES: tuple[GraphPass, ...] = (
    CONSTANT_FOLDING,
    IDENTITY_REMOVAL,
    ALGEBRAIC_SIMPLIFICATION,
    SINKING,
    BATCH_NORM_FOLDING,
    SCALE_FOLDING,
    COMMON_SUBEXPRESSIONS,
    DEAD_CODE_ELIMINATION,
    BATCH_NORM_EXPANSION,
    TRANSPOSED_CONVOLUTION,
    NHWC_LAYOUT,
    FOLD_INPUT,
)


def pass_named(name: str) -> GraphPass:
    """The pass of this name. Raises UnknownName."""
    for candidate in PASSES:
        if candidate.name == name:
            return candidate
    known = ", ".join(graph_pass.name for graph_pass in PASSES)
    raise UnknownName(f"There is no graph pass {name!r}.", f"There are: {known}.")
