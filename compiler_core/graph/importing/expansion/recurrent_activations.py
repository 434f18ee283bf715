"""Activations that LSTM and GRU name, with their parameters.

`activation_alpha` and `activation_beta` hold numbers for those functions only that have such a
parameter, in their order; where the lists end, the defaults hold. Source: ONNX, LSTM-14.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.importing.expansion.writing import Writing

# The defaults of alpha and beta, for the functions that have them. None: ONNX Runtime takes another
# one than the standard's operator of this name has, so that the node must say it.
ACTIVATIONS: dict[str, tuple[float | None, ...]] = {
    "Sigmoid": (), "Tanh": (), "Relu": (), "Softsign": (), "Softplus": (),
    "HardSigmoid": (0.2, 0.5), "LeakyRelu": (0.01,), "Elu": (1.0,), "ThresholdedRelu": (None,),
    "Affine": (None, 0.0), "ScaledTanh": (None, None),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Activation:
    """A function by its name, with alpha and beta where it has them."""

    name: str
    parameters: tuple[float, ...]

    def write(self, writing: Writing, value: ir.Value, part: str) -> ir.Value:
        """Its nodes: Affine and ScaledTanh are no operators of their own."""
        if self.name == "Affine":
            alpha, beta = (self._scalar(writing, parameter) for parameter in self.parameters)
            scaled = writing.write("Mul", value, alpha, part=f"{part}_scaled")
            return writing.write("Add", scaled, beta, part=part)
        if self.name == "ScaledTanh":
            alpha, beta = (self._scalar(writing, factor) for factor in self.parameters)
            scaled = writing.write("Mul", value, beta, part=f"{part}_scaled")
            bent = writing.write("Tanh", scaled, part=f"{part}_bent")
            return writing.write("Mul", bent, alpha, part=part)
        named = dict(zip(("alpha", "beta"), self.parameters, strict=False))
        return writing.write(self.name, value, part=part, **named)

    @staticmethod
    def _scalar(writing: Writing, number: float) -> ir.Value:
        (source, *_) = writing.node.inputs
        kind = source.dtype if source is not None else None
        return writing.scalar(number, kind or ir.DataType.FLOAT, "activation")


def activations_refusal(node: ir.Node, names: Sequence[str]) -> str:
    """Why these activations cannot be written, in words; empty if they can."""
    wrong = next((name for name in names if name not in ACTIVATIONS), "")
    if wrong:
        return f"Its activation {wrong} is not one of {', '.join(ACTIVATIONS)}."
    for name, given in _parameters(node, names):
        if None in given:
            return (
                f"Its activation {name} is given without its parameters (activation_alpha, "
                "activation_beta), on whose defaults ONNX Runtime and the standard do not agree."
            )
    return ""


def activations_of(node: ir.Node, names: Sequence[str]) -> tuple[Activation, ...]:
    """Each with its own parameters; nothing in `activations_refusal` holds."""
    return tuple(
        Activation(name, tuple(parameter for parameter in given if parameter is not None))
        for name, given in _parameters(node, names)
    )


def _parameters(node: ir.Node, names: Sequence[str]) -> list[tuple[str, tuple[float | None, ...]]]:
    """Alpha and beta of each, taken from the node's lists while these last."""
    lists = [_numbers(node, "activation_alpha"), _numbers(node, "activation_beta")]
    parameters: list[tuple[str, tuple[float | None, ...]]] = []
    for name in names:
        usual = ACTIVATIONS[name]
        given = (
            numbers.pop(0) if numbers else default
            for default, numbers in zip(usual, lists, strict=False)
        )
        parameters.append((name, tuple(given)))
    return parameters


def _numbers(node: ir.Node, name: str) -> list[float]:
    given = node.attributes.get(name)
    return [] if given is None else [float(number) for number in given.as_floats()]
