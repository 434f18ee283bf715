"""Vocabularies of published models with the tokens llama.cpp's own tests expect of each text.

`script/oracles --llama` puts them into build/oracles with the rest of llama.cpp's sources.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.llm.reading.header import read_header
from compiler_core.llm.tokenising.merge_walk import MAXIMUM_CHARACTERS
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

FOLDER = ROOT / "build" / "oracles" / "llama" / "source" / "models"
SEPARATOR = "\n__ggml_vocab_test__\n"
VOCABULARIES = (
    "command-r", "deepseek-coder", "falcon", "gpt-2", "llama-bpe", "llama-spm", "mpt", "phi-3",
    "qwen2", "qwen35", "refact", "starcoder",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", VOCABULARIES)
def test_tokens_are_those_of_llama_cpp(name: str) -> None:
    path = FOLDER / f"ggml-vocab-{name}.gguf"
    assert path.is_file(), "run script/oracles --llama"
    tokeniser = tokeniser_of(read_header(path).tokeniser)
    texts = Path(f"{path}.inp").read_text(encoding="utf-8").split(SEPARATOR)
    lines = Path(f"{path}.out").read_text(encoding="ascii").split("\n")
    assert len(texts) > 40
    for text, line in zip(texts, lines, strict=False):
        found = tokeniser.encode_pieces(text)
        assert found == tuple(map(int, line.split())), text
        assert tokeniser.decode(found) == text
        if len(text) <= MAXIMUM_CHARACTERS:
            assert tokeniser.merge_walk(text).ids == found
