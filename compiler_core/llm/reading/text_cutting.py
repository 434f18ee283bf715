"""Which way tokenizer.json cuts text before merging, by the names that GGUF has for it.

llama.cpp knows a cut by the hash of an encoded sample; here the patterns themselves are compared,
in their order. What comes before the cut, the normaliser, has to be one that is known too.
"""

from __future__ import annotations

from typing import Any

BYTE_FALLBACK = "byte fallback"
UNRECOGNISED = "unrecognised"

_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_LETTERS = _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|"
_OTHERS = r" ?[^\s\p{L}\p{N}]+[\r\n]*|" + _SPACES
_UPPER = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_OTHERS_AND_SLASH = r" ?[^\s\p{L}\p{N}]+[\r\n/]*|" + _SPACES
_DEEPSEEK = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"""
    r" ?[\p{P}\p{S}]+[\r\n]*|" + _SPACES
)
# Each pattern cuts what the ones before left. Source: tokenizer.json of Llama 3, Qwen 2 and 3, of
# GPT-4o's o200k, of Mistral Nemo (tekken), and of DeepSeek V3.
PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("llama-bpe", (_LETTERS + r"\p{N}{1,3}|" + _OTHERS,)),
    ("qwen2", (_LETTERS + r"\p{N}|" + _OTHERS,)),
    (
        "gpt-4o",
        (
            f"{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|{_UPPER}+{_LOWER}*{_CONTRACTIONS}?|"
            r"\p{N}{1,3}|" + _OTHERS_AND_SLASH,
        ),
    ),
    ("tekken", (f"{_UPPER}*{_LOWER}+|{_UPPER}+{_LOWER}*|" + r"\p{N}|" + _OTHERS_AND_SLASH,)),
    ("deepseek-v3", (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", _DEEPSEEK)),
)


def pre_of(tokenizer: dict[str, Any]) -> str:
    """GGUF's name of the cut; BYTE_FALLBACK for SentencePiece, UNRECOGNISED for others."""
    steps = steps_of(tokenizer.get("pre_tokenizer"), "pretokenizers")
    kinds = [step.get("type") for step in steps]
    model = tokenizer.get("model")
    if "ByteLevel" not in kinds:
        is_pieces = isinstance(model, dict) and model.get("byte_fallback") is True
        return BYTE_FALLBACK if is_pieces else UNRECOGNISED
    if normaliser_of(tokenizer) is None or steps[-1].get("add_prefix_space") is True:
        return UNRECOGNISED
    if kinds == ["ByteLevel"]:
        return "gpt-2" if steps[0].get("use_regex", True) is not False else UNRECOGNISED
    if kinds == ["Digits", "ByteLevel"] and steps[0].get("individual_digits") is True:
        return "smollm"
    if kinds[-1] == "ByteLevel" and set(kinds[:-1]) == {"Split"}:
        return _by_patterns(steps)
    return UNRECOGNISED


def normaliser_of(tokenizer: dict[str, Any]) -> str | None:
    """What becomes of a byte-level model's text first: "nfc", "" for nothing, None if unknown."""
    kinds = [step.get("type") for step in steps_of(tokenizer.get("normalizer"), "normalizers")]
    return {(): "", ("NFC",): "nfc"}.get(tuple(kinds))


def steps_of(section: Any, inner_key: str) -> list[dict[str, Any]]:
    """The parts of a normaliser or a cut, one after the other."""
    if not isinstance(section, dict):
        return []
    inner = section.get(inner_key)
    return (
        [step for step in inner if isinstance(step, dict)] if isinstance(inner, list) else [section]
    )


def _by_patterns(steps: list[dict[str, Any]]) -> str:
    """Splits in front of a byte-level step that cuts nothing itself."""
    if steps[-1].get("use_regex", True) is not False or not all(map(_isolates, steps[:-1])):
        return UNRECOGNISED
    patterns = tuple(_pattern(step.get("pattern")) for step in steps[:-1])
    return next((name for name, texts in PATTERNS if texts == patterns), UNRECOGNISED)


def _isolates(step: dict[str, Any]) -> bool:
    return step.get("behavior", "Isolated") == "Isolated" and step.get("invert") is not True


def _pattern(pattern: Any) -> str | None:
    return pattern.get("Regex") if isinstance(pattern, dict) else None
