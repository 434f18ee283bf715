"""Rows of the decode engine: instructions per token beside llama.cpp's, and beside our scalar C.

The model is a Llama of 29 million weights, drawn at random: what is executed does not depend on
their values. Positions 8 to 15 are counted, by the same marks in both programs; of a prompt,
all 64 tokens.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from compiler_core.llm.engine.build import build_engine
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import Arithmetic, EngineSettings
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.reading.header import read_header
from script.benchmarks.measurement import Measurement
from script.llama.driver import decoding_instructions, llama_instructions
from script.training.language.gguf_file import write_gguf
from script.training.language.random_models import (
    tiny_configuration,
    tiny_tensors,
    tiny_tokeniser,
)

PROMPT = (1, 5, 9, 200, 30, 7, 8)
STEPS = 9
MOST_OF_LLAMA, MOST_OF_SCALAR = 1.5, 1 / 10
PREFILL_TOKENS = 64
_VOCABULARY, _LEARNT = 6400, 512
# Of the eight layers: what each token of a prompt is multiplied by; the head sees only the last.
_LAYER_WEIGHTS = 8 * (4 * 512 * 512 + 3 * 512 * 1408)
_PRODUCTS_OF_SMMLA = 32


async def measure_tokens_q8_0(host: str, port: int) -> Measurement:
    """Q8_0 beside llama.cpp. The server has no part in it."""
    del host, port
    return _beside_llama("Q8_0")


async def measure_tokens_f16(host: str, port: int) -> Measurement:
    """F16 beside llama.cpp, which rounds activations to 16 bits; ours keeps them whole."""
    del host, port
    return _beside_llama("F16", 1.0)


async def measure_tokens_q4_0(host: str, port: int) -> Measurement:
    """Q4_0 beside llama.cpp."""
    del host, port
    return _beside_llama("Q4_0")


async def measure_scalar_q8_0(host: str, port: int) -> Measurement:
    """Q8_0 beside the same engine in plain C."""
    del host, port
    return _beside_scalar("Q8_0")


async def measure_scalar_q4_0(host: str, port: int) -> Measurement:
    """Q4_0 beside the same engine in plain C."""
    del host, port
    return _beside_scalar("Q4_0")


async def measure_prefill_q8_0(host: str, port: int) -> Measurement:
    """A prompt of 64 tokens, Q8_0 by SMMLA, beside the least number of SMMLA."""
    del host, port
    return _prefill("Q8_0", 2.4e6)


async def measure_prefill_q4_0(host: str, port: int) -> Measurement:
    """A prompt of 64 tokens, Q4_0 by SMMLA."""
    del host, port
    return _prefill("Q4_0", 2.9e6)


def write_model(path: Path, matrix_type: str) -> Path:
    """28,975,616 weights: 8 layers of 512, a feed-forward part of 1408, 6400 tokens, tied."""
    configuration = tiny_configuration(
        "llama",
        layers=8,
        hidden=512,
        feed_forward=1408,
        heads=8,
        key_value_heads=8,
        head_size=64,
        vocabulary=_VOCABULARY,
        context=512,
    )
    learnt = tiny_tokeniser(_LEARNT)
    more = _VOCABULARY - len(learnt.tokens)
    tokeniser = replace(
        learnt,
        tokens=learnt.tokens + tuple(f"<unused {at}>" for at in range(more)),
        types=learnt.types + (1,) * more,
    )
    tensors = tiny_tensors(configuration, 1)
    return write_gguf(path, "29 million", configuration, tensors, tokeniser, matrix_type)


def engine_instructions(model: Path, arithmetic: Arithmetic) -> float:
    """Instructions per decoded token of our engine."""
    directory = model.parent / arithmetic.replace(" ", "-")
    write_engine(read_header(model), model, directory, EngineSettings(arithmetic=arithmetic))
    program = build_engine(directory)
    if not program.ok:
        raise SystemExit(f"The engine does not build: {program.message}")
    return decoding_instructions(program.executable, model, PROMPT, STEPS)


def _beside_llama(matrix_type: str, most: float = MOST_OF_LLAMA) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        model = write_model(Path(folder) / "model.gguf", matrix_type)
        ours = engine_instructions(model, "dot product")
        theirs = llama_instructions(model, PROMPT, STEPS)
    return _measured(f"{matrix_type} token", ours, ("llama.cpp", theirs), most)


def _beside_scalar(matrix_type: str) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        model = write_model(Path(folder) / "model.gguf", matrix_type)
        ours = engine_instructions(model, "dot product")
        scalar = engine_instructions(model, "scalar")
    return _measured(f"{matrix_type} token", ours, ("our scalar C", scalar), MOST_OF_SCALAR)


def _prefill(matrix_type: str, most: float) -> Measurement:
    """most: instructions per token of the prompt."""
    with tempfile.TemporaryDirectory() as folder:
        model = write_model(Path(folder) / "model.gguf", matrix_type)
        settings = EngineSettings(arithmetic="matrix", batch=PREFILL_TOKENS)
        write_engine(read_header(model), model, Path(folder), settings)
        run = run_engine(Path(folder), tuple(range(3, 3 + PREFILL_TOKENS)), 1)
    if not run.ok:
        raise SystemExit(f"The engine does not run: {run.message}")
    ours, floor = run.prefill.instructions_per_token, _LAYER_WEIGHTS / _PRODUCTS_OF_SMMLA
    return Measurement(
        what=f"{matrix_type} prompt",
        ours=f"{ours / 1e6:.2f} M instructions",
        other=f"SMMLA alone {floor / 1e6:.2f} M",
        ratio=f"{ours / floor:.3f}",
        limit=f"at most {most / 1e6:g} M",
        met=ours <= most,
    )


def _measured(what: str, ours: float, other: tuple[str, float], most: float) -> Measurement:
    name, instructions = other
    ratio = ours / instructions
    return Measurement(
        what=what,
        ours=f"{ours / 1e6:.2f} M instructions",
        other=f"{name} {instructions / 1e6:.2f} M",
        ratio=f"{ratio:.3f}",
        limit=f"at most {most:g}",
        met=ratio <= most,
    )
