"""All passes, in the order in which the usual pipeline runs them."""

from __future__ import annotations

from compiler_core.loop.errors import UnknownPass
from compiler_core.loop.passes.algebraic_simplification import AlgebraicSimplification
from compiler_core.loop.passes.common_subexpressions import CommonSubexpressions
from compiler_core.loop.passes.constant_folding import ConstantFolding
from compiler_core.loop.passes.copy_propagation import CopyPropagation
from compiler_core.loop.passes.dead_code_elimination import DeadCodeElimination
from compiler_core.loop.passes.dead_store_elimination import DeadStoreElimination
from compiler_core.loop.passes.if_conversion import IfConversion
from compiler_core.loop.passes.infrastructure import Pass
from compiler_core.loop.passes.loop_invariant_code_motion import LoopInvariantCodeMotion
from compiler_core.loop.passes.loop_rotation import LoopRotation
from compiler_core.loop.passes.loop_unrolling import LoopUnrolling
from compiler_core.loop.passes.promotion import Promotion
from compiler_core.loop.passes.strength_reduction import StrengthReduction
from compiler_core.loop.passes.vectorisation import ReassociatingVectorisation, Vectorisation

PASSES: tuple[Pass, ...] = (
    Promotion(),
    ConstantFolding(),
    CopyPropagation(),
    AlgebraicSimplification(),
    CommonSubexpressions(),
    LoopRotation(),
    LoopInvariantCodeMotion(),
    DeadStoreElimination(),
    DeadCodeElimination(),
    IfConversion(),
    StrengthReduction(),
    Vectorisation(),
    ReassociatingVectorisation(),
    LoopUnrolling(),
)
# What `lowlab passes --compiler textbook` runs. Copies are propagated again behind the pass that
# leaves them. Rotation is for those who ask: unrolling and vectorisation want the test on top.
USUAL_PASSES: tuple[str, ...] = (
    "promotion",
    "constant-folding",
    "copy-propagation",
    "algebraic-simplification",
    "common-subexpressions",
    "copy-propagation",
    "loop-invariant-code-motion",
    "dead-store-elimination",
    "dead-code-elimination",
    "if-conversion",
    "strength-reduction",
    "vectorisation",
    "loop-unrolling",
)

_BY_NAME = {known_pass.name: known_pass for known_pass in PASSES}


def pass_named(name: str) -> Pass:
    """The pass of this name. Raises UnknownPass."""
    chosen = _BY_NAME.get(name)
    if chosen is None:
        raise UnknownPass(f"There is no pass {name}.", f"There are: {', '.join(_BY_NAME)}.")
    return chosen
