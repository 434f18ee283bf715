"""Why a token was written: from a run that has ended, or any text, to the question about it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.model.views.model_settings import kept_fields
from app.model.views.model_token import AddressOf, TokenPage, TokenShown, token_page
from app.model_runs.known import KnownModel, find_model
from app.model_runs.request import ModelRequest
from app.model_runs.runs import runs
from app.model_runs.tracks import LANGUAGE, job_track
from app.soc.awaited import awaited_details, deadline
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.llm.limits import USUAL_PROMPT
from compiler_core.llm.slicing.answer import TokenAnswer
from compiler_core.llm.slicing.settings import (
    DEFAULT_SETTINGS,
    FIELDS,
    MOST_TOKENS,
    STAGE,
    TokenSettings,
    settings_of,
)
from compiler_core.pipelines.stages import StageKind

_KIND = StageKind(STAGE, "Why this token", "What a logit or a head read of earlier tokens.")
_TRACK = job_track("language", _KIND, settings_of, DEFAULT_SETTINGS, "tokens")
_NOT_RUN = "Give a text to ask about instead."


@dataclass(frozen=True, slots=True)
class TokenAsked:
    """asked: the run of the program. settings: as typed; without a text what the program read and
    wrote is asked about."""

    asked: ModelRequest
    settings: TokenSettings


@dataclass(frozen=True, slots=True)
class TokensExplained:
    """settings: with the text that was asked about. answer: None while there is none, and doing
    says what is waited for."""

    settings: TokenSettings
    answer: TokenAnswer | None
    doing: str = ""


def token_asked(request: ModelRequest, values: Mapping[str, str]) -> TokenAsked:
    """Raises InputError for a network, and for what is no number."""
    if request.track is not LANGUAGE:
        raise InputError("Only language models are asked about here.", "Choose one of them.")
    named = {name: values[name] for name in FIELDS if name in values}
    return TokenAsked(request.at_stage("decode"), settings_of(named))


def token_answer(question: TokenAsked) -> TokensExplained:
    """Asking starts what is needed, and waits a moment. Raises InputError for what cannot be asked,
    or a run that failed, and Overloaded."""
    known = find_model(question.asked.model)
    settings = question.settings
    if not settings.text:
        run_settings = _as_run(known, question)
        if run_settings is None:
            return TokensExplained(settings, None, "The program is still being made and run")
        settings = run_settings
    run = runs().run_of(
        known, ModelRequest(model=known.id, stage=STAGE, settings=settings, track=_TRACK)
    )
    details = awaited_details(run, STAGE, deadline())
    if details is None:
        said = [event.text for event in run.events() if event.text]
        number = runs().number_of(run)
        waits = f"waits for its turn, number {number} in the queue" if number else "starts"
        return TokensExplained(settings, None, f"The model: {(said or [waits])[-1]}")
    if not isinstance(details, TokenAnswer):
        raise InputError("What was found of this text is gone.", "Ask again.")
    return TokensExplained(settings, details)


def _as_run(known: KnownModel, question: TokenAsked) -> TokenSettings | None:
    """About what the program read and wrote; None while it has not run."""
    from compiler_core.llm.pipeline.decode_stage import DecodeDetails

    run = runs().run_of(known, question.asked)
    failed = next((event for event in run.events() if event.kind == "failed"), None)
    ran = run.result("decode")
    if ran is None and failed is None:
        return None
    details = ran.details if ran is not None else None
    if not isinstance(details, DecodeDetails) or not details.ran:
        words = failed.text if failed is not None else ran.sentence if ran is not None else ""
        raise InputError(words, _NOT_RUN)
    written = details.tokens[: max(MOST_TOKENS - details.prompt_tokens, 0)]
    settings = replace(
        question.settings, text=_prompt_of(known, question.asked), written=_numbers(written)
    )
    return _about_the_written(settings, details.prompt_tokens, written)


def _about_the_written(
    settings: TokenSettings, read: int, written: tuple[int, ...]
) -> TokenSettings:
    """The logit of the token that the program wrote next, unless another is asked for. read: how
    many tokens the prompt has."""
    if settings.asks_head or settings.token:
        return settings
    count = read + len(written)
    position = settings.number("position", -2 if written else -1)
    following = (position + count if position < 0 else position) + 1 - read
    token = str(written[following]) if 0 <= following < len(written) else ""
    return replace(settings, position=str(position), token=token)


def _numbers(tokens: tuple[int, ...]) -> str:
    return ",".join(str(token) for token in tokens)


def _prompt_of(known: KnownModel, request: ModelRequest) -> str:
    from compiler_core.llm.evaluation.shipped import shipped_language_model

    if request.settings.prompt:
        return request.settings.prompt
    return shipped_language_model(known.id).prompts[0] if known.kind == "shipped" else USUAL_PROMPT


def token_why_page(
    question: TokenAsked,
    explanation: TokensExplained | None,
    problem: LoweringLabError | None = None,
) -> TokenPage:
    """The page. explanation: None where there is a problem."""
    known = find_model(question.asked.model)
    settings = explanation.settings if explanation is not None else question.settings
    shown = TokenShown(
        model_title=known.title,
        run=question.asked.address("text-title"),
        action=f"/model/{known.id}/why",
        again=question.asked.why_token_address(question.settings.query()),
        settings=settings,
        text=question.settings.text,
        address=_address_of(question),
        kept=kept_fields(question.asked, ()),
        command=_command(known, settings),
    )
    words = f"{problem.message} {problem.advice}".strip() if problem else ""
    return token_page(
        shown,
        explanation.answer if explanation else None,
        explanation.doing if explanation else "",
        words,
    )


def _address_of(question: TokenAsked) -> AddressOf:
    """The page about another position or head of the same text."""
    text = {"text": question.settings.text} if question.settings.text else {}

    def address(**places: int) -> str:
        named = {name: str(value) for name, value in places.items()}
        return question.asked.why_token_address(text | named)

    return address


def _command(known: KnownModel, settings: TokenSettings) -> str:
    named = known.title if known.kind == "uploaded" else known.id
    given = {name: value for name, value in settings.query().items() if name != "text"}
    options = [f"--{name}={value}" for name, value in given.items()]
    return shlex.join(["lowlab", "llm", "slice", named, f"--prompt={settings.text}", *options])
