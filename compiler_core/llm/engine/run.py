"""Run an engine under the emulator: tokens as they come, and what each kernel executed."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.engine.build import build_engine
from compiler_core.llm.engine.counts import engine_counting, phase_count
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.placed_model import placed_model
from compiler_core.llm.engine.records import EngineBuild, EngineRun
from compiler_core.llm.engine.surroundings import MODEL_FILE
from compiler_core.toolchain.counting import (
    CountingPlan,
    PluginRequest,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.emulator import ProgramRun, run_program
from compiler_core.toolchain.limits import RUN_LIMITS, Limits

Wanted = Literal["tokens", "counts", "logits", "both"]
_TOKENS_FILE, _LOGITS_FILE = "tokens.txt", "logits.bin"
_SECONDS = 120
_ROOM_BYTES = 1 << 30


@dataclass(slots=True)
class _Listener:
    """Hands on each whole line as a number."""

    on_token: Callable[[int], None] | None
    rest: bytes = b""
    tokens: list[int] = field(default_factory=list)

    def hear(self, piece: bytes) -> None:
        *lines, self.rest = (self.rest + piece).split(b"\n")
        for line in lines:
            if line.isdigit():
                self.tokens.append(int(line))
                if self.on_token is not None:
                    self.on_token(self.tokens[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    build: EngineBuild
    """The engine, as its manifest describes it."""
    model: Path
    """The GGUF file."""
    tokens: tuple[int, ...]
    """Ids of the tokens that are given."""
    prompt: int
    """How many of the given tokens are the prompt."""
    count: int
    """How many tokens are to come."""
    logits: bool
    """Whether the program writes logits to a file."""
    seconds: int
    """Processor time that the emulated run may take."""


def run_engine(
    directory: Path,
    tokens: Sequence[int],
    count: int,
    on_token: Callable[[int], None] | None = None,
    *,
    prompt: int | None = None,
    wanted: Wanted = "counts",
    seconds: int = _SECONDS,
) -> EngineRun:
    """Build (or take from the cache) and run: `count` tokens after a prompt.

    prompt: how many of the tokens are read in batches (None: all); the steps after them take the
    rest in place of what was chosen, which is teacher forcing. on_token is called with each chosen
    token while the program runs. seconds: processor time the emulated run may take. Raises
    InputError for tokens outside the vocabulary, more than the context holds or a changed
    directory; ToolMissing, Overloaded and JailBroken; everything else is a result.
    """
    build = read_engine(directory)
    given = tuple(int(token) for token in tokens)
    first = len(given) if prompt is None else prompt
    _check_tokens(build, given, first, count)
    program = build_engine(directory)
    if not program.ok:
        return EngineRun(status="does not build", message=program.message)
    logits = wanted in ("logits", "both")
    request = _Request(
        build=build,
        model=directory / MODEL_FILE,
        tokens=given,
        prompt=first,
        count=count,
        logits=logits,
        seconds=seconds,
    )
    counted = wanted in ("counts", "both")
    plan = engine_counting(build, program.executable) if counted else None
    return _outcome(request, program.executable, plan, _Listener(on_token))


def _check_tokens(build: EngineBuild, tokens: tuple[int, ...], prompt: int, count: int) -> None:
    if not 1 <= prompt <= len(tokens):
        raise InputError("The prompt needs at least one token.", "Give some text to go on from.")
    outside = [token for token in tokens if not 0 <= token < build.vocabulary]
    if outside:
        raise InputError(
            f"Token {outside[0]} is not in the vocabulary of {build.vocabulary:,} tokens.",
            "Use the tokeniser of the same file.",
        )
    if count < 1:
        raise InputError("At least one token has to be asked for.")
    if prompt + count - 1 > build.context or len(tokens) > build.context + 1:
        raise InputError(
            f"{prompt:,} tokens of prompt and {count:,} new ones do not fit the engine's context "
            f"of {build.context:,}.",
            "Shorten the prompt, ask for fewer tokens, or compile with a longer context.",
        )


def _outcome(
    request: _Request, executable: bytes, plan: CountingPlan | None, listener: _Listener
) -> EngineRun:
    plugin = None if plan is None else counting_request(plan)
    run = _run(request, executable, plugin, listener)
    if run.signal_number == signal.SIGILL:
        needed = " and ".join(request.build.features)
        return EngineRun(status="refused by the core", message=f"The program needs {needed}.")
    if run.limit is not None:
        return EngineRun(status="stopped", message=run.message, tokens=tuple(listener.tokens))
    if not run.ok or len(listener.tokens) != request.count:
        said = run.errors.decode("utf-8", "replace").strip()
        return EngineRun(
            status="failed", message=said or run.message, tokens=tuple(listener.tokens)
        )
    logits = _logits(request, run) if request.logits else None
    result = EngineRun(
        status="ok",
        tokens=tuple(listener.tokens),
        logits=logits,
        seconds_emulated=run.seconds,
    )
    return result if plan is None else _with_counts(request, result, plan, run)


def _with_counts(
    request: _Request, engine_run: EngineRun, plan: CountingPlan, run: ProgramRun
) -> EngineRun:
    """The first new token comes from prefill; every other one takes a step of decoding."""
    counted = read_count_run(plan, run.files)
    build, by_symbol = request.build, counted.by_symbol
    return replace(
        engine_run,
        prefill=phase_count(build, by_symbol, "prefill", request.prompt),
        decode=phase_count(build, by_symbol, "decode", request.count - 1),
        elsewhere=counted.elsewhere,
    )


def _run(
    request: _Request, executable: bytes, plugin: PluginRequest | None, listener: _Listener
) -> ProgramRun:
    text = " ".join(map(str, request.tokens)).encode()
    more = (_LOGITS_FILE,) if request.logits else ()
    with placed_model(request.model) as model:
        return run_program(
            executable,
            arguments=(model, _TOKENS_FILE, str(request.prompt), str(request.count), *more),
            plugin=plugin,
            files=((_TOKENS_FILE, text), *(() if plugin is None else plugin.files)),
            limits=_limits(request),
            mapped_files=(model,),
            on_output=listener.hear,
        )


def _limits(request: _Request) -> Limits:
    build = request.build
    written = 4 * build.vocabulary * request.count if request.logits else 0
    return replace(
        RUN_LIMITS,
        cpu_seconds=request.seconds,
        wall_seconds=request.seconds * 2.0,
        memory_bytes=_ROOM_BYTES + build.arena_bytes + build.weight_bytes,
        file_bytes=RUN_LIMITS.file_bytes + written,
        total_file_bytes=RUN_LIMITS.total_file_bytes + written,
        collect_bytes=RUN_LIMITS.collect_bytes + written,
    )


def _logits(request: _Request, run: ProgramRun) -> np.ndarray:
    """float32 [tokens, vocabulary]. Raises InputError when the file has another size."""
    shape = (request.count, request.build.vocabulary)
    content = run.files.get(_LOGITS_FILE, b"")
    if len(content) != 4 * shape[0] * shape[1]:
        raise InputError("The program left no readable logits.")
    return np.frombuffer(content, "<f4").reshape(shape)
