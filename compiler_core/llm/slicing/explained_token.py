"""Which earlier tokens' keys and values a head or a logit read: start reading here.

The numpy reference runs the prompt. Shares are attention's weights. What must not have been read is
replaced and the model run again: later tokens by others, and for a head the keys and values that
its mask hides by noise. What was read is changed token by token.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.attention import (
    SeenByLayer,
    attended,
    masked_scores,
    queries_and_memory,
)
from compiler_core.llm.reference.elementwise import softmax
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel, layer_tensor
from compiler_core.llm.reference.products import FloatProducts
from compiler_core.llm.slicing.answer import HeadShare, MaskProof, TokenAnswer, TokenRead
from compiler_core.llm.slicing.settings import MOST_TOKENS, TokenSettings

LATER = 4
"""Tokens that are put behind the prompt, so that there is always something later to replace."""
_PROBES = 8
_HEADS_SHOWN = 8
_SEED = 19
_LOUD = 1e3


@dataclass(frozen=True, slots=True)
class AskedPrompt:
    """tokens: of the prompt, with the text of each. text_of: of any token."""

    model: ReferenceModel
    tokens: tuple[int, ...]
    texts: tuple[str, ...]
    text_of: Callable[[int], str] = str

    def place(self, position: int) -> int:
        """A position, counted from the end if it is negative. Raises InputError."""
        count = len(self.tokens)
        if not 0 < count <= MOST_TOKENS:
            raise InputError(
                f"The prompt has {count} tokens; 1 to {MOST_TOKENS} are followed.",
                "Give a shorter text.",
            )
        if not -count <= position < count:
            raise InputError(
                f"There is no token {position}: the prompt has {count}.",
                f"Choose 0 to {count - 1}.",
            )
        return position % count

    def with_later(self, seed: int) -> list[int]:
        """The prompt and what somebody might write next."""
        generator = np.random.default_rng(seed)
        vocabulary = self.model.configuration.vocabulary
        return [*self.tokens, *generator.integers(0, vocabulary, LATER).tolist()]

    def replaced_after(self, tokens: Sequence[int], position: int) -> list[int]:
        """Every token behind the position is another one."""
        vocabulary = self.model.configuration.vocabulary
        return [
            *tokens[: position + 1],
            *((token + 1) % vocabulary for token in tokens[position + 1 :]),
        ]

    def other_at(self, tokens: Sequence[int], position: int) -> list[int]:
        vocabulary = self.model.configuration.vocabulary
        return [*tokens[:position], (tokens[position] + 7) % vocabulary, *tokens[position + 1 :]]


def explain_asked(prompt: AskedPrompt, settings: TokenSettings) -> TokenAnswer:
    """A head where the settings name one, else a logit. Raises as both do."""
    position = settings.number("position", -1)
    if settings.asks_head:
        return explain_head(
            prompt, settings.number("layer", 0), settings.number("head", 0), position
        )
    return explain_logit(prompt, position, int(settings.token) if settings.token else None)


def explain_head(prompt: AskedPrompt, layer: int, head: int, position: int) -> TokenAnswer:
    """What one head read at a position. Raises InputError for a layer, head or token that there is
    not, or a prompt of more than MOST_TOKENS."""
    shape, at = prompt.model.configuration, prompt.place(position)
    if not 0 <= layer < shape.layers:
        raise InputError(f"There is no layer {layer}.", f"Layers are 0 to {shape.layers - 1}.")
    if not 0 <= head < shape.heads:
        raise InputError(f"There is no head {head}.", f"Heads are 0 to {shape.heads - 1}.")
    tokens = prompt.with_later(_SEED)
    seen = _seen(prompt.model, tokens, layer)
    output = _output(prompt.model, seen, head, at)
    weights = _weights(prompt.model, seen)[head, at]
    reads = _reads(prompt, weights, seen.allowed[at])
    return TokenAnswer(
        subject="head",
        layer=layer,
        head=head,
        key_head=head // shape.group,
        position=at,
        token=prompt.texts[at],
        value=f"{len(output)} numbers, the largest {float(np.abs(output).max()):.6g} by amount",
        bits=blake2b(output.tobytes(), digest_size=8).hexdigest(),
        sentence=_sentence(f"Head {head} of layer {layer}", prompt, at, reads),
        reads=reads,
        heads=(),
        proof=_head_proof(prompt, layer, head, at, seen, output),
    )


def explain_logit(prompt: AskedPrompt, position: int, token: int | None = None) -> TokenAnswer:
    """What the logit of a token after a position rests on; without one of the likeliest.

    Raises InputError as `explain_head` does, and for a token outside the vocabulary.
    """
    at, vocabulary = prompt.place(position), prompt.model.configuration.vocabulary
    if token is not None and not 0 <= token < vocabulary:
        raise InputError(f"There is no token {token} in the vocabulary.", f"It has {vocabulary:,}.")
    tokens = prompt.with_later(_SEED)
    logits = forward(prompt.model, tokens)[at]
    chosen = int(np.argmax(logits)) if token is None else token
    layers = [
        _seen(prompt.model, tokens, layer) for layer in range(prompt.model.configuration.layers)
    ]
    weights = np.stack([_weights(prompt.model, seen)[:, at] for seen in layers])
    allowed = np.any([seen.allowed[at] for seen in layers], axis=0)
    reads = _reads(prompt, weights.mean(axis=(0, 1)), allowed)
    return TokenAnswer(
        subject="logit",
        layer=-1,
        head=-1,
        key_head=-1,
        position=at,
        token=prompt.texts[at],
        value=f"{float(logits[chosen]):.7g} for token {chosen}",
        bits="0x" + logits[chosen].tobytes()[::-1].hex(),
        sentence=_sentence(f"The logit of {prompt.text_of(chosen)!r}", prompt, at, reads)
        + " Shares are means over all layers and heads; later layers read states in which earlier "
        "tokens are mixed already.",
        reads=reads,
        heads=_hardest(prompt, weights),
        proof=_logit_proof(prompt, tokens, at, chosen, logits[chosen].tobytes()),
    )


def _seen(model: ReferenceModel, tokens: Sequence[int], layer: int) -> SeenByLayer:
    """What the layer's attention works on, the layers below computed."""
    inputs = matmul_inputs(model, tokens, len(tokens))
    states = inputs[layer_tensor(layer, "attn_q.weight")]
    store = contiguous_store(model.configuration, len(tokens))
    return queries_and_memory(model, layer, states, store, FloatProducts(model.tensors))


def _weights(model: ReferenceModel, seen: SeenByLayer) -> np.ndarray:
    """[heads, positions, positions]."""
    scores = masked_scores(model.configuration, seen.queries, seen.keys, seen.allowed)
    count = len(seen.allowed)
    return softmax(scores).reshape(model.configuration.heads, count, count)


def _output(model: ReferenceModel, seen: SeenByLayer, head: int, position: int) -> np.ndarray:
    mixed = attended(model.configuration, seen.queries, seen.keys, seen.values, seen.allowed)
    return np.ascontiguousarray(mixed[position, head])


def _reads(prompt: AskedPrompt, weights: np.ndarray, allowed: np.ndarray) -> tuple[TokenRead, ...]:
    return tuple(
        TokenRead(at, text, float(weights[at]), not bool(allowed[at]))
        for at, text in enumerate(prompt.texts)
    )


def _hardest(prompt: AskedPrompt, weights: np.ndarray) -> tuple[HeadShare, ...]:
    """weights: [layers, heads, positions]."""
    inside = weights[..., : len(prompt.texts)]
    best, share = inside.argmax(axis=-1), inside.max(axis=-1)
    order = np.argsort(-share, axis=None, kind="stable")[:_HEADS_SHOWN]
    places = [np.unravel_index(int(flat_index), share.shape) for flat_index in order]
    return tuple(
        HeadShare(
            int(layer),
            int(head),
            int(best[layer, head]),
            prompt.texts[int(best[layer, head])],
            float(share[layer, head]),
        )
        for layer, head in places
    )


def _sentence(subject: str, prompt: AskedPrompt, at: int, reads: Sequence[TokenRead]) -> str:
    read = [token for token in reads if not token.hidden]
    best = max(read, key=lambda candidate: candidate.share)
    later = len(reads) - 1 - at
    earlier = at + 1 - len(read)
    said = (
        f"{subject}, after {prompt.texts[at]!r} (token {at}), reads the keys and values of "
        f"{len(read)} of {len(reads)} tokens, {best.text!r} (token {best.position}) most: "
        f"{best.share:.1%}."
    )
    hidden = [f"{later} later"] if later else []
    hidden += [f"{earlier} before its window"] if earlier else []
    return said + (f" The mask hides {' and '.join(hidden)}." if hidden else "")


def _head_proof(
    prompt: AskedPrompt, layer: int, head: int, at: int, seen: SeenByLayer, output: np.ndarray
) -> MaskProof:
    """Later tokens replaced in the whole model, hidden keys and values in the layer."""
    model, tokens = prompt.model, prompt.with_later(_SEED)
    again = _seen(model, prompt.replaced_after(tokens, at), layer)
    unchanged = _output(model, again, head, at).tobytes() == output.tobytes()
    noisy = _poisoned(seen, ~seen.allowed[at])
    unchanged = unchanged and _output(model, noisy, head, at).tobytes() == output.tobytes()
    tried = [position for position in np.flatnonzero(seen.allowed[at]) if position <= at][-_PROBES:]
    changed = 0
    for probe in tried:
        only = np.zeros(len(tokens), bool)
        only[probe] = True
        other = _output(model, _poisoned(seen, only), head, at)
        changed += other.tobytes() != output.tobytes()
    hidden = int((~seen.allowed[at]).sum())
    replaced = (
        f"{len(tokens) - 1 - at} later tokens ({LATER} of them behind the prompt) were replaced "
        f"and the layers below run again; then the {hidden} keys and values that the mask hides "
        "were replaced by noise: the head's output has "
    )
    return _proof(unchanged, replaced, changed, len(tried), "key and value alone")


def _poisoned(seen: SeenByLayer, positions: np.ndarray) -> SeenByLayer:
    generator = np.random.default_rng(_SEED)
    keys, values = seen.keys.copy(), seen.values.copy()
    for array in (keys, values):
        noise = generator.standard_normal(array.shape) * _LOUD
        array[positions] = noise.astype(array.dtype)[positions]
    return replace(seen, keys=keys, values=values)


def _logit_proof(
    prompt: AskedPrompt, tokens: list[int], at: int, chosen: int, bits: bytes
) -> MaskProof:
    def logit(other: list[int]) -> bytes:
        return forward(prompt.model, other)[at, chosen].tobytes()

    unchanged = logit(prompt.replaced_after(tokens, at)) == bits
    tried = range(max(0, at + 1 - _PROBES), at + 1)
    changed = sum(logit(prompt.other_at(tokens, position)) != bits for position in tried)
    replaced = (
        f"{len(tokens) - 1 - at} later tokens ({LATER} of them behind the prompt) were replaced "
        "and the whole model run again: the logit has "
    )
    return _proof(unchanged, replaced, changed, len(tried), "token alone")


def _proof(unchanged: bool, replaced: str, changed: int, tried: int, each: str) -> MaskProof:
    ending = "the same bits." if unchanged else "other bits, which is a mistake of ours."
    inside = f" Of {tried} that it reads, each {each} replaced, {changed} changed it."
    return MaskProof(
        "same" if unchanged else "differs", f"{replaced}{ending}{inside}", changed, tried
    )
