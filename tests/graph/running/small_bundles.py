"""Small programs for runs, and one that needs the dot product instructions."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import onnx
from onnx import helper

from compiler_core.graph.artifact import Artifact, make_artifact
from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import KernelText
from tests.graph.emission.small_models import group, imported, model_proto, numbers

node = helper.make_node
PICTURE = {"x": numbers(1, 3, 8, 8)}
BYTES = {"x": (np.arange(16, dtype=np.int8) - 8).reshape(1, 16)}


@lru_cache(maxsize=1)
def network() -> onnx.ModelProto:
    """Convolution, pool and a dense layer, with names that C could not hold."""
    nodes = [
        node("Conv", ["x", "w"], ["a/1"], name="first conv", pads=[1, 1, 1, 1]),
        node("Relu", ["a/1"], ["b"], name="relu/1"),
        node("GlobalAveragePool", ["b"], ["c"], name="pool"),
        node("Flatten", ["c"], ["d"], name="flat"),
        node("Gemm", ["d", "g"], ["scores"], name="dense"),
    ]
    held = {"w": numbers(8, 3, 3, 3, seed=1), "g": numbers(8, 5, seed=2)}
    return model_proto(nodes, PICTURE, ["scores"], held)


@lru_cache(maxsize=1)
def bundle() -> Artifact:
    model = imported(network())
    groups = fuse(model).groups
    scratch = {group.name: scratch_bytes(model, group) for group in groups}
    plan = plan_model(model, groups, scratch=scratch)
    return make_artifact(emit_program(model, groups, plan), plan, core="any")


def integer_product() -> onnx.ModelProto:
    """One integer matrix product."""
    weights = np.random.default_rng(1).integers(-128, 128, (16, 4)).astype(np.int8)
    return model_proto(
        [node("MatMulInteger", ["x", "w"], ["y"], name="product")], BYTES, ["y"], {"w": weights}
    )


_DOT = """\
static void dot_product(const int8_t *input, int32_t *output, unsigned char *scratch)
{
    (void)scratch;
    for (int j = 0; j < 4; j++) {
#ifdef __ARM_FEATURE_DOTPROD
        const int32x4_t sums = vdotq_s32(vdupq_n_s32(0), vld1q_s8(input), vld1q_s8(table + 16 * j));
        output[j] = vaddvq_s32(sums);
#else
        int32_t sum = 0;
        for (int k = 0; k < 16; k++) sum += input[k] * table[16 * j + k];
        output[j] = sum;
#endif
    }
}
"""


@lru_cache(maxsize=1)
def dot_product_bundle() -> Artifact:
    """The product by a hand-written kernel with SDOT."""
    proto = integer_product()
    model = imported(proto)
    weights = onnx.numpy_helper.to_array(proto.graph.initializer[0])
    table = np.ascontiguousarray(weights.T)
    kernel = KernelText(
        function_name="dot_product",
        text=_DOT,
        constants=(("table", table),),
        scratch_bytes=0,
        features=("dotprod",),
        tactic="sdot by hand",
    )
    groups = (group("g", ["product"], "product", ["x"], "y"),)
    program = emit_program(model, groups, None, {"g": kernel})
    return make_artifact(program, None, core="cortex-a76")
