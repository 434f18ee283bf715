"""Codes chosen elsewhere, written into blocks that already have their scales.

GPTQ fits a block's scales first and chooses codes one column after the other; where each code's
bits lie is known from the format, so one routine serves all of them.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.blocks import raw_blocks
from compiler_core.llm.block_formats.formats import block_format


def with_codes(raw: np.ndarray, codes: np.ndarray, type_name: str) -> np.ndarray:
    """Bytes uint8 [rows, bytes] with their codes replaced by codes [rows, n] of the formula."""
    chosen = block_format(type_name)
    blocks = raw_blocks(raw, chosen.size, type_name).copy()
    stored = (codes + chosen.code_offset).astype(np.int16).reshape(*blocks.shape[:2], -1)
    for offset, groups in enumerate(chosen.bits()):
        for group in groups:
            if group.holds != "code":
                continue
            mask = (1 << group.last - group.first + 1) - 1
            piece = (stored[..., group.index] >> group.lowest & mask).astype(np.uint8)
            others = blocks[..., offset] & np.uint8(0xFF ^ (mask << group.first))
            blocks[..., offset] = others | piece << np.uint8(group.first)
    return blocks.reshape(raw.shape)
