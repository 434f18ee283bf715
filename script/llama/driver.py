"""llama.cpp under the emulator: what it chooses, from which logits, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from compiler_core.host.counting.executable import read_executable
from compiler_core.llm.engine.placed_model import placed_model
from compiler_core.toolchain.counting import (
    CountingPlan,
    CountingWindow,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.limits import RUN_LIMITS

DRIVER = Path(__file__).parents[2] / "build" / "oracles" / "llama" / "build" / "llama_driver"
CacheType = Literal["f16", "f32"]
_BEGIN, _END = "decoding_begins", "decoding_ends"
_LIMITS = replace(
    RUN_LIMITS,
    cpu_seconds=300,
    wall_seconds=900.0,
    memory_bytes=4 << 30,
    file_bytes=256 << 20,
    total_file_bytes=512 << 20,
    collect_bytes=512 << 20,
)


@dataclass(frozen=True, slots=True)
class LlamaRun:
    """tokens: chosen, one a step. logits: float32 [steps, vocabulary]."""

    tokens: tuple[int, ...]
    logits: np.ndarray


def run_llama(
    model: Path, tokens: tuple[int, ...], prompt: int, count: int, cache: CacheType
) -> LlamaRun:
    """The first `prompt` tokens at once, then `count` steps; see driver.cpp. Raises SystemExit."""
    run = _run(_executable(), model, tokens, prompt, count, cache)
    chosen = tuple(int(line) for line in run.output.split())
    logits = np.frombuffer(run.files["logits.bin"], "<f4").reshape(count, -1)
    return LlamaRun(chosen, logits)


def llama_instructions(model: Path, tokens: tuple[int, ...], count: int) -> float:
    """Instructions per decoded token, over the `count` - 1 steps after the first."""
    return decoding_instructions(
        _executable(), model, tokens, count, ("f16", "repack", "logits.bin")
    )


def decoding_instructions(
    executable: bytes, model: Path, tokens: tuple[int, ...], count: int, more: tuple[str, ...] = ()
) -> float:
    """Between the marks that our engine's main program and the driver share."""
    symbols = read_executable(executable, ()).symbols
    window = CountingWindow(symbols[_BEGIN].first, symbols[_END].first)
    plan = CountingPlan(memory="none", window=window)
    run = _run_with(executable, model, tokens, (str(len(tokens)), str(count), *more), plan)
    return read_count_run(plan, run.files).elsewhere / (count - 1)


def _executable() -> bytes:
    if not DRIVER.is_file():
        raise SystemExit("llama.cpp is not built here: run script/oracles --llama")
    return DRIVER.read_bytes()


def _run(
    executable: bytes, model: Path, tokens: tuple[int, ...], prompt: int, count: int, cache: str
) -> ProgramRun:
    arguments = (str(prompt), str(count), cache, "repack", "logits.bin")
    return _run_with(executable, model, tokens, arguments, None)


def _run_with(
    executable: bytes,
    model: Path,
    tokens: tuple[int, ...],
    arguments: tuple[str, ...],
    plan: CountingPlan | None,
) -> ProgramRun:
    request = None if plan is None else counting_request(plan)
    text = " ".join(map(str, tokens)).encode()
    with placed_model(model) as placed:
        run = run_program(
            executable,
            arguments=(placed, "tokens.txt", *arguments),
            plugin=request,
            files=(("tokens.txt", text), *(() if request is None else request.files)),
            limits=_LIMITS,
            mapped_files=(placed,),
        )
    if not run.ok:
        raise SystemExit(f"The program did not run: {run.message} {run.errors.decode()}")
    return run
