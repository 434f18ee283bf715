"""GGUF files that are wrong in one place each, and the words that have to name it."""

from __future__ import annotations

import struct
from collections.abc import Callable

from tests.llm.reading.model_files import Gguf, text, value

HUGE = 2**63 - 1
KEYS: list[tuple[str, str, object]] = [
    ("general.architecture", "string", "llama"), ("llama.block_count", "u32", 1),
    ("llama.embedding_length", "u32", 64), ("llama.attention.head_count", "u32", 4),
    ("llama.attention.head_count_kv", "u32", 2), ("llama.feed_forward_length", "u32", 128),
    ("llama.context_length", "u32", 32),
]  # fmt: skip
TENSORS = [("token_embd.weight", "F32", (8, 64)), ("blk.0.attn_q.weight", "Q4_0", (64, 64))]
TOKENS: list[tuple[str, str, object]] = [
    ("tokenizer.ggml.model", "string", "llama"),
    ("tokenizer.ggml.tokens", "[string]", ["a", "b"]),
]
Hostile = tuple[Callable[[], bytes], str]


def sound() -> Gguf:
    return Gguf(list(KEYS), list(TENSORS))


def _with_keys(*keys: tuple[str, str, object]) -> bytes:
    return Gguf([*KEYS, *keys], list(TENSORS)).content()


def _instead(key: str, kind: str, content: object) -> bytes:
    kept = [one for one in KEYS if one[0] != key]
    return Gguf([*kept, (key, kind, content)], list(TENSORS)).content()


def _raw_key(*parts: bytes) -> bytes:
    """One more metadata key, its bytes as given."""
    return Gguf(list(KEYS), [], key_count=len(KEYS) + 1, extra_keys=b"".join(parts)).content()


def _raw_array(inner: int, count: int, content: bytes = b"") -> bytes:
    return _raw_key(text("x.array"), struct.pack("<IIQ", 9, inner, count), content)


def _raw_tensor(name: bytes, axes: int, sizes: bytes, kind: int, offset: int = 0) -> bytes:
    row = text(name) + struct.pack("<I", axes) + sizes + struct.pack("<IQ", kind, offset)
    return Gguf(list(KEYS), [], tensor_count=1, extra_keys=row).content() + bytes(4096)


def _sizes(*sizes: int) -> bytes:
    return struct.pack(f"<{len(sizes)}Q", *sizes)


def _offset(offset: int) -> bytes:
    return Gguf(list(KEYS), list(TENSORS), {TENSORS[1][0]: offset}).header() + bytes(8192)


def _cut(length: int) -> Callable[[], bytes]:
    return lambda: sound().content()[:length]


def _counts(tensors: int | None = None, keys: int | None = None) -> bytes:
    return Gguf(list(KEYS), list(TENSORS), tensor_count=tensors, key_count=keys).content()


HOSTILE_GGUF: dict[str, Hostile] = {
    "nothing": (lambda: b"", "short"),
    "only the magic": (_cut(4), "version"),
    "cut in the counts": (_cut(20), "ends in the middle"),
    "cut in a key": (_cut(30), "ends in the middle|bytes left"),
    "cut in the metadata": (_cut(100), "ends in the middle|bytes left"),
    "cut in the tensor table": (_cut(len(sound().header()) - 10), "ends in the middle"),
    "cut in the data": (lambda: sound().content()[:-1], "cut off"),
    "other magic": (lambda: b"GGML" + sound().content()[4:], "long"),
    "big endian": (lambda: Gguf(version=0x03000000).content(), "big-endian"),
    "magic backwards": (lambda: b"FUGG" + sound().content()[4:], "big-endian"),
    "version 1": (lambda: Gguf(version=1).content(), "version 1"),
    "version 4": (lambda: Gguf(version=4).content(), "version 4"),
    "2^63 keys": (lambda: _counts(keys=2**63), "metadata keys"),
    "2^64-1 keys": (lambda: _counts(keys=2**64 - 1), "metadata keys"),
    "2^63-1 tensors": (lambda: _counts(tensors=HUGE), "tensors"),
    "one tensor too many": (lambda: _counts(tensors=3), "ends in the middle|bytes|empty|axes"),
    "one key too many": (lambda: _counts(keys=len(KEYS) + 1), "value type|ends|bytes"),
    "key of 2^63 bytes": (lambda: _raw_key(struct.pack("<Q", 2**63)), "bytes in one name"),
    "key without name": (lambda: _raw_key(text(""), value("u8", 1)), "empty"),
    "key that is no UTF-8": (lambda: _raw_key(text(b"\xff\xfe"), value("u8", 1)), "UTF-8"),
    "key twice": (lambda: _with_keys(KEYS[1]), "twice"),
    "unknown value type": (lambda: _raw_key(text("x.y"), struct.pack("<I", 13)), "value type 13"),
    "value type 2^32-1": (lambda: _raw_key(text("x.y"), b"\xff" * 4), "value type"),
    "string of 2^63-1 bytes": (
        lambda: _raw_key(text("x.y"), struct.pack("<IQ", 8, HUGE)), "bytes in one string",
    ),
    "string longer than the file": (
        lambda: _raw_key(text("x.y"), struct.pack("<IQ", 8, 900_000)), "ends in the middle",
    ),
    "truth value of 2": (lambda: _raw_key(text("x.y"), struct.pack("<IB", 7, 2)), "truth value"),
    "array of 2^63 numbers": (lambda: _raw_array(5, 2**63), "values"),
    "array of 2^61 numbers, 2^64 bytes": (lambda: _raw_array(10, 2**61), "values"),
    "array of 2^62 strings": (lambda: _raw_array(8, 2**62), "values"),
    "strings that end early": (lambda: _raw_array(8, 3, text("a") + bytes(5)), "values"),
    "string bomb in an array": (
        lambda: _raw_array(8, 2, struct.pack("<Q", HUGE) + bytes(64)), "bytes in one string",
    ),
    "array of arrays": (lambda: _raw_array(9, 1, struct.pack("<IQ", 9, 1)), "array of arrays"),
    "array of an unknown type": (lambda: _raw_array(99, 1, bytes(64)), "value type 99"),
    "alignment 0": (lambda: _with_keys(("general.alignment", "u32", 0)), "power of two"),
    "alignment 24": (lambda: _with_keys(("general.alignment", "u32", 24)), "power of two"),
    "alignment 2^31": (lambda: _with_keys(("general.alignment", "u32", 2**31)), "alignment"),
    "alignment as text": (lambda: _with_keys(("general.alignment", "string", "32")), "power"),
    "no architecture": (lambda: Gguf(KEYS[1:], list(TENSORS)).content(), "general.architecture"),
    "architecture is a number": (
        lambda: _instead("general.architecture", "u32", 7), "general.architecture",
    ),
    "tensor without axes": (lambda: _raw_tensor(b"t", 0, b"", 0), "no axes"),
    "tensor of 2^32-1 axes": (lambda: _raw_tensor(b"t", 2**32 - 1, b"", 0), "axes"),
    "axis of 0": (lambda: _raw_tensor(b"t", 2, _sizes(0, 4), 0), "size 0"),
    "axis of -1": (lambda: _raw_tensor(b"t", 1, _sizes(2**64 - 1), 0), "cut off"),
    "sizes whose product wraps to 0": (
        lambda: _raw_tensor(b"t", 4, _sizes(2**32, 2**32, 2**32, 2**32), 0), "cut off",
    ),
    "row that is no whole block": (lambda: _raw_tensor(b"t", 1, _sizes(33), 2), "blocks of 32"),
    "type that is unknown": (lambda: _raw_tensor(b"t", 1, _sizes(32), 77), "type 77"),
    "type 2^32-1": (lambda: _raw_tensor(b"t", 1, _sizes(32), 2**32 - 1), "not a type"),
    "type that was withdrawn": (lambda: _raw_tensor(b"t", 1, _sizes(32), 4), "withdrawn"),
    "tensor name of 2^40 bytes": (
        lambda: Gguf(list(KEYS), [], tensor_count=1,
                     extra_keys=struct.pack("<Q", 2**40) + bytes(64)).content(), "one name",
    ),
    "offset beyond the file": (lambda: _offset(1 << 20), "cut off"),
    "offset near 2^64": (lambda: _offset(2**64 - 32), "cut off"),
    "offset off the alignment": (lambda: _offset(2049), "multiple of the alignment"),
    "tensors that overlap": (lambda: _offset(1024), "overlap"),
    "tensors at one place": (lambda: _offset(0), "overlap"),
    "tensor twice": (
        lambda: Gguf(list(KEYS), [TENSORS[0], TENSORS[0]]).content(), "twice",
    ),
    "layers beyond belief": (lambda: _instead("llama.block_count", "u32", 10**9), "layers"),
    "width of 2^32-1": (
        lambda: _instead("llama.embedding_length", "u32", 2**32 - 1), "one width",
    ),
    "layers below 0": (lambda: _instead("llama.block_count", "i32", -1), "whole number"),
    "layers as text": (lambda: _instead("llama.block_count", "string", "many"), "whole number"),
    "heads that do not divide": (
        lambda: _instead("llama.attention.head_count_kv", "u32", 3), "do not divide",
    ),
    "rotary base that is no number": (
        lambda: _with_keys(("llama.rope.freq_base", "f32", float("nan"))), "finite",
    ),
    "infinite scaling": (
        lambda: _with_keys(("llama.rope.scaling.factor", "f32", float("inf"))), "finite",
    ),
    "rotary base of 0": (
        lambda: _with_keys(("llama.rope.freq_base", "f32", 0.0)), "rotary base",
    ),
    "more rotated than there is": (
        lambda: _with_keys(("llama.rope.dimension_count", "u32", 4096)), "rotated",
    ),
    "more experts used than there are": (
        lambda: _with_keys(("llama.expert_count", "u32", 2), ("llama.expert_used_count", "u32", 3)),
        "experts",
    ),
    "scores for other tokens": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.scores", "[f32]", [0.0])), "one for each",
    ),
    "score that is no number": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.scores", "[f32]", [0.0, float("nan")])),
        "finite",
    ),
    "token type of 99": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.token_type", "[i32]", [1, 99])), "type",
    ),
    "token types too few": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.token_type", "[i32]", [1])), "one for each",
    ),
    "tokens as numbers": (
        lambda: _with_keys(("tokenizer.ggml.tokens", "[i32]", [1, 2])), "strings",
    ),
    "begin token beyond the table": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.bos_token_id", "u32", 2)), "last of 2",
    ),
    "begin token as text": (
        lambda: _with_keys(*TOKENS, ("tokenizer.ggml.bos_token_id", "string", "1")), "token",
    ),
    "template as a number": (
        lambda: _with_keys(("tokenizer.chat_template", "u32", 1)), "string",
    ),
}  # fmt: skip
