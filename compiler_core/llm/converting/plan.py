"""What a conversion will write: for each tensor its sources, its order, and why.

A plan is made from headers alone and refuses what would not fit: names without a place in GGUF,
layers with parts missing, rows that are not heads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.llm.converting.records import DroppedTensor
from compiler_core.llm.reading.architectures import KNOWN, architecture_named
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.tensor_names import SINGLE_EXPERT, gguf_name, is_unused
from compiler_core.llm.records import ModelConfiguration, ModelHeader, TensorEntry
from compiler_core.llm.tensor_shapes import ROTARY_FACTORS

Making = Literal["copy", "pairs", "stack", "add one", "vector", "rotary factors"]
_ROTATED = re.compile(r"blk\.\d+\.attn_(q|k)\.(?:weight|bias)")
_NORM = re.compile(r".*norm\.weight")
# A GGUF has keys, or a tensor, for these.
_NEEDED = ("attn_norm", "attn_output", "ffn_norm", "ffn_down")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTensor:
    """One tensor that a conversion will write."""

    name: str
    """In the new file."""
    sources: tuple[TensorEntry, ...]
    """Tensors of the old file that it is made of; several for stacked experts."""
    shape: tuple[int, ...]
    """Rows first, as numpy has it."""
    making: Making
    """How values come from the sources."""
    heads: int
    """Heads whose rows are put in another order; 0 where the order stays."""
    reason: str
    """Why it is made so, in words."""


@dataclass(frozen=True, slots=True)
class Plan:
    """configuration: of the new file."""

    configuration: ModelConfiguration
    tensors: tuple[PlannedTensor, ...]
    dropped: tuple[DroppedTensor, ...]


def plan_conversion(header: ModelHeader) -> Plan:
    """The plan for a header of either format. Raises ModelFileRefused."""
    configuration = header.configuration
    if architecture_named(configuration.architecture) is None:
        raise ModelFileRefused(
            f"Models of the kind {configuration.architecture[:60]} are not converted here.",
            f"Known are {KNOWN}.",
        )
    if header.format == "gguf":
        plan = _plan_gguf(header)
        _check_parts(plan)
        return plan
    _check_refusals(header)
    return _plan_safetensors(header)


def _check_refusals(header: ModelHeader) -> None:
    if header.refusals:
        raise ModelFileRefused(
            " ".join(header.refusals), "Is this config.json that of the weights, and are all there?"
        )
    for key, number in (
        ("num_hidden_layers", header.configuration.layers),
        ("max_position_embeddings", header.configuration.context),
    ):
        if not number:
            raise ModelFileRefused(
                f"config.json does not say {key}, or says 0.", "Take the model's own config.json."
            )


def _plan_gguf(header: ModelHeader) -> Plan:
    """Names and order are GGUF's already."""
    tensors = tuple(
        PlannedTensor(
            name=tensor.name,
            sources=(tensor,),
            shape=tensor.shape,
            making="copy",
            heads=0,
            reason="The name is GGUF's already.",
        )
        for tensor in header.tensors
    )
    return Plan(header.configuration, tensors, ())


def _plan_safetensors(header: ModelHeader) -> Plan:
    configuration = header.configuration
    named, dropped = _named(header)
    planned = [
        _planned(name, entry, configuration)
        for name, entry in named.items()
        if not SINGLE_EXPERT.fullmatch(name)
    ]
    planned += _stacked(named, configuration)
    if configuration.rotary_scaling == "llama3":
        planned.append(_factors(configuration))
    adjacent = _is_adjacent(configuration)
    return Plan(
        replace(
            configuration, norm_offset=0.0, rotary_pairing="adjacent" if adjacent else "halves"
        ),
        tuple(sorted(planned, key=_file_order)),
        dropped,
    )


def _named(header: ModelHeader) -> tuple[dict[str, TensorEntry], tuple[DroppedTensor, ...]]:
    """Tensors by GGUF's name, and those that are left out."""
    configuration = header.configuration
    named: dict[str, TensorEntry] = {}
    dropped: list[DroppedTensor] = []
    for entry in header.tensors:
        name = gguf_name(entry.name, configuration.architecture)
        if name is None:
            dropped.append(_dropped(entry))
        elif name == "output.weight" and configuration.tied:
            dropped.append(
                DroppedTensor(entry.name, "The output head is the embedding, stored once.")
            )
        elif name in named:
            raise ModelFileRefused(f"{named[name].name} and {entry.name} are both {name}.")
        else:
            named[name] = entry
    return named, tuple(dropped)


def _dropped(entry: TensorEntry) -> DroppedTensor:
    if is_unused(entry.name):
        return DroppedTensor(entry.name, "It is computed anew, or no part of the language model.")
    raise ModelFileRefused(
        f"The tensor {entry.name} has no place in a GGUF of this kind.",
        "Weights that were quantised for another runtime (GPTQ, AWQ, bitsandbytes) have such "
        "names; take the original model.",
    )


def _planned(name: str, entry: TensorEntry, configuration: ModelConfiguration) -> PlannedTensor:
    rotated = _ROTATED.fullmatch(name)
    if rotated and _is_adjacent(configuration):
        heads = configuration.heads if rotated[1] == "q" else configuration.key_value_heads
        _check_rows(entry, heads, configuration.head_size)
        return PlannedTensor(
            name=name,
            sources=(entry,),
            shape=entry.shape,
            making="pairs",
            heads=heads,
            reason="llama.cpp rotates adjacent elements of a head, Hugging Face elements half a "
            "head apart: the rows of each head are put in that order.",
        )
    if configuration.norm_offset and _NORM.fullmatch(name):
        return PlannedTensor(
            name=name,
            sources=(entry,),
            shape=entry.shape,
            making="add one",
            heads=0,
            reason="Gemma multiplies by 1 + weight: the 1 is added here, once.",
        )
    if name.endswith("ffn_gate_inp_shexp.weight"):
        return PlannedTensor(
            name=name,
            sources=(entry,),
            shape=entry.shape[-1:],
            making="vector",
            heads=0,
            reason="One row is stored as a vector.",
        )
    return PlannedTensor(
        name=name,
        sources=(entry,),
        shape=entry.shape,
        making="copy",
        heads=0,
        reason="Another name for the same.",
    )


def _is_adjacent(configuration: ModelConfiguration) -> bool:
    known = architecture_named(configuration.architecture)
    return known is not None and known.pairing == "adjacent"


def _stacked(
    named: dict[str, TensorEntry], configuration: ModelConfiguration
) -> list[PlannedTensor]:
    """Experts of one layer and part become one tensor [expert, out, in]."""
    groups: dict[str, dict[int, TensorEntry]] = {}
    for name, entry in named.items():
        match = SINGLE_EXPERT.fullmatch(name)
        if match:
            groups.setdefault(f"{match[1]}_exps.weight", {})[int(match[2])] = entry
    return [_stack(name, experts, configuration.experts) for name, experts in groups.items()]


def _stack(name: str, experts: dict[int, TensorEntry], count: int) -> PlannedTensor:
    if sorted(experts) != list(range(count)):
        raise ModelFileRefused(f"{name} has {len(experts)} experts; config.json says {count}.")
    shapes = {expert.shape for expert in experts.values()}
    if len(shapes) != 1:
        raise ModelFileRefused(f"The experts of {name} have different shapes.")
    return PlannedTensor(
        name=name,
        sources=tuple(experts[at] for at in range(count)),
        shape=(count, *shapes.pop()),
        making="stack",
        heads=0,
        reason=f"{count} experts become one tensor: the step reads those the router chose.",
    )


def _factors(configuration: ModelConfiguration) -> PlannedTensor:
    return PlannedTensor(
        name=ROTARY_FACTORS,
        sources=(),
        shape=(configuration.rotary_size // 2,),
        making="rotary factors",
        heads=0,
        reason="GGUF holds what Llama 3's scaling divides each frequency by, not its parameters.",
    )


def _file_order(tensor: PlannedTensor) -> tuple[int, int, str]:
    """Embedding first, then layers in order, the output last: as a decode step reads."""
    match = re.fullmatch(r"blk\.(\d+)\..*", tensor.name)
    if match:
        return 1, int(match[1]), tensor.name
    return (2 if tensor.name.startswith("output") else 0), 0, tensor.name


def _check_rows(entry: TensorEntry, heads: int, head_size: int) -> None:
    if not entry.shape or entry.shape[0] != heads * head_size or head_size % 2:
        raise ModelFileRefused(
            f"{entry.name} has shape {list(entry.shape)}; config.json says {heads} heads of "
            f"{head_size}."
        )


def _check_parts(plan: Plan) -> None:
    names = {tensor.name for tensor in plan.tensors}
    missing = [name for name in ("token_embd.weight", "output_norm.weight") if name not in names]
    for layer in range(plan.configuration.layers):
        missing += [
            f"blk.{layer}.{part}"
            for part in _NEEDED
            if not {
                f"blk.{layer}.{part}.weight",
                f"blk.{layer}.{part}_exps.weight",
                f"blk.{layer}.{part}.0.weight",
            }
            & names
        ]
    if missing:
        raise ModelFileRefused(
            f"{len(missing)} tensors are not there, {missing[0]} for one.",
            "Download all parts of the model, or check the number of layers.",
        )
