"""Five hundred strings that go wrong in tokenisers, the same at each run."""

from __future__ import annotations

from random import Random

COUNT = 500
_PARTS = (
    "", " ", "  ", "   ", "\n", "\n\n", "\r\n", "\r", "\t", "\t\t", "\u00a0", "\u3000", "\u2009",
    "\u200b", "\u200d", "\ufeff", "\u2060", "\u00ad", "\x00", "\x7f", "\x1b[0m", "\u0085", "\u2028",
    "a", "A", "word", "Word", "WORD", " word", " Word", "wordWord", "HTTPServer", "iPhone's",
    "don't", "DON'T", "I'll", "we'Ve", "it\u2019s", "'s", "'S", "'\u017f", "''", "'", "\u212a",
    "1", "12", "123", "1234", "1234567", " 42", "3.14", "1,000,000", "\u0661\u0662\u0663\u0664",
    "\u00b2\u00b3", "\u2167", "\u00bd", "0x1F", "1e-9", "!", "!?", "...", "…", "—", "«»", "=>",
    "!=", "//", "/\n", "#!/bin/sh", "$x", "@a", "{}", "[x]", "<|", "|>", "a_b", "__init__", "😀",
    "👍🏽", "👨\u200d👩\u200d👧\u200d👦", "🏳️\u200d🌈", "🇩🇪", "🇩", "e\u0301", "é", "n\u0303", "Å",
    "A\u030a", "\u0301", "q\u0307\u0323", "\u1e9b\u0323", "Z\u0351\u0340\u0316\u0310", "\u0958",
    "\uf900", "ﬁ", "Ⅷ", "ǅ", "İ", "ß", "東京", "编译器", "ありがとう", "カタカナ", "ｶﾅ", "한국어",
    "\u1112\u1161\u11ab", "𠮷", "مرحبا", "שלום", "שָׁלוֹם", "\u202eabc\u202c", "हिन्दी", "ภาษา",
    "Москва", "ΑΒΓ", "𝕳𝖊", "\U0010ffff", "\ufffd", "\ue000", "▁", "▁▁", "▁a", "Ġ", "Ċ", "<0x41>",
    "<0x0A>", "<s>", "</s>", "<unk>", "<tool>", "<|end|>", "<|user|>", "<|endoftext|>",
    "<|im_start|>", "<|begin_of_text|>", "<|eot_id|>", "[INST]", "<｜end▁of▁sentence｜>", "<s",
    "s>", "< s >", "<|endoftext|", "<|END|>", "\\n", "\\u0041", "\u0e33", "\u0130i", "\u2126",
    "\u03a9",
)  # fmt: skip
_WHOLE = (
    "a" * 400,
    " " * 200,
    "\n" * 90,
    "ab" * 150,
    "1" * 301,
    "é" * 120,
    "e\u0301" * 90,
    "😀" * 60,
    "!" * 250,
    "的" * 130,
    "\u200d" * 50,
    "<s>" * 30,
    "▁" * 64,
    "' " * 60,
    "\t \n" * 40,
    "a\u0301" * 64 + "b",
    "The quick brown fox jumps over the lazy dog.",
    "x = {'a': [1, 2.5e3]}",
)


def nasty_strings() -> list[str]:
    """Single parts, long repeats, and parts in random order."""
    found = [*_PARTS, *_WHOLE, *(f" {part}" for part in _PARTS[23:60])]
    random = Random(20)
    while len(found) < COUNT:
        between = random.choice(("", "", " ", "\n"))
        found.append(between.join(random.choices(_PARTS, k=random.randint(2, 9))))
    return found[:COUNT]
