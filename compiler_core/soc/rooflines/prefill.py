"""The time of a prompt below the roof: as fitted on published prompts (`prompts/fit`).

    seconds = c · layers · tokens / 128 + operations / (e · peak), at least those of a decode step

Operations are those of all matrices and of attention. A prompt so short that its weights take
longer to read than to multiply takes what one step of decoding takes.
"""

from __future__ import annotations

from dataclasses import replace

from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.first_token import PromptTime, prompt_time
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import KernelBound
from compiler_core.soc.rooflines.distance import Loss, LossCause, WorkTime
from compiler_core.soc.rooflines.modelled_points import with_decode_time, with_time
from compiler_core.soc.rooflines.phase_speed import PhaseSpeed
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline


def with_language_times(
    soc: SocDescription, roofline: Roofline, header: ModelHeader, context: int, batch: int = 1
) -> Roofline:
    """Of the points of `model_points.phases`, and by the token. Where they have no modelled time,
    `unmodelled` says why."""
    timed = _with_times(soc, roofline, header, context, batch)
    decode, prefill = timed.points
    phases = (_phase_speed(decode, batch), _phase_speed(prefill, context))
    if not decode_speed(soc, decode_work(header, context, batch), share_for(soc)).fits:
        phases = tuple(replace(phase, allowed_per_second=None) for phase in phases)
    return replace(timed, phases=phases)


def _phase_speed(point: PlacedPoint, tokens: int) -> PhaseSpeed:
    """Of a point that stands for so many tokens, at least one."""
    modelled = point.modelled
    return PhaseSpeed(
        name=point.name,
        tokens=tokens,
        operations=point.operations / tokens,
        bytes=point.bytes / tokens,
        allowed_per_second=tokens / point.seconds,
        seconds=modelled.seconds / tokens if modelled else None,
        tokens_per_second=tokens / modelled.seconds if modelled else None,
        bound=modelled.bound if modelled else None,
    )


def _with_times(
    soc: SocDescription, roofline: Roofline, header: ModelHeader, context: int, batch: int
) -> Roofline:
    decoded = with_decode_time(soc, roofline, decode_work(header, context, batch))
    time = prompt_time(soc, header, context)
    if decoded.unmodelled or time is None:
        return decoded
    decode, prefill = decoded.points
    work = _work_time(time, roofline.peak)
    return replace(decoded, points=(decode, with_time(prefill, roofline, prefill.bytes, work)))


def _work_time(time: PromptTime, roof_peak: float) -> WorkTime:
    """roof_peak: that the time is compared with."""
    part = time.attention_seconds / time.seconds
    left_out = f"attention's own products, which the roof leaves out, take {part:.0%} of its time"
    cause, reason = _cause(time, roof_peak)
    bound: KernelBound = "dram" if time.waits_for_weights else "compute"
    return WorkTime(
        start_seconds=time.outside_seconds,
        busy_seconds=time.busy_seconds,
        bound="overhead" if time.outside_seconds > time.busy_seconds else bound,
        cause=cause,
        reason=reason,
        others=(Loss("attention", time.attention_seconds, left_out),),
    )


def _cause(time: PromptTime, roof_peak: float) -> tuple[LossCause, str]:
    """The factor that costs most of what its products take."""
    if time.waits_for_weights:
        share = f"at {time.bandwidth_share:.0%} of the memory's bandwidth"
        return "bandwidth", f"a prompt this short waits for weights, {share}"
    efficiency, slower = time.constants.efficiency, time.peak / roof_peak
    if slower < efficiency:
        reason = f"it computes in {time.precision}, at {slower:.0%} of this roof's speed"
        return "precision", reason
    whose = f", fitted on prompts {time.constants.basis}" if time.constants.basis else ""
    return "efficiency", f"arithmetic is busy {efficiency:.0%} of the time{whose}"
