"""Names of tensors: Hugging Face's to GGUF's, for the architectures that are converted.

Source: tensor_mapping.py of the package gguf, with which a test compares this table.
"""

from __future__ import annotations

import re

_PREFIXES = ("model.language_model.", "language_model.model.", "model.")
_OUTSIDE = {
    "embed_tokens.weight": "token_embd.weight",
    "norm.weight": "output_norm.weight",
}
_HEADS = ("lm_head.weight", "language_model.lm_head.weight")
_IN_LAYER = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.qkv_proj": "attn_qkv",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "mlp.gate_up_proj": "ffn_up",
    "block_sparse_moe.gate": "ffn_gate_inp",
    "mlp.gate": "ffn_gate_inp",
    "mlp.shared_expert.gate_proj": "ffn_gate_shexp",
    "mlp.shared_expert.up_proj": "ffn_up_shexp",
    "mlp.shared_expert.down_proj": "ffn_down_shexp",
    "mlp.shared_expert_gate": "ffn_gate_inp_shexp",
}
# Gemma 2 and 3 have four norms in a layer, and the name of Llama's second one for another.
_POST_NORMS = {
    "post_attention_layernorm": "post_attention_norm",
    "pre_feedforward_layernorm": "ffn_norm",
    "post_feedforward_layernorm": "post_ffw_norm",
}
_WITH_POST_NORMS = ("gemma2", "gemma3")
_EXPERT_PARTS = {
    "w1": "ffn_gate", "w2": "ffn_down", "w3": "ffn_up",
    "gate_proj": "ffn_gate", "down_proj": "ffn_down", "up_proj": "ffn_up",
}  # fmt: skip
_LAYER = re.compile(r"layers\.(\d{1,6})\.(.+)\.(weight|bias)")
SINGLE_EXPERT = re.compile(r"(blk\.\d+\.ffn_(?:gate|up|down))\.(\d+)\.weight")
_UNUSED = re.compile(
    r".*(rotary_emb\.inv_freq|masked_bias|attn\.bias)|(vision_tower|multi_modal_projector|visual)\..*"
)
_IN_BLOCK = re.compile(r"blk\.(?P<layer>\d+)\.(?P<part>\w+)\.(?P<kind>\w+)")
_NUMBERS = re.compile(r"(?<=\.)\d+(?=\.)")
_EXPERT = re.compile(r"(?:block_sparse_moe|mlp)\.experts\.(\d{1,6})\.(\w+)")


def gguf_name(name: str, architecture: str) -> str | None:
    """GGUF's name of a tensor, None if it has none here.

    A single expert becomes `blk.0.ffn_gate.3.weight`, as GGUF had them before experts were stacked.
    """
    if name in _HEADS:
        return "output.weight"
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            return _within_model(name.removeprefix(prefix), _parts(architecture))
    return None


def _parts(architecture: str) -> dict[str, str]:
    return _IN_LAYER | _POST_NORMS if architecture in _WITH_POST_NORMS else _IN_LAYER


def _within_model(name: str, parts: dict[str, str]) -> str | None:
    if name in _OUTSIDE:
        return _OUTSIDE[name]
    match = _LAYER.fullmatch(name)
    if match is None:
        return None
    layer, inner, kind = match.groups()
    part = parts.get(inner)
    expert = _EXPERT.fullmatch(inner)
    if expert and expert[2] in _EXPERT_PARTS:
        part = f"{_EXPERT_PARTS[expert[2]]}.{expert[1]}"
    return f"blk.{layer}.{part}.{kind}" if part else None


def is_unused(name: str) -> bool:
    """Whether a tensor is computed anew, or no part of the language model."""
    return _UNUSED.fullmatch(name) is not None


class PublishedNames:
    """A tensor's name as this file writes it: as its neighbours in other layers are written, and
    where it has none, as Hugging Face publishes models of this kind."""

    def __init__(self, architecture: str, placed: dict[str, str]) -> None:
        """placed: the file's names by GGUF's."""
        self._own = placed
        self._alike = {_NUMBERS.sub("#", name): own for name, own in placed.items()}
        usual = {part: inner for inner, part in reversed(_parts(architecture).items())}
        if architecture == "phi3":
            usual |= {"ffn_up": "mlp.gate_up_proj"}
        if architecture.endswith("moe"):
            usual |= {"ffn_gate_inp": "mlp.gate"}
        self._usual = usual

    def of(self, name: str) -> str:
        """GGUF's name itself where nothing says another."""
        if name in self._own:
            return self._own[name]
        alike = self._alike.get(_NUMBERS.sub("#", name))
        if alike is not None:
            numbers = iter(_NUMBERS.findall(name))
            return _NUMBERS.sub(lambda _: next(numbers), alike)
        return self._published(name)

    def _published(self, name: str) -> str:
        if name == "output.weight":
            return _HEADS[0]
        outside = next((own for own, gguf_name in _OUTSIDE.items() if gguf_name == name), "")
        if outside:
            return f"model.{outside}"
        match = _IN_BLOCK.fullmatch(name)
        if match is None or match["part"] not in self._usual:
            return name
        return f"model.layers.{match['layer']}.{self._usual[match['part']]}.{match['kind']}"
