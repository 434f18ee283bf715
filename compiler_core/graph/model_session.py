"""Running a model in ONNX Runtime, as it is: the runtime's own rewriting is switched off."""

from __future__ import annotations

from dataclasses import dataclass

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
    runtime_session,
)

AnyModel = bytes | onnx.ModelProto | ir.Model
_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """An input: its element type ("float", "uint8") and shape; open sizes are texts or None."""

    name: str
    element_type: str
    shape: tuple[int | str | None, ...]


def model_bytes(model: AnyModel) -> bytes:
    """The model as it would stand in a file."""
    if isinstance(model, bytes):
        return model
    proto = model if isinstance(model, onnx.ModelProto) else ir.to_proto(model)
    return proto.SerializeToString()


def model_of(model: AnyModel) -> ir.Model:
    """The model as a graph that can be changed; changing it leaves what was given alone."""
    return ir.from_proto(onnx.load_from_string(model_bytes(model)))


class Session:
    """A model opened in ONNX Runtime, on one thread."""

    def __init__(self, model: AnyModel) -> None:
        """Raises InputError if the runtime refuses the model."""
        import onnxruntime

        options = runtime_options(threads=1)
        options.log_severity_level = _ERRORS_ONLY
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            self._session = (
                lent_session(lent_model(model), options)
                if isinstance(model, ir.Model)
                else runtime_session(model_bytes(model), options)
            )
        except runtime_errors() as error:
            raise InputError(
                f"ONNX Runtime does not take the model: {runtime_message(error)}"
            ) from error

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the model reads."""
        return tuple(
            Entry(
                argument.name,
                argument.type.removeprefix("tensor(").removesuffix(")"),
                tuple(argument.shape),
            )
            for argument in self._session.get_inputs()
        )

    def first_output(self, fed: dict[str, np.ndarray]) -> np.ndarray:
        """Raises InputError when the model does not run on this."""
        return self.outputs(fed)[0]

    def outputs(self, fed: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        """All of them, in order. Raises InputError when the model does not run on this."""
        try:
            return tuple(map(np.asarray, self._session.run(None, fed)))
        except runtime_errors() as error:
            raise InputError(
                f"The model does not run on this input: {runtime_message(error)}"
            ) from error
