"""Activation functions, as C expressions of one element.

Each formula is that of the operator's page in the ONNX operator reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import onnx_ir as ir

from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import attribute
from compiler_core.graph.emission.index_arithmetic import atom, signed_atom

Elements = Sequence[str]
Types = Sequence[ElementType]
Expression = Callable[[ir.Node, Elements, Types], str]
# Formulas in C: {x} the element, {one} {zero} … constants, {alpha} … attributes, {exp} … functions.
_FORMULAS: dict[str, tuple[str, dict[str, float]]] = {
    "Relu": ("{x} < {zero} ? {zero} : {x}", {}),
    "LeakyRelu": ("{x} < {zero} ? {alpha} * {x} : {x}", {"alpha": 0.01}),
    "ThresholdedRelu": ("{x} > {alpha} ? {x} : {zero}", {"alpha": 1.0}),
    "Elu": ("{x} < {zero} ? {alpha} * ({exp}({x}) - {one}) : {x}", {"alpha": 1.0}),
    "Selu": (
        "{gamma} * ({x} > {zero} ? {x} : {alpha} * {exp}({x}) - {alpha})",
        {"alpha": 1.6732631921768188, "gamma": 1.0507010221481323},
    ),
    "Celu": (
        "({x} > {zero} ? {x} : {zero}) + ({x} < {zero} ? {alpha} * ({exp}({x} / {alpha}) - {one}) "
        ": {zero})",
        {"alpha": 1.0},
    ),
    "Sigmoid": ("{one} / ({one} + {exp}(-{x}))", {}),
    "Softplus": (
        "({x} > {zero} ? {x} : {zero}) + {log1p}({exp}(-{fabs}({x})))",
        {},
    ),
    "Softsign": ("{x} / ({one} + {fabs}({x}))", {}),
    "HardSigmoid": (
        "{fmax}({zero}, {fmin}({one}, {alpha} * {x} + {beta}))",
        {"alpha": 0.2, "beta": 0.5},
    ),
    "HardSwish": ("{x} * {fmax}({zero}, {fmin}({one}, {x} * {sixth} + {half}))", {}),
    "Swish": ("{x} / ({one} + {exp}(-{alpha} * {x}))", {"alpha": 1.0}),
    "Mish": ("{x} * {tanh}({log1p}({exp}({x})))", {}),
    "Shrink": (
        "{x} < -{lambd} ? {x} + {bias} : {x} > {lambd} ? {x} - {bias} : {zero}",
        {"lambd": 0.5, "bias": 0.0},
    ),
}
_NUMBERS = {"zero": 0.0, "one": 1.0, "half": 0.5, "sixth": 1.0 / 6.0}
_CALLED = ("exp", "log1p", "fabs", "fmax", "fmin", "tanh")


def _formula(text: str, defaults: dict[str, float]) -> Expression:
    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        kind = kinds[0]
        words = {name: kind.literal(number) for name, number in _NUMBERS.items()}
        words |= {name: kind.function(name) for name in _CALLED}
        for name, number in defaults.items():
            words[name] = signed_atom(kind.literal(attribute(node, name, number)))
        return f"({kind.c})({text.format(x=atom(elements[0]), **words)})"

    return expression


def _parametric_relu(node: ir.Node, elements: Elements, kinds: Types) -> str:
    x, slope = map(atom, elements)
    return f"({kinds[0].c})({x} < 0 ? {x} * {slope} : {x})"


def _gelu(node: ir.Node, elements: Elements, kinds: Types) -> str:
    """With the error function, or by the tanh approximation when the node asks for it."""
    kind, x = kinds[0], atom(elements[0])
    half, one = kind.literal(0.5), kind.literal(1.0)
    if attribute(node, "approximate", "none") == "tanh":
        inner = f"{x} + {kind.literal(0.044715)} * {x} * {x} * {x}"
        root = kind.literal(0.7978845608028654)
        return f"{half} * {x} * ({one} + {kind.function('tanh')}({root} * ({inner})))"
    root = kind.literal(0.7071067811865476)
    return f"{half} * {x} * ({one} + {kind.function('erf')}({x} * {root}))"


ACTIVATIONS: dict[str, Expression] = {
    **{name: _formula(text, defaults) for name, (text, defaults) in _FORMULAS.items()},
    "PRelu": _parametric_relu,
    "Gelu": _gelu,
}
