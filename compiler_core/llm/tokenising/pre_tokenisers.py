"""How byte-level models cut text before they merge: patterns by GGUF's tokenizer.ggml.pre.

Source: llama-vocab.cpp of llama.cpp, whose patterns are those of the models' own tokenizer.json;
where several stand, each cuts what the ones before left. A word that is a token as a whole is taken
as it is by the kinds in WHOLE_WORDS.
"""

from __future__ import annotations

from compiler_core.llm.reading.errors import ModelFileRefused

_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
_OTHERS = r" ?[^\s\p{L}\p{N}]+[\r\n]*|" + _SPACES
_LLAMA_3 = _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|" + _OTHERS
_QWEN_2 = _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|" + _OTHERS
_GPT_2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_TEKKEN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*|\p{{N}}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*|" + _SPACES
)
_QWEN_35 = (
    _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}|"
    r" ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|" + _SPACES
)
_GPT_4O = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|"
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}?|\p{{N}}{{1,3}}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*|" + _SPACES
)
_DEEPSEEK_3 = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"""
    r" ?[\p{P}\p{S}]+[\r\n]*|" + _SPACES
)

PATTERNS: dict[str, tuple[str, ...]] = {
    "llama-bpe": (_LLAMA_3,),
    "qwen2": (_QWEN_2,),
    "gpt-2": (_GPT_2,),
    "smollm": (r"\p{N}", _GPT_2),
    "falcon": (r"[\p{P}\$\+<=>\^~\|`]+", _GPT_2, r"[0-9][0-9][0-9]"),
    "tekken": (_TEKKEN,),
    "qwen35": (_QWEN_35,),
    "gpt-4o": (_GPT_4O,),
    "deepseek-coder": (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+", r"\p{N}"),
    "deepseek-v3": (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", _DEEPSEEK_3),
    "default": (r"[\p{P}\$\+<=>\^~\|]+", _GPT_2, r"\p{N}+", r"[0-9][0-9][0-9]"),
}
_ALIASES = {
    "": "default", "llama4": "gpt-4o",
    "llama3": "llama-bpe", "llama-v3": "llama-bpe", "falcon3": "llama-bpe",
    "pixtral": "llama-bpe", "lfm2": "llama-bpe", "dbrx": "dbrx", "smaug-bpe": "dbrx",
    "deepseek-r1-qwen": "qwen2", "megrez": "qwen2", "stablelm2": "qwen2", "hunyuan": "qwen2",
    "phi-2": "gpt-2", "olmo": "gpt-2", "mpt": "gpt-2", "jais": "gpt-2", "exaone4": "gpt-2",
    "starcoder": "smollm", "refact": "smollm", "command-r": "smollm", "codeshell": "smollm",
    "exaone": "smollm", "minerva-7b": "smollm", "glm4": "glm4", "chatglm-bpe": "dbrx",
}  # fmt: skip
PATTERNS |= {"dbrx": (_LLAMA_3,), "glm4": (_LLAMA_3,)}
WHOLE_WORDS = frozenset(("llama-bpe", "tekken", "glm4"))


def cut_named(pre: str) -> str:
    """The key of PATTERNS for a GGUF's name. Raises ModelFileRefused."""
    name = _ALIASES.get(pre, pre)
    if name not in PATTERNS:
        raise ModelFileRefused(
            f"The file cuts text in the way {pre[:40]!r}, which is not known here.",
            f"Known are {', '.join(sorted({*PATTERNS, *filter(None, _ALIASES)}))}.",
        )
    return name
