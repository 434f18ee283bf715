"""What earlier stages bought: the same prompt through engines that leave one of them out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.pipeline.engine_stage import engine_settings
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.reading.header import read_header

# Enough tokens for a mean, and two at least: the first comes from the prompt.
FEWEST_TOKENS, MOST_TOKENS = 2, 8
LARGEST_FILE = 64 << 20


@dataclass(frozen=True, slots=True)
class Rung:
    """One engine. instructions: for each decoded token, counted. bytes: of weights a token reads.
    text_same: whether its tokens are those of the last rung.
    """

    name: str
    instructions: int
    bytes: int
    same: bool


def rungs(state: LanguageState, written: tuple[int, ...]) -> tuple[Rung, ...]:
    """From plain C on the weights as they came, to the engine that wrote these tokens; none for
    large files.

    Raises InputError when an engine does not run.
    """
    plain, compiled = state.plain, state.compiled
    assert state.engine is not None
    if plain is None or plain.stat().st_size > LARGEST_FILE:
        return ()
    made = [_rung(state, "16-bit floats, plain C", plain, "scalar", written)]
    made.append(_rung(state, "16-bit floats, NEON", plain, "dot product", written))
    if compiled is not None and state.settings.type != "f16":
        name = state.settings.type.upper()
        made.append(_rung(state, f"{name}, plain C", compiled, "scalar", written))
        made.append(
            _rung(
                state,
                f"{name}, {state.settings.arithmetic}",
                compiled,
                state.settings.arithmetic,
                written,
            )
        )
    return tuple(made)


def tokens_counted(written: int) -> int:
    """Of how many tokens an engine's count is the mean, where the run wrote so many."""
    return max(FEWEST_TOKENS, min(MOST_TOKENS, written))


def _rung(
    state: LanguageState, name: str, path: Path, arithmetic: str, written: tuple[int, ...]
) -> Rung:
    directory = state.directory / f"rung-{path.stem}-{arithmetic.replace(' ', '-')}"
    build = write_engine(read_header(path), path, directory, engine_settings(state, arithmetic))
    count = tokens_counted(len(written))
    run = run_engine(directory, state.tokens, count)
    if not run.ok:
        raise InputError(f"The engine {name} did not run: {run.message}")
    return Rung(
        name,
        run.decode.instructions_per_token,
        build.bytes_per_token,
        run.tokens[: len(written)] == written[:count],
    )
