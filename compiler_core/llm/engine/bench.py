"""An engine's prompt and decoding as llama-bench reports them, counted instead of timed.

`pp64` is a prompt of 64 tokens, `tg16` sixteen tokens after a prompt of one, each a run of its own,
as in llama.cpp's tools/llama-bench. Which tokens these are does not matter to what is executed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.records import EngineBuild, EngineRun, PhaseCount
from compiler_core.llm.engine.run import run_engine

NO_TIMES = (
    "Counted under an emulator: instructions and bytes are those of a real core, times are not, so "
    "there are no tokens per second here."
)
_STRIDE, _FIRST = 17, 3


@dataclass(frozen=True, slots=True)
class BenchRow:
    """test: "pp" or "tg" and how many tokens. Instructions and bytes per token, of all kernels."""

    test: str
    tokens: int
    instructions_per_token: int
    bytes_loaded_per_token: int
    bytes_stored_per_token: int


@dataclass(frozen=True, slots=True)
class BenchResult:
    """rows: in the order asked for. message: why there are none, else empty."""

    rows: tuple[BenchRow, ...]
    message: str = ""


def bench_engine(directory: Path, prompt: int, decoded: int, seconds: int = 120) -> BenchResult:
    """Both tests; one of no tokens is left out.

    prompt, decoded: tokens. seconds: of processor time for each emulated run. Raises InputError for
    numbers that are negative, both zero, or more than the context holds; and as `run_engine` does.
    """
    if min(prompt, decoded) < 0 or prompt + decoded == 0:
        raise InputError(
            f"{prompt} tokens of prompt and {decoded} decoded ones are no measurement.",
            "Ask for at least one of either.",
        )
    rows = []
    for test, first, count in (("pp", prompt, 1), ("tg", 1, decoded + 1)):
        tokens = prompt if test == "pp" else decoded
        if not tokens:
            continue
        run = _run(directory, first, count, seconds)
        if not run.ok:
            return BenchResult((), f"{test}{tokens}: {run.message}")
        rows.append(_row(test, tokens, run.prefill if test == "pp" else run.decode))
    return BenchResult(tuple(rows))


def _run(directory: Path, first: int, count: int, seconds: int) -> EngineRun:
    tokens = bench_tokens(read_engine(directory), first)
    return run_engine(directory, tokens, count, seconds=seconds)


def bench_tokens(build: EngineBuild, first: int) -> tuple[int, ...]:
    """A prompt of so many tokens. Raises InputError for more than the context holds."""
    if first > build.context:
        raise InputError(
            f"{first:,} tokens of prompt do not fit the engine's context of {build.context:,}.",
            "Ask for fewer, or compile with a longer context.",
        )
    return tuple((_STRIDE * at + _FIRST) % build.vocabulary for at in range(first))


def _row(test: str, tokens: int, count: PhaseCount) -> BenchRow:
    return BenchRow(
        test=f"{test}{tokens}",
        tokens=tokens,
        instructions_per_token=count.instructions_per_token,
        bytes_loaded_per_token=count.bytes_loaded_per_token,
        bytes_stored_per_token=count.bytes_stored // count.tokens,
    )
