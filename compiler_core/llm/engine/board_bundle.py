"""A compiled language model as a bundle for boards: a prompt and the tokens decoded after it.

Written into the engine's own directory, because the model file beside it may be large.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.board.packing import digest_of
from compiler_core.board.records import BoardBundle, BoardKernel, BoardSubject
from compiler_core.board.runtime_text import (
    MEASURE,
    PROGRAM,
    RUN_SCRIPT,
    run_script,
    runtime_text,
)
from compiler_core.board.subject import COUNTED, subject_text
from compiler_core.errors import InputError
from compiler_core.llm.engine.bench import bench_tokens
from compiler_core.llm.engine.build import build_with
from compiler_core.llm.engine.manifest import program_files, read_engine
from compiler_core.llm.engine.records import EngineBuild, EngineRun, PhaseCount
from compiler_core.llm.engine.run import run_engine

_TOKENS = "tokens.txt"
_RULES = """\
# make board          for AArch64, by the cross compiler: the program that is here already
# make board-native   for this computer, by its own compiler; run.sh then takes it
BOARD = language.c measure.c engine.c
BOARD_FILES = $(BOARD) measure.h language.h main.c $(HEADERS)

board: $(BOARD_FILES)
\t$(CROSS)gcc $(CFLAGS) -march={march} -static -o $@ $(BOARD) -lm

board-native: $(BOARD_FILES)
\tgcc $(CFLAGS) -o $@ $(BOARD) -lm
"""


def language_bundle(directory: Path, prompt: int, decoded: int, seconds: int = 120) -> BoardBundle:
    """What to add to an engine's directory.

    prompt, decoded: tokens. seconds: of processor time for the emulated run. Raises InputError for
    less than one token of either, more than the context holds, or a run that does not end well; and
    as `run_engine` does.
    """
    if min(prompt, decoded) < 1:
        raise InputError("A board times a prompt and decoding.", "Ask for a token of each.")
    build = read_engine(directory)
    tokens = bench_tokens(build, prompt)
    run = run_engine(directory, tokens, decoded + 1, seconds=seconds)
    if not run.ok:
        raise InputError(f"The engine does not run here: {run.message}")
    texts = _texts(build, tokens, run)
    parts = {name: text.encode() for name, text in texts.items()}
    programs = program_files(directory, build)
    held = parts | {name: text.encode() for name, text in programs.items()}
    digest = digest_of(held | {"model": build.digest.encode()})
    title = f"{build.name}, a prompt of {prompt} and {decoded} tokens after it"
    subject = BoardSubject("language", title, digest, _kernels(run))
    built = build_with(directory, texts)
    if not built.ok:
        raise InputError(f"The program for boards does not build: {built.message}")
    script = run_script(digest, build.features).encode()
    more = {RUN_SCRIPT: script, PROGRAM: built.executable, COUNTED: subject_text(subject)}
    return BoardBundle(parts | more, subject)


def _texts(build: EngineBuild, tokens: tuple[int, ...], run: EngineRun) -> dict[str, str]:
    expected = ", ".join(map(str, run.tokens))
    header = (
        f"enum {{ PROMPT = {len(tokens)}, DECODED = {len(run.tokens) - 1} }};\n"
        f"static const int expected[] = {{{expected}}};\n"
    )
    return {
        "language.c": runtime_text("language.c"), "language.h": header,
        "board.mk": _RULES.format(march=build.march), _TOKENS: " ".join(map(str, tokens)) + "\n",
        **{name: runtime_text(name) for name in MEASURE},
    }  # fmt: skip


def _kernels(run: EngineRun) -> tuple[BoardKernel, ...]:
    return tuple(
        BoardKernel(
            name=name,
            title=f"{title} of {phase.tokens} tokens",
            instructions=phase.instructions,
            bytes=phase.bytes_loaded + phase.bytes_stored,
            tokens=phase.tokens,
        )
        for name, title, phase in _phases(run)
    )


def _phases(run: EngineRun) -> tuple[tuple[str, str, PhaseCount], ...]:
    return ("prompt", "a prompt", run.prefill), ("decode", "decoding", run.decode)
