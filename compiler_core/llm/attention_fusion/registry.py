"""The fusions of a block in the order in which they run."""

from __future__ import annotations

from compiler_core.graph.pass_base import GraphPass
from compiler_core.llm.attention_fusion.attention_output import attention_output
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.cache_append import CACHE_APPEND
from compiler_core.llm.attention_fusion.flash_attention import flash_attention
from compiler_core.llm.attention_fusion.norm_into_product import NORM_INTO_PRODUCT
from compiler_core.llm.attention_fusion.packed_qkv import PACKED_QKV
from compiler_core.llm.attention_fusion.residual_add import residual_add
from compiler_core.llm.attention_fusion.rope_inline import ROPE_INLINE
from compiler_core.llm.attention_fusion.swiglu import SWIGLU


def fusion_passes(budget: MemoryBudget) -> tuple[GraphPass, ...]:
    """All fusions, for this budget."""
    return (
        PACKED_QKV,
        NORM_INTO_PRODUCT,
        ROPE_INLINE,
        CACHE_APPEND,
        flash_attention(budget),
        residual_add(budget),
        SWIGLU,
        attention_output(budget),
    )


FUSION_NAMES: tuple[str, ...] = tuple(pass_.name for pass_ in fusion_passes(MemoryBudget()))
