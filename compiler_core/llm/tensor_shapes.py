"""Every tensor that computing with a model reads, by GGUF's name, and its shape.

What a file has beyond these would be left out without a word, and what it lacks would be missed
only when it is needed: so both are said, by name, when the header is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from compiler_core.llm.records import ModelConfiguration

Part = Literal["block", "attention"]
Shapes = dict[str, tuple[int, ...]]
ROTARY_FACTORS = "rope_freqs.weight"
# Experts in the form that files had before they were stacked, and those that every token uses.
_OTHER_EXPERTS = re.compile(r"blk\.\d+\.ffn_(?:(?:gate|up|down)\.\d+|\w+_shexp)\.weight")
_LISTED = 4


def layer_shapes(configuration: ModelConfiguration, part: Part = "block") -> Shapes:
    """Tensors of one layer, each product a matrix [out, in] of its own."""
    shapes = _attention_shapes(configuration)
    return shapes | _feed_forward_shapes(configuration) if part == "block" else shapes


def file_shapes(configuration: ModelConfiguration) -> Shapes:
    """All tensors of a file, packed as it packs them."""
    specification = configuration
    layer = packed_shapes(specification, _layer_of_file(specification))
    shapes: Shapes = {
        "token_embd.weight": (specification.vocabulary, specification.hidden),
        "output_norm.weight": (specification.hidden,),
    }
    if not specification.tied:
        shapes["output.weight"] = (specification.vocabulary, specification.hidden)
    if specification.rotary_scaling == "llama3":
        shapes[ROTARY_FACTORS] = ((specification.rotary_size or specification.head_size) // 2,)
    for at in range(specification.layers):
        shapes |= {f"blk.{at}.{name}": shape for name, shape in layer.items()}
    return shapes


def packed_shapes(configuration: ModelConfiguration, layer: Shapes) -> Shapes:
    """A layer's tensors with queries, keys and values as one matrix, and gate and up as one."""
    if not configuration.packed_projections:
        return layer
    packed = dict(layer)
    for target, sources in PACKS.items():
        parts = [packed.pop(f"{source}.weight") for source in sources]
        packed[f"{target}.weight"] = (sum(part[0] for part in parts), parts[0][1])
    return packed


PACKS = {"attn_qkv": ("attn_q", "attn_k", "attn_v"), "ffn_up": ("ffn_gate", "ffn_up")}
"""Parts that a packed matrix holds, from its first row to its last."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who says which tensors there are, as "the header"; shown: the file's own name of a tensor."""

    by: str = "the header"
    shown: Callable[[str], str] = str

    def sentences(self, present: Shapes, wanted: Shapes) -> tuple[str, ...]:
        """Naming tensors of another shape, those without a place, and those that are missing."""
        other = [name for name, shape in wanted.items() if present.get(name, shape) != shape]
        extra = [self.shown(name) for name in present if name not in wanted]
        missing = [self.shown(name) for name in wanted if name not in present]
        faults = [
            f"{self.shown(name)} has shape {list(present[name])}; {self.by} asks for "
            f"{list(wanted[name])}."
            for name in other[:_LISTED]
        ]
        if len(other) > _LISTED:
            faults.append(f"{len(other) - _LISTED} more tensors have other shapes than that.")
        if extra:
            them = "that" if len(extra) == 1 else "them"
            faults.append(
                f"{listed(extra)}: nothing in a model of this kind is computed with {them}."
            )
        if missing:
            them = "it" if len(missing) == 1 else "them"
            faults.append(
                f"{listed(missing)}: not in the file, and a model of this kind needs {them}."
            )
        return tuple(faults)


def tensor_refusals(
    configuration: ModelConfiguration,
    shapes: Iterable[tuple[str, tuple[int, ...]]],
    requirements: Asked | None = None,
) -> tuple[str, ...]:
    """Sentences naming tensors without a place, of another shape, and those that are missing.

    shapes: names and shapes as a GGUF has them. A mixture's experts may be tensors of their own.
    """
    wanted, present = file_shapes(configuration), dict(shapes)
    if configuration.experts:
        present = {
            name: shape for name, shape in present.items() if not _OTHER_EXPERTS.fullmatch(name)
        }
        wanted = {name: shape for name, shape in wanted.items() if "_exps." not in name} | {
            name: present[name] for name in wanted if "_exps." in name and name in present
        }
    return (requirements or Asked()).sentences(present, wanted)


def listed(names: list[str]) -> str:
    """The first of these names, and how many more there are."""
    more = len(names) - _LISTED
    first = ", ".join(name[:100] for name in names[:_LISTED])
    word = "The tensor" if len(names) == 1 else "The tensors"
    return f"{word} {first}" + (f" and {more} more" if more > 0 else "")


def _attention_shapes(configuration: ModelConfiguration) -> Shapes:
    hidden, specification = configuration.hidden, configuration
    wide = specification.heads * specification.head_size
    keys, values = (
        specification.key_value_heads * size
        for size in (specification.head_size, specification.size_of_values)
    )
    shapes: Shapes = {
        "attn_norm.weight": (hidden,),
        "attn_q.weight": (wide, hidden),
        "attn_k.weight": (keys, hidden),
        "attn_v.weight": (values, hidden),
        "attn_output.weight": (hidden, specification.heads * specification.size_of_values),
    }
    if specification.query_key_value_bias:
        shapes |= {"attn_q.bias": (wide,), "attn_k.bias": (keys,), "attn_v.bias": (values,)}
    if specification.attention_output_bias:
        shapes["attn_output.bias"] = (hidden,)
    if specification.query_key_norm:
        shapes |= {f"attn_{name}_norm.weight": (specification.head_size,) for name in ("q", "k")}
    if specification.post_norms:
        shapes["post_attention_norm.weight"] = (hidden,)
    return shapes


def _feed_forward_shapes(configuration: ModelConfiguration) -> Shapes:
    hidden, wide = configuration.hidden, configuration.feed_forward
    shapes: Shapes = {
        "ffn_norm.weight": (hidden,),
        "ffn_gate.weight": (wide, hidden),
        "ffn_up.weight": (wide, hidden),
        "ffn_down.weight": (hidden, wide),
    }
    if configuration.feed_forward_bias:
        shapes |= {"ffn_gate.bias": (wide,), "ffn_up.bias": (wide,), "ffn_down.bias": (hidden,)}
    if configuration.post_norms:
        shapes["post_ffw_norm.weight"] = (hidden,)
    return shapes


def _layer_of_file(configuration: ModelConfiguration) -> Shapes:
    if not configuration.experts:
        return layer_shapes(configuration)
    specification, hidden = configuration, configuration.hidden
    wide = specification.expert_feed_forward or specification.feed_forward
    return _attention_shapes(specification) | {
        "ffn_norm.weight": (hidden,),
        "ffn_gate_inp.weight": (specification.experts, hidden),
        "ffn_gate_exps.weight": (specification.experts, wide, hidden),
        "ffn_up_exps.weight": (specification.experts, wide, hidden),
        "ffn_down_exps.weight": (specification.experts, hidden, wide),
    }
