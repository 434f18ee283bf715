"""Stage 1: the prompt becomes token ids, merge by merge; and the two regimes it will meet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.amounts import count
from compiler_core.errors import InputError
from compiler_core.llm.pipeline.obstacles import obstacles
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.tokenising.merge_walk import MAXIMUM_CHARACTERS
from compiler_core.llm.tokenising.records import MergeWalk
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.pipelines.stages import StageResult, StageWarning

# A weight takes part in one multiplication and one addition for each token.
OPERATIONS_A_WEIGHT = 2
KINDS = {
    "gpt2": "byte-level BPE",
    "llama": "SentencePiece BPE",
    "t5": "unigram SentencePiece",
}
LONGEST_TEMPLATE = 4000
NO_TOKENISER = (
    "The file carries no tokeniser, so text cannot become tokens here: take a GGUF file, or send "
    "tokenizer.json with the safetensors."
)


@dataclass(frozen=True, slots=True)
class Regime:
    """Prefill or decode of this prompt. tokens: at once. operations: additions and multiplications.
    weight_bytes: read once however many tokens there are.
    """

    name: str
    tokens: int
    operations: int
    weight_bytes: int

    @property
    def operations_a_byte(self) -> float:
        return self.operations / self.weight_bytes if self.weight_bytes else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensDetails:
    """What the stage that cuts the prompt into tokens has to tell."""

    text: str
    """The prompt."""
    ids: tuple[int, ...]
    """Of its tokens, in order; empty where the file carries no tokeniser."""
    pieces: tuple[str, ...]
    """Each token as text."""
    walk: MergeWalk | None
    """None for a prompt too long to be told merge by merge."""
    kind: str
    """Sort of the tokeniser, in words; empty without one."""
    vocabulary: int
    """How many tokens the tokeniser knows; 0 without one."""
    template: str
    """The chat template, never rendered."""
    regimes: tuple[Regime, ...]
    """Prefill and decode of this prompt, with the work of each."""


def tokens_stage(state: LanguageState, _: Advance) -> StageEnd:
    """Tokenise the prompt; a file without tokeniser gives no tokens, and goes on.

    Raises InputError for a prompt that does not fit the model's context.
    """
    data = state.source.header.tokeniser
    text = state.settings.prompt or state.source.prompt
    if not data.tokens:
        return StageEnd(state, _without_tokeniser(state, text))
    tokeniser = tokeniser_of(data)
    ids = tokeniser.encode(text)
    _check_length(ids, state)
    # A control token stands for no text; its name is shown.
    pieces = tuple(
        tokeniser.piece(token).decode("utf-8", "replace") or data.tokens[token] for token in ids
    )
    walk = tokeniser.merge_walk(text) if len(text) <= MAXIMUM_CHARACTERS else None
    details = TokensDetails(
        text=text,
        ids=ids,
        pieces=pieces,
        walk=walk,
        kind=KINDS.get(data.model, data.model),
        vocabulary=len(data.tokens),
        template=data.chat_template[:LONGEST_TEMPLATE],
        regimes=_regimes(state, len(ids)),
    )
    metrics = {"tokens": float(len(ids)), "characters": float(len(text))}
    result = StageResult(
        stage="tokens",
        sentence=_sentence(details),
        details=details,
        metrics=metrics,
        warnings=_warnings(state),
    )
    return StageEnd(replace(state, tokens=ids), result)


def _without_tokeniser(state: LanguageState, text: str) -> StageResult:
    details = TokensDetails(
        text=text,
        ids=(),
        pieces=(),
        walk=None,
        kind="",
        vocabulary=0,
        template="",
        regimes=_regimes(state, 1),
    )
    return StageResult(
        stage="tokens",
        sentence=NO_TOKENISER,
        details=details,
        warnings=_warnings(state),
    )


def _warnings(state: LanguageState) -> tuple[StageWarning, ...]:
    """What keeps a later stage from its work, known from the header already."""
    return tuple(StageWarning(obstacle) for obstacle in obstacles(state.source.header))


def _check_length(ids: tuple[int, ...], state: LanguageState) -> None:
    context = state.source.header.configuration.context
    if context and len(ids) + state.settings.tokens > context:
        raise InputError(
            f"The prompt has {count(len(ids), 'token')} and {state.settings.tokens} are to follow; "
            f"the model was trained for {context} positions.",
            "Shorten the prompt, or ask for fewer tokens.",
        )


def _regimes(state: LanguageState, count: int) -> tuple[Regime, ...]:
    seen = state.source.inspection
    each = OPERATIONS_A_WEIGHT * seen.active_parameters
    return (
        Regime("prefill", count, each * count, seen.bytes_per_token),
        Regime("decode", 1, each, seen.bytes_per_token),
    )


def _sentence(details: TokensDetails) -> str:
    return (
        f"{count(len(details.text), 'character')} became "
        f"{count(len(details.ids), 'token')} of a vocabulary of "
        f"{details.vocabulary:,}: an int32 tensor of shape [1, {len(details.ids)}]."
    )
