"""What each fusion does to a block, and that the block computes the same."""

from __future__ import annotations

from dataclasses import replace

import onnx
import onnx_ir as ir
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import reference_of, validate_against
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.fuse import BlockFusion, FusionOptions, fuse_block
from compiler_core.llm.attention_fusion.registry import FUSION_NAMES, fusion_passes
from compiler_core.llm.attention_fusion.traffic import kernel_traffic
from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.kernels import kernel_groups, members
from compiler_core.llm.block_graph.regime import Regime, decode, prefill
from compiler_core.llm.block_graph.weights import weight_shapes
from compiler_core.llm.records import ModelConfiguration
from tests.llm.attention_fusion.shapes import LLAMA, configurations, regimes

QUICK = settings(max_examples=20, deadline=None, derandomize=True)


def fused(
    configuration: ModelConfiguration,
    regime: Regime,
    *names: str,
    budget: MemoryBudget | None = None,
) -> ir.Model:
    """The block after these passes; all of them without a name."""
    model = block_model(configuration, regime)
    for fusion_pass in fusion_passes(budget or MemoryBudget()):
        if not names or fusion_pass.name in names:
            fusion_pass.run(model)
    return model


def operators(model: ir.Model, kernel: str) -> list[str]:
    return [node.op_type for node in members(model, kernel)]


def refusals(fusion: BlockFusion) -> dict[tuple[str, str], str]:
    return {
        (step.pass_name, change.subject): change.reason
        for step in fusion.steps
        for change in step.changes
        if change.kind == "refused"
    }


@QUICK
@given(configurations(), regimes())
def test_every_pass_keeps_the_outputs(configuration: ModelConfiguration, regime: Regime) -> None:
    model = block_model(configuration, regime)
    reference = reference_of(model, 1)
    for fusion_pass in fusion_passes(MemoryBudget(near_bytes=4096)):
        fusion_pass.run(model)
        onnx.checker.check_model(ir.serde.serialize_model(model))
        validation = validate_against(reference, model)
        assert validation.equal, f"{fusion_pass.name}: {validation.sentence}"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(configurations(), regimes(), st.sets(st.sampled_from(FUSION_NAMES), min_size=1))
def test_kernels_stay_a_partition_in_order(
    configuration: ModelConfiguration, regime: Regime, names: set[str]
) -> None:
    """Whichever passes run: each node is in one kernel, and none needs what a later one gives."""
    model = fused(configuration, regime, *names)
    groups = kernel_groups(model)
    names = [name for group in groups for name in group.nodes]
    assert sorted(names) == sorted(str(node.name) for node in model.graph)
    there = {str(value.name) for value in model.graph.inputs}
    for group in groups:
        assert set(group.inputs) <= there
        there |= set(group.outputs)
    assert {str(value.name) for value in model.graph.outputs} <= there


@pytest.mark.parametrize("regime", [prefill(20), decode(40)], ids=["prefill", "decode"])
def test_the_attention_half_becomes_two_kernels_and_the_block_four(regime: Regime) -> None:
    fusion = fuse_block(LLAMA, regime)
    assert fusion.attention_kernels == 2
    assert [kernel.kernel for kernel in fusion.kernels_after] == [
        "attn_qkv",
        "attention",
        "ffn_gate_up",
        "ffn_down",
    ]
    assert fusion.validation.equal
    assert fusion.activations_after < fusion.activations_before / 3
    assert [step.pass_name for step in fusion.steps] == list(FUSION_NAMES)


def test_no_pass_loses_a_tensor_name() -> None:
    configuration = replace(LLAMA, query_key_value_bias=True, post_norms=True)
    model = fused(configuration, decode(3))
    named = {name for node in model.graph for name in sources_of(node) if name.startswith("blk.")}
    assert named == set(weight_shapes(configuration, 0))


def test_traffic_of_the_fused_llama_block_by_hand() -> None:
    """Decode at position 40: 8 heads of 16, 2 shared, hidden 64, 96 wide; bytes of float32."""
    fusion = fuse_block(LLAMA, decode(40))
    packed, attention, gate_up, down = fusion.kernels_after
    tables = 2 * 8
    assert packed.reads == 4 * (64 + tables)
    assert packed.writes == 4 * (8 * 16 + 2 * 2 * 16)
    assert packed.weights == 4 * 64 * (8 + 2 + 2) * 16
    assert attention.reads == 4 * (8 * 16 + 2 * 2 * 41 * 16 + 64)
    assert (attention.writes, attention.weights) == (4 * 64, 4 * 64 * 8 * 16)
    assert (gate_up.reads, gate_up.writes, gate_up.weights) == (4 * 64, 4 * 96, 4 * 64 * 2 * 96)
    assert (down.reads, down.writes, down.weights) == (4 * (96 + 64), 4 * 64, 4 * 64 * 96)


def test_a_window_leaves_hidden_keys_unread() -> None:
    windowed = fuse_block(replace(LLAMA, sliding_window=10), decode(40))
    assert windowed.kernels_after[1].reads == 4 * (8 * 16 + 2 * 2 * 10 * 16 + 64)


def test_keys_that_do_not_stay_near_are_read_for_each_tile() -> None:
    budget = MemoryBudget(near_bytes=4096)
    passes = tuple(name for name in FUSION_NAMES if name != "attention-output")
    fusion = fuse_block(LLAMA, prefill(64), options=FusionOptions(budget=budget, passes=passes))
    attention = next(one for one in fusion.kernels_after if one.kernel == "attention")
    tile = 2
    seen = sum(range(tile, 65, tile))
    assert "A tile of 2 queries" in next(
        change.reason
        for step in fusion.steps
        for change in step.changes
        if change.subject == "attention"
    )
    assert attention.reads == 4 * (64 * 8 * 16 + 2 * 2 * 16 * seen)


def test_refusals_say_why() -> None:
    two_norms = replace(LLAMA, post_norms=True, query_key_norm=True)
    said = refusals(fuse_block(two_norms, decode(5)))
    assert "no product with weights" in said["norm-into-product", "post_attention_norm"]
    assert "only product" in said["packed-qkv", "attn_output"]
    unpacked = tuple(name for name in FUSION_NAMES if name != "packed-qkv")
    said = refusals(fuse_block(LLAMA, decode(5), options=FusionOptions(passes=unpacked)))
    assert "3 products read it" in said["norm-into-product", "attn_norm"]


def test_a_large_output_matrix_is_refused_for_its_cost() -> None:
    large = replace(
        LLAMA, hidden=4096, heads=32, key_value_heads=8, head_size=128, feed_forward=14336
    )
    options = FusionOptions(budget=MemoryBudget(weight_bits=4.5))
    said = fuse_block(large, prefill(512), options=options)
    assert "read the matrix again" in refusals(said)["attention-output", "attn_output"]
    assert said.attention_kernels == 3
    assert said.validated_on == "a narrow model of the same form"
    assert fuse_block(large, decode(511), options=options).attention_kernels == 2


def test_a_matrix_that_stays_near_is_read_once() -> None:
    """128 tokens in tiles of 32; the output matrix of 32 KiB fits in 64 KiB."""
    fusion = fuse_block(LLAMA, prefill(128), options=FusionOptions(budget=MemoryBudget(1 << 16)))
    (change,) = fusion.steps[-1].changes
    assert change.reason.startswith("Rows of all heads of 32 queries")
    assert "read again" not in change.reason
    assert fusion.kernels_after[1].weights == 4 * 64 * 8 * 16


def test_a_cache_that_is_read_elsewhere_is_copied() -> None:
    model = block_model(LLAMA, decode(4))
    past = model.graph.inputs[1]
    copy = ir.Node("", "Identity", [past], name="elsewhere")
    copy.outputs[0].name, copy.outputs[0].shape, copy.outputs[0].type = "old", past.shape, past.type
    model.graph.append(copy)
    model.graph.outputs.append(copy.outputs[0])
    for fusion_pass in fusion_passes(MemoryBudget()):
        if fusion_pass.name == "cache-append":
            kinds = [change.kind for change in fusion_pass.run(model).changes]
    assert kinds == ["refused", "fused"]
    writes = {kernel.kernel: kernel.writes for kernel in kernel_traffic(model, MemoryBudget())}
    assert writes["append_key"] == 4 * 2 * 5 * 16


def test_each_switched_pass_alone_does_only_its_own() -> None:
    assert operators(fused(LLAMA, prefill(4), "packed-qkv"), "attn_qkv")[:2] == ["MatMul", "Split"]
    model = fused(LLAMA, prefill(4), "flash-attention")
    assert operators(model, "attention") == [
        "Transpose", "Reshape", "MatMul", "Mul", "Add", "Softmax", "MatMul", "Reshape", "Transpose",
        "Reshape",
    ]  # fmt: skip
    model = fused(LLAMA, prefill(4), "residual-add")
    assert operators(model, "attn_output") == ["MatMul", "Add"]
    model = fused(LLAMA, prefill(4), "rope-inline")
    assert operators(model, "attn_q") == [
        "MatMul",
        "Reshape",
        "Transpose",
        "RotaryEmbedding",
        "Reshape",
    ]
    model = fused(LLAMA, prefill(4), "swiglu")
    assert operators(model, "ffn_up") == ["MatMul", "Sigmoid", "Mul", "Mul"]


def test_unknown_names_and_budgets_are_refused() -> None:
    with pytest.raises(UnknownName):
        fuse_block(LLAMA, decode(1), options=FusionOptions(passes=("flash",)))
    for wrong in ({"near_bytes": 10}, {"weight_bits": 0.0}):
        with pytest.raises(InputError):
            MemoryBudget(**wrong)
