"""safetensors files, configurations and indexes that are wrong in one place each."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

from tests.llm.reading.model_files import safetensors_content

CONFIG: dict[str, Any] = {
    "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 1, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 8,
    "max_position_embeddings": 64, "rms_norm_eps": 1e-5,
}  # fmt: skip
Files = dict[str, bytes]
TENSORS = [("model.embed_tokens.weight", "F32", (8, 64)), ("model.norm.weight", "F32", (64,))]


def sound_weights() -> bytes:
    header, length = safetensors_content(TENSORS)
    return header + bytes(length - len(header))


def with_header(text: str | bytes, data: int = 4096, length: int | None = None) -> Files:
    raw = text.encode() if isinstance(text, str) else text
    size = len(raw) if length is None else length
    return {"model.safetensors": struct.pack("<Q", size) + raw + bytes(data)}


def _tensor(**changes: object) -> Files:
    entry = {"dtype": "F32", "shape": [4, 4], "data_offsets": [0, 64], **changes}
    return with_header(json.dumps({"t": entry}))


def _two(first: list[int], second: list[int]) -> Files:
    entries = {
        name: {"dtype": "F32", "shape": [16], "data_offsets": offsets}
        for name, offsets in (("a", first), ("b", second))
    }
    return with_header(json.dumps(entries))


def _config(**changes: object) -> Files:
    config = json.dumps({**CONFIG, **changes}).encode()
    return {"model.safetensors": sound_weights(), "config.json": config}


def _config_text(text: str) -> Files:
    return {"model.safetensors": sound_weights(), "config.json": text.encode()}


def _index(weight_map: object, **files: bytes) -> Files:
    index = json.dumps({"weight_map": weight_map}).encode()
    return {
        "model.safetensors.index.json": index,
        "config.json": json.dumps(CONFIG).encode(),
        **files,
    }


def _tokenizer(changes: object) -> Files:
    files = _config()
    files["tokenizer.json"] = json.dumps(changes).encode()
    return files


def _model(**changes: object) -> Files:
    base = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"], **changes}
    return _tokenizer({"model": base})


DEEP = '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"
HOSTILE_DIRECTORIES: dict[str, tuple[Callable[[], Files], str]] = {
    "no weights": (lambda: {"config.json": b"{}"}, "no .safetensors"),
    "empty weights": (lambda: {"model.safetensors": b""}, "ends in the middle"),
    "seven bytes": (lambda: {"model.safetensors": b"1234567"}, "ends in the middle"),
    "header of 2^63 bytes": (lambda: with_header("{}", length=2**63), "says that it is"),
    "header of 2^64-1 bytes": (lambda: with_header("{}", length=2**64 - 1), "says that it is"),
    "header longer than the file": (lambda: with_header("{}", 8, 11), "says that it is"),
    "header cut by its length": (lambda: with_header('{"t": {}}', length=5), "not JSON"),
    "header beyond the limit": (
        lambda: with_header(b"{}" + b" " * (17 << 20), 0), "limit of 16,777,216",
    ),
    "header is a list": (lambda: with_header("[]"), "not a JSON object"),
    "header is no JSON": (lambda: with_header("{tensor}"), "not JSON"),
    "header is no UTF-8": (lambda: with_header(b'{"\xff\xfe":1}'), "not JSON"),
    "header nested deeply": (lambda: with_header(DEEP), "nested too deeply"),
    "number of 100,000 digits": (lambda: with_header('{"a":' + "9" * 100_000 + "}"), "not JSON"),
    "tensor twice": (
        lambda: with_header('{"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},'
                            '"t":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}'), "twice",
    ),
    "metadata is a list": (lambda: with_header('{"__metadata__":[]}'), "__metadata__"),
    "metadata holds a number": (lambda: with_header('{"__metadata__":{"a":1}}'), "__metadata__"),
    "tensor is a number": (lambda: with_header('{"t":1}'), "lacks"),
    "tensor without offsets": (lambda: with_header('{"t":{"dtype":"F32","shape":[1]}}'), "lacks"),
    "tensor without name": (
        lambda: with_header('{"":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'), "no name",
    ),
    "type that is unknown": (lambda: _tensor(dtype="F12"), "F12"),
    "type that is a list": (lambda: _tensor(dtype=["F32"]), "not known"),
    "axis below 0": (lambda: _tensor(shape=[-4, -4]), "below 0"),
    "axis of 2^62": (lambda: _tensor(shape=[2**62]), "above 2"),
    "axis of 1.5": (lambda: _tensor(shape=[1.5]), "whole numbers"),
    "axis that is true": (lambda: _tensor(shape=[True, 16]), "whole numbers"),
    "nine axes": (lambda: _tensor(shape=[1] * 9), "axes"),
    "shape of another size": (lambda: _tensor(shape=[5, 4]), "need"),
    "offsets backwards": (lambda: _tensor(data_offsets=[64, 0]), "begin, end"),
    "one offset": (lambda: _tensor(data_offsets=[64]), "begin, end"),
    "offset below 0": (lambda: _tensor(data_offsets=[-64, 0]), "below 0"),
    "offset beyond the file": (lambda: _tensor(data_offsets=[1 << 40, (1 << 40) + 64]), "cut off"),
    "offsets as text": (lambda: _tensor(data_offsets=["0", "64"]), "whole numbers"),
    "offset that is NaN": (
        lambda: with_header('{"t":{"dtype":"F32","shape":[1],"data_offsets":[NaN,4]}}'), "NaN",
    ),
    "tensors that overlap": (lambda: _two([0, 64], [32, 96]), "overlap"),
    "tensors at one place": (lambda: _two([0, 64], [0, 64]), "overlap"),
    "zip archive": (lambda: {"model.safetensors": b"PK\x03\x04" + bytes(64)}, "says|limit"),
    "config is no JSON": (lambda: _config_text("{'a'}"), "not JSON"),
    "config nested deeply": (lambda: _config_text(DEEP), "nested too deeply"),
    "config key twice": (lambda: _config_text('{"a":1,"a":2}'), "twice"),
    "config beyond the limit": (lambda: _config_text(" " * (5 << 20)), "limit"),
    "layers below 0": (lambda: _config(num_hidden_layers=-1), "whole number"),
    "layers beyond belief": (lambda: _config(num_hidden_layers=10**12), "layers"),
    "layers that are true": (lambda: _config(num_hidden_layers=True), "whole number"),
    "heads as text": (lambda: _config(num_attention_heads="4"), "whole number"),
    "heads that do not divide": (lambda: _config(num_key_value_heads=3), "do not divide"),
    "infinite epsilon": (lambda: _config_text('{"rms_norm_eps":1e999}'), "finite"),
    "epsilon of Infinity": (lambda: _config_text('{"rms_norm_eps":Infinity}'), "Infinity"),
    "model type is a list": (lambda: _config(model_type=["llama"]), "string"),
    "tied is a number": (lambda: _config(tie_word_embeddings=1), "true or false"),
    "index without a map": (lambda: _index(None), "weight_map"),
    "index names a part that is not there": (
        lambda: _index({"t": "model-00001-of-00002.safetensors"}), "not there",
    ),
    "index leaves the directory": (lambda: _index({"t": "../secret.safetensors"}), "beside it"),
    "index names an absolute path": (lambda: _index({"t": "/etc/x.safetensors"}), "beside it"),
    "index names another kind of file": (lambda: _index({"t": "config.json"}), "beside it"),
    "index with a number": (lambda: _index({"t": 3}), "beside it"),
    "tensor in two parts": (
        lambda: _index({"a": "a.safetensors", "b": "b.safetensors"},
                       **{"a.safetensors": sound_weights(), "b.safetensors": sound_weights()}),
        "two files",
    ),
    "tokenizer without a model": (lambda: _tokenizer({"added_tokens": []}), "no object model"),
    "vocabulary is a list": (lambda: _model(vocab=["a"]), "no object vocab"),
    "token number below 0": (lambda: _model(vocab={"a": -1}), "has to be whole"),
    "token number of 10^12": (lambda: _model(vocab={"a": 10**12}), "limit"),
    "token number twice": (lambda: _model(vocab={"a": 0, "b": 0}), "same number"),
    "merge of three": (lambda: _model(merges=[["a", "b", "c"]]), "not a pair"),
    "merges are a text": (lambda: _model(merges="a b"), "list"),
    "added token without content": (
        lambda: _tokenizer({"model": {"type": "BPE", "vocab": {"a": 0}},
                            "added_tokens": [{"id": 1}]}), "no content",
    ),
}  # fmt: skip
