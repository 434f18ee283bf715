"""What is said of the tensors beside a config.json: each has a place, the shape and a type.

Known from the header alone, so it is said before anything is converted, by the file's own names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from compiler_core.llm.reading.architectures import architecture_named
from compiler_core.llm.reading.tensor_names import (
    SINGLE_EXPERT,
    PublishedNames,
    gguf_name,
    is_unused,
)
from compiler_core.llm.records import ModelConfiguration, TensorEntry
from compiler_core.llm.tensor_shapes import (
    ROTARY_FACTORS,
    Asked,
    Shapes,
    file_shapes,
    listed,
    tensor_refusals,
)

_FLOATS = ("F64", "F32", "F16", "BF16")
_STACK = re.compile(r"(blk\.\d+\.ffn_(?:gate|up|down))_exps\.weight")
_OTHER_RUNTIME = (
    "Weights that were quantised for another runtime (GPTQ, AWQ, bitsandbytes) have such names and "
    "types; take the original model."
)


def tensor_findings(
    configuration: ModelConfiguration, tensors: tuple[TensorEntry, ...]
) -> tuple[str, ...]:
    """Sentences about tensors that keep a model from being converted; empty where none does, and
    where the shape of the model is not known."""
    if architecture_named(configuration.architecture) is None or not configuration.layers:
        return ()
    placed: dict[str, TensorEntry] = {}
    extra: list[str] = []
    twice: list[str] = []
    for entry in tensors:
        name = gguf_name(entry.name, configuration.architecture)
        if name is None:
            extra += [] if is_unused(entry.name) else [entry.name]
        elif name in placed:
            twice.append(f"{placed[name].name[:80]} and {entry.name[:80]} are the same tensor.")
        elif not (name == "output.weight" and configuration.tied):
            placed[name] = entry
    return (
        *_without_place(extra),
        *twice,
        *_other_types(placed.values()),
        *_shapes(configuration, placed),
    )


def _without_place(names: list[str]) -> tuple[str, ...]:
    if not names:
        return ()
    has = "has" if len(names) == 1 else "have"
    return (f"{listed(names)} {has} no place in a model of this kind. {_OTHER_RUNTIME}",)


def _other_types(tensors: Iterable[TensorEntry]) -> tuple[str, ...]:
    names = [f"{entry.name[:80]} ({entry.type})" for entry in tensors if entry.type not in _FLOATS]
    if not names:
        return ()
    known = f"{', '.join(_FLOATS[:-1])} and {_FLOATS[-1]}"
    be = "is" if len(names) == 1 else "are"
    return (f"{listed(names)} {be} of a type that is not converted here, where {known} are.",)


def _shapes(configuration: ModelConfiguration, placed: dict[str, TensorEntry]) -> tuple[str, ...]:
    """Shapes, and what is missing; the experts of a part count as one tensor."""
    wanted = file_shapes(configuration)
    present: Shapes = {name: entry.shape for name, entry in placed.items()}
    if ROTARY_FACTORS in wanted:  # Computed from config.json.
        present[ROTARY_FACTORS] = wanted[ROTARY_FACTORS]
    names = PublishedNames(configuration.architecture, {n: part.name for n, part in placed.items()})
    requirements = Asked("config.json", names.of)
    if not configuration.experts:
        return tensor_refusals(configuration, present.items(), requirements)
    experts = _single_experts(configuration, wanted)
    single = {name: shape for name, shape in present.items() if SINGLE_EXPERT.fullmatch(name)}
    return (
        *tensor_refusals(configuration, present.items(), requirements),
        *requirements.sentences(single, experts),
    )


def _single_experts(configuration: ModelConfiguration, wanted: Shapes) -> Shapes:
    """Each expert's matrices, as files have them."""
    shapes: Shapes = {}
    for name, (count, *shape) in wanted.items():
        stack = _STACK.fullmatch(name)
        if stack:
            shapes |= {f"{stack[1]}.{at}.weight": tuple(shape) for at in range(count)}
    return shapes
