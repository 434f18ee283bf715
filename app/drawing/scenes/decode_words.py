"""What the decode scene says: each step in one or two sentences, with the numbers drawn."""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.scenes.decode_facts import DecodeFacts, RoofPlaces
from app.words import count
from compiler_core.llm.pipeline.written_tokens import WrittenToken
from compiler_core.soc.rooflines.roofline import PlacedPoint

LONGEST_TOKEN = 12
_CERTAIN = 0.995
_BOUNDS = {"overhead": "starting kernels", "dram": "memory", "sram": "memory on the chip"}


def token_text(piece: str) -> str:
    """As a box shows it: blanks at its ends are left out, a line end is a sign."""
    plain = piece.replace("\n", "⏎").strip() or "␣"
    named = {"<|begin|>": "begin"}.get(plain, plain)
    return named if len(named) <= LONGEST_TOKEN else f"{named[: LONGEST_TOKEN - 1]}…"


def token_name(number: int, shown: int, token: WrittenToken) -> str:
    """What the slider says at it. number: from 0, of so many that are shown."""
    return f"token {number + 1} of {shown}, “{token_text(token.text)}”"


def share_text(share: float) -> str:
    """A probability in whole percent; what is rounded to none or all says so."""
    if share >= _CERTAIN:
        return "> 99%"
    return "< 1%" if share < 0.005 else f"{share:.0%}"


def said_of_prefill(prompt: int, token: WrittenToken) -> str:
    together = (
        f"All {prompt} tokens go through together" if prompt > 1 else "Its token goes through"
    )
    return (
        f"Prefill. {together}: the weights are read once, and {count(prompt, 'row')} "
        f"{'join' if prompt > 1 else 'joins'} the cache. {_chosen(token)}"
    )


def said_of_decode(
    number: int, position: int, before: str, token: WrittenToken, facts: DecodeFacts
) -> str:
    """number: of the step, from 1. position: the rows that the cache has now."""
    goes = f"“{token_text(before)}” goes in"
    if number == 1:
        return (
            f"Decode. {goes} alone, and all {facts.weight_bytes:,} bytes of weights are read "
            f"again, for one token. {_chosen(token)}"
        )
    return f"{goes}: the same weights again, and {position} rows of cache. {_chosen(token)}"


def _chosen(token: WrittenToken) -> str:
    name = f"“{token_text(token.text)}”"
    if not token.rivals:
        return f"{name} comes next."
    first = token.rivals[0].probability
    if first >= _CERTAIN:
        return f"Nearly certain: {name}."
    if len(token.rivals) < 2:
        return f"{name} is likeliest, {share_text(first)}."
    second = token.rivals[1]
    rival = f"“{token_text(second.text)}” has {share_text(second.probability)}"
    return f"{name} is likeliest, {share_text(first)}; {rival}."


def bound_words(point: PlacedPoint) -> tuple[str, str]:
    """What it waits for, and how far below the roof the models see it."""
    if point.modelled is None:
        return point.bound, "no model has a time for it"
    what = _BOUNDS.get(point.modelled.bound, "arithmetic")
    return what, f"{point.modelled.distance:.1f} times below the roof"


def decode_notes(written: int, shown: int, roof: RoofPlaces | None) -> Iterator[str]:
    yield "Instructions: the mean of a phase."
    if roof is not None:
        if roof.decode.modelled is not None and roof.decode.modelled.bound == "overhead":
            yield "So small a model waits for its kernels to start; a large one waits for memory."
        yield f"Roof and dot: modelled for {roof.chip}."
    if shown < written:
        yield f"{count(shown, 'step')} of {written} are shown."
