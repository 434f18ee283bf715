"""tokenizer.json of eight families, with small vocabularies trained here.

Normalisers, cuts and decoders are those of the families' published files; only the tokens are few.
Sources: tokenizer.json of Llama 2 and 3, Qwen 2, Gemma, Phi-3, GPT-4o (o200k), DeepSeek V3 and
Mistral Nemo (tekken).
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.llm.tokenising.vocabularies import TEXT

Json = dict[str, Any]
MORE_TEXT = (
    TEXT
    + (
        "def f(x):\n    return x ** 2  # 3.14159\n\tif (a != b) { c(); }\r\n\r\n"
        "我们在学习编译器。ありがとう。مرحبا بالعالم שלום עולם हिन्दी ภาษาไทย 한국어\n"
        "don't I'LL they've HTTPServer iPhone McDonald's 1234567890 e\u0301 \u1e9b\u0323 …—«»\n"
    )
    * 3
)
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_ENDS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WORDS = rf"{_ENDS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+"
_UPPER = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CUTS: dict[str, tuple[str, ...]] = {
    "Llama 3": (rf"{_WORDS}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}",),
    "Qwen": (rf"{_WORDS}|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}",),
    "GPT-4o": (
        rf"{_UPPER}*{_LOWER}+{_ENDS}?|{_UPPER}+{_LOWER}*{_ENDS}?|\p{{N}}{{1,3}}|"
        rf" ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}",
    ),
    "tekken": (
        rf"{_UPPER}*{_LOWER}+|{_UPPER}+{_LOWER}*|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}",
    ),
    "DeepSeek": (
        r"\p{N}{1,3}", "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"""
        rf" ?[\p{{P}}\p{{S}}]+[\r\n]*|{_SPACES}",
    ),
}  # fmt: skip
_SPECIAL = {
    "Llama 3": ("<|begin_of_text|>", "<|eot_id|>"), "Qwen": ("<|endoftext|>", "<|im_start|>"),
    "GPT-4o": ("<|endoftext|>", "<|endofprompt|>"), "tekken": ("<unk>", "<s>", "</s>", "[INST]"),
    "DeepSeek": ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>"),
}  # fmt: skip
PIECES = ("Llama 2", "Llama 2, newer file", "Gemma", "Phi-3")
FAMILIES = (*CUTS, *PIECES)
_REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
_PREPEND = {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, _REPLACE]}


@cache
def tokenizer_json(family: str) -> Json:
    """The file of a family."""
    return _bytes_file(family) if family in CUTS else _pieces_file(family)


def _bytes_file(family: str) -> Json:
    splits = [
        {"type": "Split", "pattern": {"Regex": one}, "behavior": "Isolated", "invert": False}
        for one in CUTS[family]
    ]
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True,
             "use_regex": False}  # fmt: skip
    file: Json = {
        "normalizer": {"type": "NFC"} if family == "Qwen" else None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [*splits, level]},
        "decoder": level,
    }
    model = _trained(file, "bytes")
    model["ignore_merges"] = family in ("Llama 3", "tekken")
    first = len(model["vocab"])
    added = [_added(first + at, name, special=True) for at, name in enumerate(_SPECIAL[family])]
    added.append(_added(first + len(added), "<tool>", special=False))
    return {"version": "1.0", **file, "model": model, "added_tokens": added}


def _pieces_file(family: str) -> Json:
    strip = [] if family == "Gemma" else [{"type": "Strip", "content": " ", "start": 1, "stop": 0}]
    file: Json = {
        "normalizer": _REPLACE if family == "Gemma" else _PREPEND,
        "pre_tokenizer": None,
        "decoder": {
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                {"type": "ByteFallback"},
                {"type": "Fuse"},
                *strip,
            ],
        },
    }
    model = _trained(file, "pieces")
    names = ["<unk>", "<s>", "</s>"]
    tokens = [*names, *(f"<0x{byte:02X}>" for byte in range(256)), *model["vocab"]]
    if family == "Gemma":
        file["pre_tokenizer"] = {"type": "Split", "pattern": {"String": " "},
                                 "behavior": "MergedWithPrevious", "invert": False}  # fmt: skip
    if family == "Llama 2, newer file":
        file["normalizer"] = None
        file["pre_tokenizer"] = {"type": "Metaspace", "replacement": "▁",
                                 "prepend_scheme": "first", "split": False}  # fmt: skip
    added = [_added(at, name, special=True) for at, name in enumerate(names)]
    extra = {"Gemma": ("\n\n", "▁▁", "▁▁▁"), "Phi-3": ("<|end|>", "<|user|>")}.get(family, ())
    tokens += [one for one in extra if one not in tokens]
    added += [
        {**_added(tokens.index(one), one, special=family == "Phi-3"), "rstrip": family == "Phi-3"}
        for one in extra
    ]
    model |= {"vocab": {token: at for at, token in enumerate(dict.fromkeys(tokens))},
              "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True}  # fmt: skip
    return {"version": "1.0", **file, "model": model, "added_tokens": added}


def _trained(file: Json, kind: str) -> Json:
    """A model of some 500 tokens, learnt behind this normaliser and this cut."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    empty = {"type": "BPE", "vocab": {}, "merges": []}
    tokenizer = Tokenizer.from_str(json.dumps({"version": "1.0", **file, "model": empty}))
    assert isinstance(tokenizer.model, models.BPE)
    alphabet = pre_tokenizers.ByteLevel.alphabet() if kind == "bytes" else []
    size = 600 if kind == "bytes" else 260
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        initial_alphabet=alphabet,
        limit_alphabet=10_000 if alphabet else 70,
        show_progress=False,
    )
    tokenizer.train_from_iterator(MORE_TEXT.splitlines(keepends=True), trainer)
    return json.loads(tokenizer.to_str())["model"]


def _added(identifier: int, content: str, *, special: bool) -> Json:
    return {"id": identifier, "content": content, "special": special, "single_word": False,
            "lstrip": False, "rstrip": False, "normalized": False}  # fmt: skip
