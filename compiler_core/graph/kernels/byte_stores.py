"""Vectors of 32 bits to bytes in memory: narrowed, looked up in a table of 256 bytes, stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.kernels.c_text import nested


@dataclass(frozen=True, slots=True)
class FinishedVectors:
    """Vectors behind the epilogue but for its table. lines: C that declares them. Those of bytes
    still lack a zero point and a shift that rounds."""

    lines: tuple[str, ...]
    vectors: tuple[str, ...]
    zero_point: int
    shift: int


def store_bytes(address: str, whole: str, vectors: int) -> list[str]:
    """The first bytes of sixteen; nothing is written behind the last."""
    if vectors == 4:
        return [f"vst1q_s8({address}, {whole});"]
    if vectors == 2:
        return [f"vst1_s8({address}, vget_low_s8({whole}));"]
    lines = [f"const int8x16_t bytes = {whole};"]
    if vectors == 1:
        return [
            *lines,
            "const int8x8_t first = vget_low_s8(bytes);",
            f"memcpy({address}, &first, 4);",
        ]
    return [
        *lines,
        f"vst1_s8({address}, vget_low_s8(bytes));",
        "const int8x8_t rest = vget_high_s8(bytes);",
        f"memcpy({address} + 8, &rest, 4);",
    ]


def looked_up(names: Sequence[str], table: str) -> list[str]:
    """Replaces each of these sixteen bytes by the table's. TBL takes a quarter of a table, and an
    index outside leaves TBX's result as it was; one quarter after the other meets all bytes. As
    unsigned numbers the bytes from 0 on come first: they stand in the upper half of the table."""
    lines = ["const uint8x16_t quarter = vdupq_n_u8(64);"]
    lines += [f"uint8x16_t at_{name} = vreinterpretq_u8_s8({name});" for name in names]
    for start in (128, 192, 0, 64):
        part = [f"const int8x16x4_t part = vld1q_s8_x4({table} + {start});"]
        for name in names:
            if start == 128:
                part.append(f"{name} = vqtbl4q_s8(part, at_{name});")
                continue
            part.append(f"at_{name} = vsubq_u8(at_{name}, quarter);")
            part.append(f"{name} = vqtbx4q_s8({name}, part, at_{name});")
        lines += nested("", part)
    return lines


def sixteen_bytes(done: FinishedVectors) -> str:
    """Narrow to 16 bits, add the zero point, narrow to 8 bits: each step saturates, and what the
    first one cuts off is so far out that the last one cuts it off as well. Where there are fewer
    than four vectors, zeros stand behind them."""
    halves = _halves(done)
    if len(halves) == 1:
        return f"vcombine_s8(vqmovn_s16({halves[0]}), vdup_n_s8(0))"
    return f"vqmovn_high_s16(vqmovn_s16({halves[0]}), {halves[1]})"


def _halves(done: FinishedVectors) -> list[str]:
    """Eight at a time in 16 bits; an odd last vector stands beside zeros."""
    narrow, end = ("vqrshrn_n", f", {done.shift}") if done.shift else ("vqmovn", "")
    highs = narrow.replace("vqrshrn_n", "vqrshrn_high_n").replace("vqmovn", "vqmovn_high")
    halves = [
        f"{highs}_s32({narrow}_s32({low}{end}), {high}{end})"
        for low, high in zip(done.vectors[::2], done.vectors[1::2], strict=False)
    ]
    if len(done.vectors) % 2:
        halves.append(f"vcombine_s16({narrow}_s32({done.vectors[-1]}{end}), vdup_n_s16(0))")
    if not done.zero_point:
        return halves
    return [f"vqaddq_s16({half}, vdupq_n_s16({done.zero_point}))" for half in halves]
