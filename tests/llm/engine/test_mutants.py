"""Each of these mistakes, put into the engine's C, is found."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from compiler_core.llm.block_formats.integer_products import (
    integer_products,
    quantised_activations,
)
from compiler_core.llm.engine import surroundings
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import Arithmetic, EngineSettings
from tests.llm.engine.engines import PROMPT, engine_of, largest_difference, run_of, tiny_model
from tests.llm.engine.kernel_program import TOKENS, run_kernel
from tests.llm.engine.test_kernels import weights_of_scale_one, whole_activations

pytestmark = pytest.mark.slow
CLOSE = 1e-4


class Mutant(NamedTuple):
    """In `file`, `right` becomes `wrong`. check: a type of weights with an arithmetic, or a kind of
    model, or "file" for a model file that was changed."""

    check: str
    file: str
    right: str
    wrong: str


MUTANTS = (
    Mutant("Q8_0", "activations.h", "/ 127.0f", "/ 128.0f"),
    Mutant("Q4_0", "activations.h", "-8 * vaddvq_s32", "-7 * vaddvq_s32"),
    Mutant("Q4_K", "activations.h", "-127.0f / furthest", "127.0f / furthest"),
    Mutant("Q6_K", "activations.h", "codes[16 * group + i]", "codes[16 * group]"),
    Mutant("Q8_0", "rows_of_codes.h", "sums->before = now;", ""),
    Mutant("Q8_0", "rows_of_codes.h", "if (blocks % 2) step", "if (0) step"),
    Mutant("Q4_0", "rows_of_codes.h", "if (corrected) block = vaddq", "if (0) block = vaddq"),
    Mutant("Q8_0 matrix", "rows_of_codes.h", "(vzip2q_s64(c, d)", "(vzip1q_s64(c, d)"),
    Mutant("Q4_0 matrix", "rows_of_codes.h", "vuzp2q_s32(pair_0", "vuzp1q_s32(pair_0"),
    Mutant("Q8_0", "product.h", "MINIMUM(first, rows - ROWS)", "first"),
    Mutant("Q8_0 scalar", "product_q8_0.h", "(int8_t)block[Q8_0_CODES + j]", "block[2 + j]"),
    Mutant("Q4_0", "product_q4_0.h", "vshrq_n_u8(both, 4)", "vshrq_n_u8(both, 5)"),
    Mutant("Q4_0 scalar", "product_q4_0.h", "codes[j + 16]", "codes[j]"),
    Mutant("Q4_K", "product_q4_k.h", "word[1] >> 6", "word[1] >> 4"),
    Mutant("Q4_K", "product_q4_k.h", "high, scales[2 * pair + 1]", "high, scales[2 * pair]"),
    Mutant("Q6_K", "product_q6_k.h", "vmulq_n_s32(offset, -32)", "vmulq_n_s32(offset, -31)"),
    Mutant("Q6_K scalar", "product_q6_k.h", "32 * (quarter % 2)", "32 * (quarter / 2)"),
    Mutant("mistral", "product.h", "*at + sums[token][i]", "sums[token][i]"),
    Mutant("mistral", "numbers.h", "1.6666665459e-1f", "1.6e-1f"),
    Mutant("mistral", "attention.h", "            sum *= kept;\n", ""),
    Mutant("mistral", "attention.h", "MAXIMUM(last - window + 1, 0)", "MAXIMUM(last - window, 0)"),
    Mutant("mistral", "attention.h", "head / (HEADS / KEY_VALUE_HEADS)", "head % KEY_VALUE_HEADS"),
    Mutant("mistral", "attention.h", "PAGES - 1 - position / PAGE", "PAGES - 1"),
    Mutant("mistral", "attention.h", "page = BLOCK_TABLE[tile]", "page = tile"),
    Mutant("mistral", "layer.h", "x * s + y * c", "x * s - y * c"),
    Mutant("mistral", "layer.h", "sqrtf(mean + epsilon)", "sqrtf(mean)"),
    Mutant("gemma2", "layer.h", "0.044715f", "0.04f"),
    Mutant("gemma2", "attention.h", "return ATTENTION_SOFTCAP > 0", "return 0"),
    Mutant("file", "main.c", "digest_of(found, FILE_BYTES) != FILE_DIGEST", "0"),
)  # fmt: skip


def is_found(check: str, folder: Path) -> bool:
    """Does the check fail with the runtime as it is now?"""
    if check == "file":
        return not refuses_a_changed_file(folder)
    if check.startswith("Q"):
        name, _, arithmetic = check.partition(" ")
        return not is_exact(name, arithmetic or "dot product")  # type: ignore[arg-type]
    model = tiny_model(folder / "model.gguf", kind=check, norm_epsilon=1e-3)
    found = run_of(model, EngineSettings(page=4), count=4)
    # NaN is not close either.
    return not largest_difference(model, found, PROMPT, len(PROMPT)) < CLOSE


def is_exact(type_name: str, arithmetic: Arithmetic) -> bool:
    random = np.random.default_rng(7)
    raw = weights_of_scale_one(type_name, random)
    activations = whole_activations(type_name, random)
    quantised = quantised_activations(type_name, activations)
    wanted = integer_products(type_name, raw, quantised)
    exact = (wanted.scaled.astype(np.int64) - wanted.minimums).sum(axis=-1)
    found = run_kernel(type_name, raw, activations, arithmetic)
    same = np.array_equal(found.codes, quantised.codes.reshape(TOKENS, -1))
    return same and np.array_equal(found.products, exact.astype(np.float32))


def refuses_a_changed_file(folder: Path) -> bool:
    directory = engine_of(tiny_model(folder / "model.gguf"))
    path = directory / "model.gguf"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.unlink()
    path.write_bytes(content)
    return run_engine(directory, PROMPT, 1, wanted="tokens").status == "failed"


@pytest.mark.parametrize("check", sorted({mutant.check for mutant in MUTANTS}))
def test_nothing_is_found_in_the_engine_as_it_is(check: str, tmp_path: Path) -> None:
    assert not is_found(check, tmp_path)


@pytest.mark.parametrize(
    "mutant", MUTANTS, ids=lambda mutant: f"{mutant.check}-{mutant.file}-{mutant.right[:24]}"
)
def test_mistakes_are_found(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "runtime"
    shutil.copytree(surroundings.RUNTIME, changed)
    text = (changed / mutant.file).read_text()
    assert mutant.right in text
    (changed / mutant.file).write_text(text.replace(mutant.right, mutant.wrong))
    monkeypatch.setattr(surroundings, "RUNTIME", changed)
    assert is_found(mutant.check, tmp_path)
