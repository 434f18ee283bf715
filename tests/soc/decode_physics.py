"""Terms of decoding that documents give, put in or taken out one by one: what each does.

None has a constant that is fitted; `decode_alternatives` judges them beside other ways to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler_core.soc.decoding.decode_fit import share_of_engine
from compiler_core.soc.description import SocDescription
from compiler_core.soc.measurements import DecodeMeasurement
from compiler_core.soc.reading import soc_named

_Rows = Sequence[DecodeMeasurement]
_Seconds = Callable[[float, float], float]
_BITS_OF_BYTE = 8
_GROUP_BITS = 4.5
# Of llama.cpp's files, bits a weight; and cycles of one lane to unpack it: 4 for each conversion of
# an integer, 4 for each shift, others beside them (Turner, metal-benchmarks, tables of M1 Max;
# kernel_mul_mv_*_f32 of llama.cpp). Q4_K converts 32 weights and 8 scales, with 2 shifts; Q6_K
# shifts 5 times for 4 weights; a fifth of the weights of a Q4_K_M are Q6_K.
_UNPACKING = {"F16": (16.0, 0.0), "Q8_0": (8.5, 4.0), "Q4_0": (4.5, 4.0), "Q4_K_M": (4.9, 6.0)}
# Beyond a Llama's, in a layer and outside: biases of queries, keys and values; norms of queries and
# keys; norms after both halves and soft caps; one product for queries, keys and values. Of MLC's
# Gemma 2 as in gemma2_model.py, with the sums in the norms; others from memory.
_MORE_KERNELS = {"Qwen2": (3, 0), "Qwen3": (4, 0), "Gemma2": (7, 4), "Phi-3": (-2, 0)}
_MORE_OF_GEMMA_WITH_MLC = (2, 2)


@dataclass(frozen=True, slots=True)
class Term:
    """change: what becomes of a row. predict: tokens a second of a row from others, if otherwise
    than by the share of its engine."""

    title: str
    change: Callable[[DecodeMeasurement], DecodeMeasurement]
    predict: Callable[[DecodeMeasurement, _Rows], float] | None = None


def _without_cache(row: DecodeMeasurement) -> DecodeMeasurement:
    return replace(row, positions=0)


def _in_groups(row: DecodeMeasurement) -> DecodeMeasurement:
    if row.engine.name != "mlc-cuda":
        return row
    return replace(row, weight_bits=_GROUP_BITS, head_bits=_GROUP_BITS)


def _own_engine(row: DecodeMeasurement) -> DecodeMeasurement:
    if row.engine.name != "mlc-cuda" or row.head_elements:
        return row
    return replace(row, engine=replace(row.engine, name="mlc-cuda-groups"))


def _of_the_family(row: DecodeMeasurement) -> DecodeMeasurement:
    more = next((n for name, n in _MORE_KERNELS.items() if row.model.startswith(name)), (0, 0))
    if row.engine.name == "mlc-cuda":
        more = _MORE_OF_GEMMA_WITH_MLC if row.model.startswith("Gemma2") else (0, 0)
    engine = replace(
        row.engine,
        kernels_per_layer=row.engine.kernels_per_layer + more[0],
        kernels_outside=row.engine.kernels_outside + more[1],
    )
    return replace(row, engine=engine)


def _with_unpacking(together: _Seconds) -> Callable[[DecodeMeasurement, _Rows], float]:
    """together: seconds of reading and of unpacking to those of both."""

    def predict(row: DecodeMeasurement, rows: _Rows) -> float:
        bare = [_reading_only(one, together) for one in rows]
        share = share_of_engine(row.engine.name, bare)
        reading = row.bytes_per_token / (share * _bandwidth(soc_named(row.soc)))
        launches = row.engine.seconds_of_launches(row.layers)
        return 1 / (together(reading, unpacking_seconds(row)) + launches)

    return predict


def _reading_only(row: DecodeMeasurement, together: _Seconds) -> DecodeMeasurement:
    """As if it had been measured without unpacking, where both add up."""
    added = together(1.0, 1.0) - 1.0
    return replace(
        row, tokens_per_second=1 / (1 / row.tokens_per_second - added * unpacking_seconds(row))
    )


def unpacking_seconds(row: DecodeMeasurement) -> float:
    """Of one token on an Apple GPU whose lanes do nothing else; 0 for others."""
    if row.engine.name != "llama.cpp-metal":
        return 0.0
    bits, cycles = _UNPACKING[row.model.split()[-1]]
    unit = soc_named(row.soc).main_unit
    assert unit.clock_ghz is not None
    weights = row.weight_bytes * _BITS_OF_BYTE / bits
    return weights * cycles / (unit.cores.value * unit.clock_ghz.value * 1e9)


def longest_unpacking(rows: _Rows) -> float:
    """Seconds of unpacking over the measured seconds, of the row where it is largest."""
    return max(unpacking_seconds(row) * row.tokens_per_second for row in rows)


def _bandwidth(soc: SocDescription) -> float:
    return soc.main_memory.bytes_per_second or 0.0


def _sum(reading: float, unpacking: float) -> float:
    return reading + unpacking


def _same(row: DecodeMeasurement) -> DecodeMeasurement:
    return row


PHYSICS = (
    Term("no cache is read", _without_cache),
    Term("all of MLC's weights have 4.5 bits, as with one scale for 32", _in_groups),
    Term(
        "MLC's products with one scale for 32 are an engine of their own, without a fitted row",
        _own_engine,
    ),
    Term("kernels counted for each family of models, not for a Llama", _of_the_family),
    Term("unpacking on Apple's GPUs, by instruction, beside reading", _same, _with_unpacking(max)),
    Term("unpacking on Apple's GPUs, by instruction, after reading", _same, _with_unpacking(_sum)),
)
