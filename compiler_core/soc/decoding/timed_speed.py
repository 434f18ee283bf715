"""How fast a chip decodes a model in a given way, with the time to the first token."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeSpeed, decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_ways import DecodeWay, assumed_of_way, chip_with, way_of
from compiler_core.soc.decoding.first_token import with_first_token
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import SocDescription


@dataclass(frozen=True, slots=True)
class DecodeAmount:
    """context: positions in the cache. batch: sequences together. prompt: tokens before the first
    one; 0: as many as positions."""

    context: int = 128
    batch: int = 1
    prompt: int = 0


def timed_speed(
    soc: SocDescription, way: DecodeWay, header: ModelHeader, amount: DecodeAmount
) -> DecodeSpeed:
    """Modelled. Raises InputError as `chip_with`."""
    chip = chip_with(soc, way)
    work = decode_work(header, amount.context, amount.batch)
    bare = decode_speed(chip, work, share_for(chip))
    timed = with_first_token(chip, header, bare, amount.prompt or max(amount.context, 1))
    said = (*assumed_of_way(chip, way), *timed.assumptions)
    return replace(timed, assumptions=said, way=way_of(chip))
