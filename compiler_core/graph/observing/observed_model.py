"""Running a model in ONNX Runtime with inner values as extra outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.lent_weights import lent_model
from compiler_core.graph.runtime_options import (
    lent_session,
    runtime_errors,
    runtime_message,
    runtime_options,
)

_SHOW_ERRORS_ONLY = 3


class ObservedModel:
    """A model whose named values can be read after each run.

    values: names to read, in the order of the results; constants are not among them. pairs: whether
    operators between DequantizeLinear and QuantizeLinear may run on integers, or as written.
    layout: whether the runtime may lay out weights anew for this processor, which makes a run a
    little faster and takes as long as dozens of runs gain.
    Raises InputError when ONNX Runtime does not take the model.
    """

    def __init__(
        self,
        model: ir.Model,
        values: Sequence[str],
        layout: Literal["blocked", "given"] = "blocked",
        pairs: Literal["fused", "computed"] = "fused",
    ) -> None:
        import onnxruntime

        self.values = tuple(dict.fromkeys(values))
        options = runtime_options()
        options.log_severity_level = _SHOW_ERRORS_ONLY
        # Else some int8 tensors become uint8, and layers between the two kinds stay float32.
        options.add_session_config_entry("session.qdqisint8allowed", "1")
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        if pairs == "computed":
            options.add_session_config_entry("session.disable_quant_qdq", "1")
        if layout == "given":
            level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
            options.graph_optimization_level = level
        lent = lent_model(model)
        _add_outputs(lent.proto.graph, self.values)
        try:
            self._session = lent_session(lent, options)
        except runtime_errors() as error:
            raise _refused(error) from error
        self.inputs = tuple(entry.name for entry in self._session.get_inputs())

    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The observed values for one batch. InputError when inputs are missing or do not fit."""
        missing = [name for name in self.inputs if name not in inputs]
        if missing:
            raise InputError(
                f"The batch has no value for the input {missing[0]!r}.",
                f"The model's inputs: {', '.join(self.inputs)}.",
            )
        if not self.values:
            return {}
        try:
            results: Iterable[Any] = self._session.run(
                list(self.values), {name: inputs[name] for name in self.inputs}
            )
        except runtime_errors() as error:
            raise _refused(error) from error
        return {name: np.asarray(value) for name, value in zip(self.values, results, strict=True)}


def _add_outputs(graph: onnx.GraphProto, values: Sequence[str]) -> None:
    """Every one of the values becomes an output as well."""
    known = {entry.name: entry for entry in [*graph.value_info, *graph.input, *graph.output]}
    present = {entry.name for entry in graph.output}
    for name in values:
        if name not in present:
            graph.output.append(known.get(name) or _untyped(name))


def _untyped(name: str) -> onnx.ValueInfoProto:
    return onnx.helper.make_empty_tensor_value_info(name)


def _refused(error: Exception) -> InputError:
    return InputError(
        f"ONNX Runtime does not run this model: {runtime_message(error)}", "Check the model first."
    )
