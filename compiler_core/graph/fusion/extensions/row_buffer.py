"""The cost of keeping rows between two operators instead of the whole tensor.

The second operator's weights are read once if they stay in the near memory together with the rows.
If they do not, the rows are computed in bands as high as half of that memory allows, and the
weights are read again for each band.
"""

from __future__ import annotations

from compiler_core.graph.fusion.extensions.extension import Candidate


def row_buffer_cost(
    value_bytes: int, rows: int, rows_needed: int, weight_bytes: int, sram_bytes: int
) -> Candidate:
    """The candidate's costs, all in bytes.

    value_bytes: of the tensor between, which has `rows` rows. rows_needed: that the second operator
    must see at once. weight_bytes: of both operators.
    """
    row_bytes = -(-value_bytes // max(rows, 1))
    saved = 2 * value_bytes
    smallest = row_bytes * rows_needed
    if smallest + weight_bytes <= sram_bytes:
        return Candidate(saved_bytes=saved, scratch_bytes=smallest)
    if smallest > sram_bytes:
        reason = f"{rows_needed} rows need {smallest:,} B and do not stay in {sram_bytes:,} B."
        return Candidate(
            saved_bytes=saved, added_bytes=saved, scratch_bytes=smallest, cost_reason=reason
        )
    height = max(rows_needed, min(rows, sram_bytes // 2 // row_bytes))
    bands = -(-rows // height)
    reason = (
        f"{weight_bytes:,} B of weights do not stay in {sram_bytes:,} B of near memory, "
        f"so they are read {bands} times."
    )
    return Candidate(
        saved_bytes=saved,
        added_bytes=(bands - 1) * weight_bytes,
        scratch_bytes=height * row_bytes,
        cost_reason=reason,
    )
