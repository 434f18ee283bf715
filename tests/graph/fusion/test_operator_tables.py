"""Tables beside the generator's that know operators: what they leave out is left out on purpose."""

from __future__ import annotations

import ast
import inspect

import pytest
from onnx import defs

from compiler_core.graph.emission.operators import SUPPORTED_NAMES, SUPPORTED_OPERATORS
from compiler_core.graph.fusion import kinds
from compiler_core.graph.fusion.convolution_facts import NHWC_DOMAIN
from compiler_core.graph.passes import neutral_rules, sinking

KINDS = {
    *kinds.ONE_INPUT,
    *kinds.MANY_INPUTS,
    *kinds.SAME_ORDER,
    *kinds.MOVING,
    *kinds.REDUCING,
    *kinds.COMPLEX,
    "Split",
}
# Nothing fuses with these: rare functions, bits, what makes its own result, running sums, integer
# products as QLinear has them, and norms that earlier passes take apart.
OPAQUE_ON_PURPOSE = {
    "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Cosh", "Sinh", "Shrink",
    "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "CastLike",
    "Constant", "ConstantOfShape", "Shape", "Size",
    "ArgMax", "ArgMin", "CumProd", "CumSum", "GatherElements", "Hardmax", "Trilu", "Upsample",
    "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul",
    "GroupNormalization", "LRN", "MeanVarianceNormalization", "RMSNormalization",
}  # fmt: skip
# Elementwise for fusion, but transposes stay in front of them: constants of the first three lie
# along an axis that would have to turn too; the others could be sunk below and are not yet.
NOT_SUNK_ON_PURPOSE = {
    "BatchNormalization", "DequantizeLinear", "QuantizeLinear",
    "BitShift", "GreaterOrEqual", "IsInf", "IsNaN", "LessOrEqual", "Swish", "Tan", "Xor",
}  # fmt: skip


def names_in(module: object) -> set[str]:
    """Operators of the standard that a module names in its code."""
    source = inspect.getsource(module)  # type: ignore[arg-type]
    known = {schema.name for schema in defs.get_all_schemas()}
    texts = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and text in known}


def test_every_operator_has_a_kind_or_is_opaque_on_purpose() -> None:
    assert SUPPORTED_NAMES - KINDS == OPAQUE_ON_PURPOSE
    others = {name.rpartition(".")[2] for domain, name in SUPPORTED_OPERATORS if domain}
    assert {domain for domain, _ in SUPPORTED_OPERATORS} == {"", NHWC_DOMAIN}
    assert others - KINDS <= OPAQUE_ON_PURPOSE


def test_transposes_sink_below_what_is_elementwise_or_stay_on_purpose() -> None:
    elementwise = {*kinds.ONE_INPUT, *kinds.MANY_INPUTS}
    assert elementwise - {*sinking.ELEMENTWISE, *sinking.BROADCASTING} == NOT_SUNK_ON_PURPOSE


@pytest.mark.parametrize("names", [KINDS, names_in(sinking), names_in(neutral_rules)])
def test_no_table_knows_an_operator_that_has_no_code(names: set[str]) -> None:
    assert names
    assert names <= SUPPORTED_NAMES
