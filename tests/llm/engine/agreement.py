"""Our engine, the numpy reference and llama.cpp on the same files.

    python -m tests.llm.engine.agreement

Floats: 200 greedy tokens of all three, and their logits. llama.cpp rounds activations to 16 bits
before it multiplies by F16 weights, so its logits of an F16 file are compared on the same weights
widened to F32, which loses nothing; its tokens on the F16 file itself. Block types: the share of
positions of a real text where ours and llama.cpp's first choice agree, each given the same tokens.
Needs script/oracles --llama.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.tensors import load_tensor
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from script.llama.driver import LlamaRun, run_llama
from script.training.language.gguf_file import write_gguf
from tests.llm.engine.engines import engine_of, reference_logits

ROOT = Path(__file__).parents[3]
MODEL = ROOT / "content" / "models" / "language" / "workshop.gguf"
TEXT = ROOT / "content" / "models" / "language" / "evaluation.txt"
GREEDY_TOKENS, FORCED_TOKENS, PROMPT_TOKENS = 200, 256, 8
CLOSE, LEAST_AGREEMENT = 1e-4, 0.98
FLOAT_TYPES, BLOCK_TYPES = ("F32", "F16"), ("Q8_0", "Q4_0", "Q4_K")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure, its limit in words, and whether it is kept."""

    what: str
    found: str
    limit: str
    kept: bool


def shipped_as(matrix_type: str, path: Path) -> Path:
    """The trained model with its matrices in another type."""
    header = read_header(MODEL)
    tensors = {tensor.name: load_tensor(header, MODEL, tensor.name) for tensor in header.tensors}
    return write_gguf(
        path, "workshop", header.configuration, tensors, header.tokeniser, matrix_type
    )


def text_tokens(count: int) -> tuple[int, ...]:
    """The beginning of the evaluation text."""
    text = TEXT.read_text()[: 8 * count]
    return tokeniser_of(read_header(MODEL).tokeniser).encode(text)[:count]


def float_rows(matrix_type: str, folder: Path) -> list[Row]:
    """200 greedy tokens of three programs."""
    model = shipped_as(matrix_type, folder / f"{matrix_type}.gguf")
    prompt = text_tokens(PROMPT_TOKENS)
    found = run_engine(engine_of(model), prompt, GREEDY_TOKENS, wanted="logits", seconds=600)
    if found.logits is None:
        raise SystemExit(found.message)
    reference = reference_logits(model, (*prompt, *found.tokens[:-1]), len(prompt) - 1)
    widened = llama_on_floats()
    greedy = widened if matrix_type == "F32" else _greedy_llama(model, prompt)
    # A reference that follows our tokens and would choose the same at each step has chosen them.
    same = reference.argmax(axis=1) == np.array(found.tokens)
    return [
        _count(f"{matrix_type}: greedy tokens as numpy's", int(same.sum())),
        _count(
            f"{matrix_type}: greedy tokens as llama.cpp's", _common(found.tokens, greedy.tokens)
        ),
        _difference(f"{matrix_type}: logits, numpy", found.logits, reference),
        _difference(f"{matrix_type}: logits, llama.cpp", found.logits, widened.logits),
    ]


@cache
def llama_on_floats() -> LlamaRun:
    """What llama.cpp makes of the F32 file: its logits are for both float files."""
    with tempfile.TemporaryDirectory() as folder:
        wide = shipped_as("F32", Path(folder) / "wide.gguf")
        return _greedy_llama(wide, text_tokens(PROMPT_TOKENS))


def _greedy_llama(model: Path, prompt: tuple[int, ...]) -> LlamaRun:
    return run_llama(model, prompt, len(prompt), GREEDY_TOKENS, "f32")


def block_row(matrix_type: str, folder: Path) -> Row:
    """Teacher-forced first choices."""
    model = shipped_as(matrix_type, folder / f"{matrix_type}.gguf")
    tokens = text_tokens(FORCED_TOKENS)
    settings = EngineSettings(context=min(512, FORCED_TOKENS * 2))
    ours = run_engine(
        engine_of(model, settings), tokens, len(tokens) - 1, prompt=1, wanted="tokens", seconds=600
    )
    if not ours.ok:
        raise SystemExit(ours.message)
    theirs = run_llama(model, tokens, 1, len(tokens) - 1, "f16")
    same = np.array(ours.tokens) == np.array(theirs.tokens)
    share = float(same.mean())
    return Row(
        f"{matrix_type}: first choice as llama.cpp's, forced",
        f"{int(same.sum())} of {len(same)}, {share:.1%}",
        f"at least {LEAST_AGREEMENT:.0%}",
        share >= LEAST_AGREEMENT,
    )


def _common(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """How many tokens the two begin with in common."""
    for at, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            return at
    return len(first)


def _count(what: str, found: int) -> Row:
    return Row(what, f"{found} of {GREEDY_TOKENS}", "all", found == GREEDY_TOKENS)


def _difference(what: str, ours: np.ndarray, other: np.ndarray) -> Row:
    largest = float(np.abs(ours - other).max())
    return Row(what, f"largest difference {largest:.1e}", f"below {CLOSE:.0e}", largest < CLOSE)


def all_rows() -> list[Row]:
    """Every figure."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row for kind in FLOAT_TYPES for row in float_rows(kind, Path(folder))]
        return rows + [block_row(kind, Path(folder)) for kind in BLOCK_TYPES]


def main() -> int:
    """Print the table; 1 if a figure misses its limit."""
    rows = all_rows()
    for row in rows:
        print(f"{'kept' if row.kept else 'MISSED':6}  {row.what:45}  {row.found:32}  {row.limit}")
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
