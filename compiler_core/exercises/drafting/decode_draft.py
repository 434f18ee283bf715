"""A language model on a chip, as an exercise: another rounding, or chip, that is clearly faster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.errors import InputError
from compiler_core.exercises.drafting.draft_file import AuthorsWords, DraftParts, draft_file
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.reading import load_socs, soc_named

TYPES = ("q4_0", "q6_k", "q8_0", "f16")
_FASTER = 1.3
_MOST_CHIPS = 4
_MOST_WRONG = 3


@dataclass(frozen=True, slots=True)
class DecodeState:
    """What the page shows. config: of a language model that is known by its shape."""

    config: str
    soc: str
    type: str
    context: int = 128
    batch: int = 1


def decode_draft(state: DecodeState, words: AuthorsWords) -> str:
    """The exercise's file. Raises UnknownName, and InputError where nothing is faster."""
    begun = _speed(state, state.soc, state.type).tokens_per_second or 0.0
    faster = _faster(state, begun)
    if faster is None:
        raise InputError(
            "No rounding and no chip here decodes this clearly faster.",
            "Begin from a slower chip or a larger type of weights.",
        )
    solved, seconds = faster
    least = round((begun + seconds) / 2, 1) if begun else round(seconds * 0.9, 1)
    by_chip = "soc" in solved
    given: dict[str, Any] = {"types": sorted({state.type, *TYPES})}
    if by_chip:
        given["socs"] = _chips(state, solved["soc"])
    parts = DraftParts(
        kind="decode",
        starter={"config": state.config, "soc": state.soc, "type": state.type,
                 "context": state.context, "batch": state.batch},
        given=given,
        allow=["soc", "type"] if by_chip else ["type"],
        checks=[
            {"gate": True, "points": 2, "expect": {"fits": True}},
            {"points": 5, "expect": {"tokens_per_second": f">= {least:g}"}},
        ],
        hints=["How many bytes does one token read?", "How many of them does this chip read in a "
               "second?"],
        solved=[solved],
        wrong=list(_wrong(state, given, solved, least)),
        asks=["Which other answers will students give? Add them to proof.wrong."],
    )  # fmt: skip
    return draft_file(words, parts)


def _speed(state: DecodeState, soc: str, type_: str) -> DecodeSpeed:
    chip = soc_named(soc)
    header = header_of(known_language_model(state.config).configuration, type_)
    return decode_speed(chip, decode_work(header, state.context, state.batch), share_for(chip))


def _tokens(state: DecodeState, soc: str, type_: str) -> float:
    """0 where it does not fit, or this chip or model cannot have it so."""
    try:
        return _speed(state, soc, type_).tokens_per_second or 0.0
    except InputError:
        return 0.0


def _faster(state: DecodeState, begun: float) -> tuple[Mapping[str, str], float] | None:
    """Another type on the same chip, else another chip; the least change that is clearly faster."""
    for type_ in reversed(TYPES):
        tokens = _tokens(state, state.soc, type_)
        if tokens > _FASTER * begun and tokens:
            return {"type": type_}, tokens
    rows = [(_tokens(state, soc.name, state.type), soc.name) for soc in load_socs()]
    for tokens, name in sorted(rows):
        if tokens > _FASTER * begun and tokens:
            return {"soc": name, "type": state.type}, tokens
    return None


def _chips(state: DecodeState, solved: str) -> list[str]:
    others = [soc.name for soc in load_socs() if soc.name not in (state.soc, solved)]
    return [state.soc, solved, *others[: _MOST_CHIPS - 2]]


def _wrong(
    state: DecodeState, given: Mapping[str, Any], solved: Mapping[str, str], least: float
) -> Iterator[Mapping[str, str]]:
    """Other choices that stay below the bound."""
    chips = given.get("socs", [state.soc])
    slower = [
        {"soc": chip, "type": type_} if "soc" in solved else {"type": type_}
        for chip in chips
        for type_ in given["types"]
        if (chip, type_) != (state.soc, state.type) and _tokens(state, chip, type_) < least
    ]
    yield from slower[:_MOST_WRONG]
