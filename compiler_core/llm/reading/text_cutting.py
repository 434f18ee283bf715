"""Which way tokenizer.json cuts text before merging, by the names that GGUF has for it.

llama.cpp knows a cut by the hash of an encoded sample; here the pattern itself is compared.
"""

from __future__ import annotations

from typing import Any

BYTE_FALLBACK = "byte fallback"
UNRECOGNISED = "unrecognised"

_TAIL = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_LETTERS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"
PATTERNS = (
    ("llama-bpe", _LETTERS + r"\p{N}{1,3}|" + _TAIL),
    ("qwen2", _LETTERS + r"\p{N}|" + _TAIL),
)


def pre_of(tokenizer: dict[str, Any]) -> str:
    """GGUF's name of the cut; BYTE_FALLBACK for SentencePiece, UNRECOGNISED for others."""
    steps = _steps(tokenizer.get("pre_tokenizer"))
    kinds = [one.get("type") for one in steps]
    model = tokenizer.get("model")
    if "ByteLevel" not in kinds:
        is_pieces = isinstance(model, dict) and model.get("byte_fallback") is True
        return BYTE_FALLBACK if is_pieces else UNRECOGNISED
    if kinds == ["ByteLevel"]:
        return "gpt-2" if steps[0].get("use_regex", True) is not False else UNRECOGNISED
    if kinds == ["Digits", "ByteLevel"] and steps[0].get("individual_digits") is True:
        return "smollm"
    if kinds == ["Split", "ByteLevel"]:
        return _by_pattern(steps[0].get("pattern"))
    return UNRECOGNISED


def _steps(found: Any) -> list[dict[str, Any]]:
    if not isinstance(found, dict):
        return []
    inner = found.get("pretokenizers")
    return [one for one in inner if isinstance(one, dict)] if isinstance(inner, list) else [found]


def _by_pattern(found: Any) -> str:
    pattern = found.get("Regex") if isinstance(found, dict) else None
    return next((name for name, text in PATTERNS if text == pattern), UNRECOGNISED)
