"""What in a model's header will end a later stage, said before the first one is looked at."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.llm.converting.plan import plan_conversion
from compiler_core.llm.engine.admission import check_model
from compiler_core.llm.records import ModelHeader

_CONVERTED_TYPE = "F16"


def obstacles(header: ModelHeader) -> tuple[str, ...]:
    """Sentences, by the names of tensors and keys; empty for a model that becomes a program."""
    if header.refusals:
        return header.refusals
    try:
        if header.format == "safetensors":
            plan_conversion(header)
        check_model(_as_converted(header))
    except InputError as error:
        return (f"{error.message} {error.advice}".strip(),)
    return ()


def _as_converted(header: ModelHeader) -> ModelHeader:
    """As the engine would find the model with weights converted; stage 3 chooses their type."""
    tensors = tuple(replace(tensor, type=_CONVERTED_TYPE) for tensor in header.tensors)
    return replace(header, format="gguf", tensors=tensors)
