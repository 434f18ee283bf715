"""All extensions, in the order in which they are tried."""

from __future__ import annotations

from compiler_core.graph.fusion.extensions.depthwise_pointwise import DEPTHWISE_POINTWISE
from compiler_core.graph.fusion.extensions.extension import Extension
from compiler_core.graph.fusion.extensions.narrowest_operand import NARROWEST_OPERAND
from compiler_core.graph.fusion.extensions.pad_into_convolution import PAD_INTO_CONVOLUTION
from compiler_core.graph.fusion.extensions.pooling_after_convolution import (
    POOLING_AFTER_CONVOLUTION,
)
from compiler_core.graph.fusion.extensions.second_result import SECOND_RESULT

EXTENSIONS: tuple[Extension, ...] = (
    NARROWEST_OPERAND,
    PAD_INTO_CONVOLUTION,
    DEPTHWISE_POINTWISE,
    POOLING_AFTER_CONVOLUTION,
    SECOND_RESULT,
)
