"""The network in PyTorch, with Hugging Face's names and pairing: what is trained, and an oracle.

Llama's block: RMSNorm, rotary positions (elements i and i + size/2 together), grouped queries,
SwiGLU, and an output head that is the input embedding.
"""

from __future__ import annotations

import math

import torch  # pyright: ignore[reportMissingImports]
from torch import nn  # pyright: ignore[reportMissingImports]
from torch.nn import functional  # pyright: ignore[reportMissingImports]

from script.training.language.shape import SHAPE


class RootMeanSquareNorm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(SHAPE.hidden))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.pow(2).mean(-1, keepdim=True)
        return self.weight * (x * torch.rsqrt(mean + SHAPE.norm_epsilon))


def rotations(length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosines and sines [length, head_size]."""
    steps = torch.arange(0, SHAPE.head_size, 2) / SHAPE.head_size
    angles = torch.arange(length)[:, None] * SHAPE.rotary_base**-steps
    angles = torch.cat((angles, angles), dim=-1)
    return angles.cos(), angles.sin()


def rotate(x: torch.Tensor, cosines: torch.Tensor, sines: torch.Tensor) -> torch.Tensor:
    """Queries or keys [batch, heads, length, head_size], turned by their positions."""
    first, second = x.chunk(2, dim=-1)
    return x * cosines + torch.cat((-second, first), dim=-1) * sines


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        inner, shared = SHAPE.heads * SHAPE.head_size, SHAPE.key_value_heads * SHAPE.head_size
        self.q_proj = nn.Linear(SHAPE.hidden, inner, bias=False)
        self.k_proj = nn.Linear(SHAPE.hidden, shared, bias=False)
        self.v_proj = nn.Linear(SHAPE.hidden, shared, bias=False)
        self.o_proj = nn.Linear(inner, SHAPE.hidden, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, _ = x.shape
        turned = rotations(length)

        def by_head(projected: torch.Tensor) -> torch.Tensor:
            return projected.view(batch, length, -1, SHAPE.head_size).transpose(1, 2)

        queries = rotate(by_head(self.q_proj(x)), *turned)
        keys = rotate(by_head(self.k_proj(x)), *turned).repeat_interleave(SHAPE.group, dim=1)
        values = by_head(self.v_proj(x)).repeat_interleave(SHAPE.group, dim=1)
        mixed = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, length, -1))


class FeedForward(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(SHAPE.hidden, SHAPE.feed_forward, bias=False)
        self.up_proj = nn.Linear(SHAPE.hidden, SHAPE.feed_forward, bias=False)
        self.down_proj = nn.Linear(SHAPE.feed_forward, SHAPE.hidden, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down_proj(functional.silu(self.gate_proj(x)) * self.up_proj(x))


class TransformerBlock(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.input_layernorm = RootMeanSquareNorm()
        self.self_attn = Attention()
        self.post_attention_layernorm = RootMeanSquareNorm()
        self.mlp = FeedForward()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.mlp(self.post_attention_layernorm(x))


class Network(nn.Module):
    """Tokens int64 [batch, length] to logits float32 [batch, length, vocabulary]."""

    def __init__(self) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(SHAPE.vocabulary, SHAPE.hidden)
        self.layers = nn.ModuleList(TransformerBlock() for _ in range(SHAPE.layers))
        self.norm = RootMeanSquareNorm()
        self.apply(_start_weights)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.embed_tokens(tokens)
        for block in self.layers:
            x = block(x)
        return functional.linear(self.norm(x), self.embed_tokens.weight)


def _start_weights(module: nn.Module) -> None:
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=0.5 / math.sqrt(module.in_features))
    if isinstance(module, nn.Embedding):
        nn.init.normal_(module.weight, std=0.04)
