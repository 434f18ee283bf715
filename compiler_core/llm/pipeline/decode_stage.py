"""Stage 7: the program reads the prompt and writes tokens, counted and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.amounts import count
from compiler_core.errors import InputError
from compiler_core.llm.engine.records import NOTHING_COUNTED, EngineRun, PhaseCount
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.pipeline.batches import BatchRow, batch_rows
from compiler_core.llm.pipeline.engine_stage import ENGINE_FOLDER
from compiler_core.llm.pipeline.rungs import Rung
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.pipeline.written_tokens import (
    NO_READS,
    StepReads,
    WrittenToken,
    piece_text,
    step_reads,
    wants_logits,
    written_tokens,
)
from compiler_core.llm.records import ModelHeader, TokeniserData
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.generation import greedy_tokens
from compiler_core.llm.reference.loading import integer_products_of, load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.pipelines.stages import StageResult

# A larger model would keep a reader waiting longer for numpy than for the emulator.
MOST_REFERENCE_PARAMETERS = 8_000_000
NOT_RUN = "Nothing was run: {reason}."


@dataclass(frozen=True, slots=True)
class TokenComparison:
    """same: tokens before the first difference. gap: how much higher the reference's own choice is
    in its logits there, 0 without a difference.
    """

    same: int
    gap: float


@dataclass(frozen=True, slots=True)
class DecodeDetails:
    """What the stage that runs a language model's program has to tell."""

    header: ModelHeader
    """Of the file that runs, without its tokeniser and metadata."""
    prompt_tokens: int
    """How many the prompt has."""
    ran: bool = False
    """Whether the program ran; if not, all that follows is empty."""
    prompt: str = ""
    """What went in, as text."""
    text: str = ""
    """What the program added, as text."""
    tokens: tuple[int, ...] = ()
    """Ids of the tokens that the program added."""
    prefill: PhaseCount = NOTHING_COUNTED
    """Counts of the prompt's tokens."""
    decode: PhaseCount = NOTHING_COUNTED
    """Counts of the tokens that the program added."""
    seconds_emulated: float = 0.0
    """Wall time under the emulator, which says nothing of a real core."""
    comparison: TokenComparison | None = None
    """With the numpy reference, None where it was not asked."""
    rungs: tuple[Rung, ...] = ()
    """What earlier stages bought, measured after all stages."""
    batches: tuple[BatchRow, ...] = ()
    """How decode leaves the memory bound."""
    pieces: tuple[str, ...] = ()
    """The prompt's tokens as text, one by one."""
    written: tuple[WrittenToken, ...] = ()
    """The program's tokens, with their rivals."""
    reads: StepReads = NO_READS
    """What each of them took to read."""


def decode_stage(state: LanguageState, advance: Advance) -> StageEnd:
    """Run, count, compare. Raises InputError when the program could not run."""
    reason = _reason_against(state)
    if reason:
        bare = DecodeDetails(_bare(state.header), max(1, len(state.tokens)))
        return StageEnd(
            state,
            StageResult(stage="decode", sentence=NOT_RUN.format(reason=reason), details=bare),
        )
    prompt, text, run = _run(state, advance)
    advance("comparing with numpy", 1, 2)
    comparison = _comparison(state, run.tokens)
    details = DecodeDetails(
        _bare(state.header),
        len(state.tokens),
        True,
        prompt,
        text,
        run.tokens,
        run.prefill,
        run.decode,
        run.seconds_emulated,
        comparison,
        (),
        batch_rows(state, run),
        *_step_by_step(state, run),
    )
    metrics = {
        "instructions_per_token": float(run.decode.instructions_per_token),
        "prefill_instructions": float(run.prefill.instructions),
    }
    result = StageResult(
        stage="decode", sentence=_sentence(details), details=details, metrics=metrics
    )
    return StageEnd(state, replace(result, checked=_checked(details)))


def _bare(header: ModelHeader) -> ModelHeader:
    """Shapes and types; vocabularies are long and say nothing here."""
    return replace(header, tokeniser=TokeniserData(), metadata=())


def _reason_against(state: LanguageState) -> str:
    if state.engine is None:
        return "the weights are not here"
    return "" if state.tokens else "the file carries no tokeniser"


def _run(state: LanguageState, advance: Advance) -> tuple[str, str, EngineRun]:
    """The prompt as text, what followed, and the counts."""
    tokeniser = tokeniser_of(state.header.tokeniser)
    stream = tokeniser.stream()
    parts: list[str] = []
    writer: Callable[[str], None] = state.wrote

    def on_token(token: int) -> None:
        parts.append(stream.push(token))
        writer(parts[-1])

    advance("running the program", 0, 2)
    count = state.settings.tokens
    assert state.engine is not None
    wanted = "both" if wants_logits(state.engine, count) else "counts"
    directory = state.directory / ENGINE_FOLDER
    run = run_engine(directory, state.tokens, count, on_token, wanted=wanted)
    if not run.ok:
        raise InputError(f"The program did not run: {run.message}", "Try fewer tokens.")
    parts.append(stream.finish())
    return tokeniser.decode(state.tokens), "".join(parts), run


def _step_by_step(
    state: LanguageState, run: EngineRun
) -> tuple[tuple[str, ...], tuple[WrittenToken, ...], StepReads]:
    """Pieces of the prompt, tokens with their rivals, and what each step reads."""
    tokeniser = tokeniser_of(state.header.tokeniser)
    pieces = tuple(piece_text(tokeniser, token) for token in state.tokens)
    return pieces, written_tokens(tokeniser, run.tokens, run.logits), step_reads(state)


def _comparison(state: LanguageState, tokens: tuple[int, ...]) -> TokenComparison | None:
    """With the reference on the same weights and the same integers; None for a large model."""
    path = state.compiled or state.plain
    if path is None or state.source.inspection.parameters > MOST_REFERENCE_PARAMETERS:
        return None
    products = integer_products_of(path) if state.settings.type != "f16" else None
    model = load_reference(path)
    reference = greedy_tokens(model, state.tokens, len(tokens), products=products)
    pairs = list(zip(tokens, reference, strict=True))
    same = next((index for index, (ours, other) in enumerate(pairs) if ours != other), len(pairs))
    if same == len(pairs):
        return TokenComparison(same, 0.0)
    logits = forward(model, (*state.tokens, *tokens[:same]), products=products)[-1]
    ours, other = pairs[same]
    return TokenComparison(same, float(logits[other] - logits[ours]))


def _checked(details: DecodeDetails) -> str:
    check = details.comparison
    if check is None:
        return ""
    if check.same == len(details.tokens):
        return f"The numpy reference chose the same {count(check.same, 'token')}."
    return (
        f"The numpy reference chose the same {count(check.same, 'token')}, then another one, whose "
        f"logit is higher there by {check.gap:.2g}."
    )


def _sentence(details: DecodeDetails) -> str:
    read = count(details.prefill.tokens, "token")
    was = "was" if details.prefill.tokens == 1 else "were"
    prompt = f"{details.prefill.instructions_per_token:,}"
    start = f"{read} {was} read and {len(details.tokens)} written: "
    if not details.decode.tokens:
        return f"{start}{prompt} instructions for each token of the prompt; nothing was decoded."
    return (
        f"{start}{details.decode.instructions_per_token:,} instructions for each token of decode, "
        f"{prompt} for each token of the prompt."
    )
