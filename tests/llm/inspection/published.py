"""Published models: their shapes as the authors give them, and figures worked out by hand.

Parameters are those the authors publish. Bytes are sums of elements · bytes of the type; norms,
biases and routers are F32 in a GGUF. The sums stand in the comments.
"""

from __future__ import annotations

from dataclasses import dataclass

Shape = tuple[int, ...]
Tensor = tuple[str, str, Shape]


@dataclass(frozen=True)
class Published:
    """kind: of matrices; head: of the output head or, tied, of the embedding."""

    name: str
    architecture: str
    layers: int
    hidden: int
    feed_forward: int
    heads: int
    shared: int
    head_size: int
    vocabulary: int
    tied: bool
    parameters: int
    bytes_per_token: int
    cache: int
    format: str = "gguf"
    kind: str = "F16"
    head: str = "F16"
    embedding: str = ""
    better: str = ""
    experts: int = 0
    used: int = 0
    window: int = 0
    bias: bool = False
    query_norm: bool = False
    post_norms: bool = False
    rope_factors: int = 0
    active: int = 0


PUBLISHED = (
    # 32·218,103,808 + 525,336,576 matrices · 2; 65·4096·4 of norms; 64·4 of rotary factors.
    Published("Llama-3.1-8B", "llama", 32, 4096, 14336, 32, 8, 128, 128256, False,
              8_030_261_248 + 64, 15_010_382_080, 131_072, rope_factors=64),
    # Layers all Q4_K 113,836,032; attn_v and ffn_down of 16 layers as Q6_K 15,949,824 more; head
    # Q6_K 107,520,000; norms 65·4096·4.
    Published("Llama-2-7B Q4_K_M", "llama", 32, 4096, 11008, 32, 32, 128, 32000, False,
              6_738_415_616, 4_006_535_168, 524_288, kind="Q4_K", head="Q6_K", embedding="Q4_K",
              better="Q6_K"),
    # 24·(14,909,440·34/32 + 2944·4) + 136,134,656·34/32 + 896·4.
    Published("Qwen2.5-0.5B Q8_0", "qwen2", 24, 896, 4864, 14, 2, 64, 151936, True,
              494_032_768, 525_120_000, 12_288, kind="Q8_0", head="Q8_0", bias=True),
    # 28·(46,792,704·2 + 5120·4) + 233,373,696·2 + 1536·4.
    Published("Qwen2.5-1.5B", "qwen2", 28, 1536, 8960, 12, 2, 128, 151936, True,
              1_543_714_304, 3_087_718_400, 28_672, bias=True),
    # Everything is read: 2,614,341,888·2.
    Published("Gemma-2-2B", "gemma2", 26, 2304, 9216, 8, 4, 256, 256000, True,
              2_614_341_888, 5_228_683_776, 106_496, format="safetensors", kind="BF16",
              head="BF16", window=4096, post_norms=True),
    # 32·122,683,392 + head Q6_K 107,520,000 + 65·4096·4.
    Published("Mistral-7B Q4_0", "llama", 32, 4096, 14336, 32, 8, 128, 32000, False,
              7_241_732_096, 4_034_453_504, 131_072, kind="Q4_0", head="Q6_K", embedding="Q4_0",
              window=4096),
    # 32·(41,943,040·2 + 2/8 of 2,818,572,288 + router 32,768·4 + norms 8192·4) + 131,072,000·2
    # + 4096·4.
    Published("Mixtral-8x7B", "llama", 32, 4096, 14336, 32, 8, 128, 32000, False,
              46_702_792_704, 25_500_336_128, 131_072, experts=8, used=2,
              active=12_879_925_248),
    # (3,821,079,552 - 98,500,608)·2.
    Published("Phi-3-mini", "phi3", 32, 3072, 8192, 32, 32, 96, 32064, False,
              3_821_079_552, 7_445_157_888, 393_216, format="safetensors", kind="BF16",
              head="BF16"),
    # 28·(15,728,640·18/32 + 2304·4) + 155,582,464·34/32 + 1024·4.
    Published("Qwen3-0.6B", "qwen3", 28, 1024, 3072, 16, 8, 128, 151936, True,
              596_049_920, 413_294_592, 114_688, kind="Q4_0", head="Q8_0", query_norm=True),
    # Everything is read: 999,885,952·2.
    Published("Gemma-3-1B", "gemma3", 26, 1152, 6912, 4, 1, 256, 262144, True,
              999_885_952, 1_999_771_904, 26_624, format="safetensors", kind="BF16",
              head="BF16", window=512, query_norm=True, post_norms=True),
)  # fmt: skip


def tensors_of(model: Published) -> list[Tensor]:
    """The table of tensors, with GGUF's names."""
    embedding = model.head if model.tied else model.embedding or model.kind
    found: list[Tensor] = [("token_embd.weight", embedding, (model.vocabulary, model.hidden))]
    for layer in range(model.layers):
        found += [
            (f"blk.{layer}.{name}", kind, shape) for name, kind, shape in _layer(model, layer)
        ]
    norm = "F32" if model.format == "gguf" else model.kind
    found.append(("output_norm.weight", norm, (model.hidden,)))
    if model.rope_factors:
        found.append(("rope_freqs.weight", "F32", (model.rope_factors,)))
    if not model.tied:
        found.append(("output.weight", model.head, (model.vocabulary, model.hidden)))
    return found


def _layer(model: Published, layer: int) -> list[Tensor]:
    kind, hidden = model.kind, model.hidden
    better = model.better if model.better and _more_bits(layer, model.layers) else kind
    queries, shared = model.heads * model.head_size, model.shared * model.head_size
    norm = "F32" if model.format == "gguf" else kind
    found: list[Tensor] = [
        ("attn_norm.weight", norm, (hidden,)),
        ("ffn_norm.weight", norm, (hidden,)),
    ]
    if model.architecture == "phi3":
        found += [("attn_qkv.weight", kind, (queries + 2 * shared, hidden))]
    else:
        found += [
            ("attn_q.weight", kind, (queries, hidden)),
            ("attn_k.weight", kind, (shared, hidden)),
            ("attn_v.weight", better, (shared, hidden)),
        ]
    found.append(("attn_output.weight", kind, (hidden, queries)))
    if model.bias:
        found += [("attn_q.bias", norm, (queries,)), ("attn_k.bias", norm, (shared,)),
                  ("attn_v.bias", norm, (shared,))]  # fmt: skip
    if model.query_norm:
        found += [(f"attn_{one}_norm.weight", norm, (model.head_size,)) for one in "qk"]
    if model.post_norms:
        found += [(f"post_{one}_norm.weight", norm, (hidden,)) for one in ("attention", "ffw")]
    return found + _feed_forward(model, better)


def _feed_forward(model: Published, better: str) -> list[Tensor]:
    kind, wide, hidden = model.kind, model.feed_forward, model.hidden
    if model.experts:
        found: list[Tensor] = [("ffn_gate_inp.weight", "F32", (model.experts, hidden))]
        for part, shape in (
            ("gate", (wide, hidden)),
            ("up", (wide, hidden)),
            ("down", (hidden, wide)),
        ):
            found.append((f"ffn_{part}_exps.weight", kind, (model.experts, *shape)))
        return found
    down: Tensor = ("ffn_down.weight", better, (hidden, wide))
    if model.architecture == "phi3":
        return [("ffn_up.weight", kind, (2 * wide, hidden)), down]
    return [
        ("ffn_gate.weight", kind, (wide, hidden)),
        ("ffn_up.weight", kind, (wide, hidden)),
        down,
    ]


def _more_bits(layer: int, layers: int) -> bool:
    """The layers that llama.cpp's Q4_K_M gives Q6_K (llama-quant.cpp)."""
    eighth = layers // 8
    return layer < eighth or layer >= 7 * layers // 8 or (layer - eighth) % 3 == 2


def metadata_of(model: Published) -> list[tuple[str, str, object]]:
    """The keys of a GGUF."""
    name = model.architecture
    keys: list[tuple[str, str, object]] = [
        ("general.architecture", "string", name), ("general.name", "string", model.name),
        (f"{name}.block_count", "u32", model.layers), (f"{name}.context_length", "u32", 4096),
        (f"{name}.embedding_length", "u32", model.hidden),
        (f"{name}.feed_forward_length", "u32", model.feed_forward),
        (f"{name}.attention.head_count", "u32", model.heads),
        (f"{name}.attention.head_count_kv", "u32", model.shared),
        (f"{name}.attention.layer_norm_rms_epsilon", "f32", 1e-5),
    ]  # fmt: skip
    if model.head_size * model.heads != model.hidden:
        keys += [
            (f"{name}.attention.{one}_length", "u32", model.head_size) for one in ("key", "value")
        ]
    if model.window:
        keys.append((f"{name}.attention.sliding_window", "u32", model.window))
    if model.experts:
        keys += [
            (f"{name}.expert_count", "u32", model.experts),
            (f"{name}.expert_used_count", "u32", model.used),
        ]
    return keys


def config_of(model: Published) -> dict[str, object]:
    """config.json."""
    return {
        "model_type": model.architecture, "num_hidden_layers": model.layers,
        "hidden_size": model.hidden, "intermediate_size": model.feed_forward,
        "num_attention_heads": model.heads, "num_key_value_heads": model.shared,
        "head_dim": model.head_size, "vocab_size": model.vocabulary,
        "max_position_embeddings": 8192, "rms_norm_eps": 1e-6, "rope_theta": 10000.0,
        "sliding_window": model.window or None, "tie_word_embeddings": model.tied,
    }  # fmt: skip


_HUGGING_FACE = {
    "token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head",
    "attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
    "attn_qkv": "self_attn.qkv_proj", "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}  # fmt: skip
_FOUR_NORMS = {
    "post_attention_norm": "post_attention_layernorm",
    "ffn_norm": "pre_feedforward_layernorm",
    "post_ffw_norm": "post_feedforward_layernorm",
}


def hugging_face_name(name: str, model: Published) -> str:
    """The name in a safetensors file."""
    stem = name.removesuffix(".weight")
    parts = stem.split(".")
    table = _HUGGING_FACE | (
        _FOUR_NORMS if model.post_norms else {"ffn_norm": "post_attention_layernorm"}
    )
    if model.architecture == "phi3":
        table = table | {"ffn_up": "mlp.gate_up_proj"}
    if len(parts) == 1:
        return f"{table[stem]}.weight"
    return f"model.layers.{parts[1]}.{table[parts[2]]}.weight"
