"""The time to the first token: a whole prompt, as it was fitted, and never less than a decode step.

A prompt goes through the weights at once, up to 128 tokens or more at a time; its last token's
logits are those of the first that is written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed, decode_unit
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.prompts.fit import PromptConstants, bits_of, constants_of, peak_of
from compiler_core.soc.prompts.measurements import PromptShape

_OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptTime:
    """Of one sequence's prompt."""

    tokens: int
    """In the prompt, at least 1."""
    outside_seconds: float
    """Beside products; the launches of one step where it waits for weights."""
    busy_seconds: float
    """Of products with weights; the reading of them where that takes longer."""
    attention_seconds: float
    """Of scores and mix with other positions; 0 where it waits for weights."""
    waits_for_weights: bool
    """Whether reading them takes longer."""
    precision: Precision
    """In which the unit multiplies weights of the model's usual type."""
    peak: float
    """Operations a second at `precision`."""
    bandwidth_share: float
    """From 0 to 1, what decoding reaches of the memory's bandwidth."""
    constants: PromptConstants
    """Fitted on published prompts; what the times are computed with."""

    @property
    def seconds(self) -> float:
        return self.outside_seconds + self.busy_seconds + self.attention_seconds


def prompt_time(soc: SocDescription, header: ModelHeader, tokens: int) -> PromptTime | None:
    """Of at least one token; None where the model does not fit, or the speed of the chip's unit is
    not known. Raises InputError for a header that says too little."""
    unit, work, stored = decode_unit(soc), decode_work(header, tokens), _usual_type(header)
    step, share = decode_speed(soc, work, share_for(soc)), share_for(soc)
    known_peak = peak_of(unit, bits_of(stored))
    if known_peak is None or not step.fits:
        return None
    precision, peak = known_peak
    constants = constants_of(soc, unit.kind, stored)
    shape = PromptShape(work.layers, work.weights, attention_products(header, tokens) / tokens**2)
    computing = _OPERATIONS_OF_MAC * tokens * shape.weights / (constants.efficiency * peak)
    attending = shape.operations(tokens) / (constants.efficiency * peak) - computing
    outside = constants.outside_seconds(shape.layers, tokens)
    least = (step.memory_seconds or 0.0) + (step.launch_seconds or 0.0)
    waits = least > computing + outside + attending
    return PromptTime(
        tokens=tokens,
        outside_seconds=(step.launch_seconds or 0.0) if waits else outside,
        busy_seconds=(step.memory_seconds or 0.0) if waits else computing,
        attention_seconds=0.0 if waits else attending,
        waits_for_weights=waits,
        precision=precision,
        peak=peak,
        bandwidth_share=share,
        constants=constants,
    )


def attention_products(header: ModelHeader, positions: int) -> float:
    """Multiply-accumulates of scores and mix of all heads and positions, without skipping what the
    mask hides; layers with a window keep no more than it."""
    shape = header.configuration
    sizes = cache_size(shape, positions)
    cached = sizes.full_layers * positions + sizes.windowed_layers * sizes.kept_positions
    return positions * cached * shape.heads * (shape.head_size + shape.size_of_values)


def _usual_type(header: ModelHeader) -> str:
    """The type that holds most elements."""
    elements: dict[str, int] = {}
    for entry in header.tensors:
        elements[entry.type] = elements.get(entry.type, 0) + entry.elements
    return max(elements, key=lambda name: elements[name])


def with_first_token(
    soc: SocDescription, header: ModelHeader, speed: DecodeSpeed, tokens: int
) -> DecodeSpeed:
    """With the time of a prompt of so many tokens, if the model fits and the unit's speed is
    known."""
    prompt = prompt_time(soc, header, tokens) if speed.fits else None
    if prompt is None:
        return replace(speed, prompt_tokens=tokens)
    return replace(
        speed,
        prompt_tokens=tokens,
        time_to_first_token=prompt.seconds,
        assumptions=(assumed_of(prompt), *speed.assumptions),
    )


def assumed_of(time: PromptTime) -> str:
    """A sentence on what the time of a prompt stands on."""
    if time.waits_for_weights:
        return "A prompt this short takes as long as one step of decoding."
    constants = time.constants
    whose = constants.basis or "on this chip, with its engine and type"
    layer = constants.layer_seconds * 1e3
    beside = f", and {layer:.2g} ms for a layer and 128 tokens" if layer else ""
    return (
        f"A prompt reaches {constants.efficiency:.0%} of the peak in {time.precision}{beside}: "
        f"fitted on {constants.rows} published {'prompt' if constants.rows == 1 else 'prompts'} "
        f"{whose}."
    )
