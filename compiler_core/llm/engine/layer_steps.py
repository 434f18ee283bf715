"""The steps of one layer: attention and the feed-forward part, each added to the hidden state."""

from __future__ import annotations

from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.products import (
    WEIGHTS_PARAMETER,
    ProductInput,
    ProductOutput,
    preparations,
    product_step,
)
from compiler_core.llm.engine.steps import EngineStep, KernelText, reading

_QUERY_BIAS = "Queries, keys and values of this model have one."
_OUTPUT_BIAS = "The product before has one; what it adds to is in place already."
_GATE_BIAS = "All three products of this feed-forward part have one."
_NORM_WHY = "One pass for the sum of squares, one for the result, all in 32 bits."


def layer_steps(plan: EnginePlan, layer: int) -> list[EngineStep]:
    """All steps of a layer, in order."""
    return [*_attention_steps(plan, layer), *_feed_forward_steps(plan, layer)]


def norm_step(
    plan: EnginePlan, tensor: str, source: str, target: str, tokens: str = "{tokens}"
) -> EngineStep:
    """target = RMSNorm of source, row by row of the hidden size."""
    configuration = plan.configuration
    body = (f"norm({source}, weights, {tokens}, {configuration.hidden}, NORM_EPSILON, {target});",)
    kernel = KernelText(
        name=f"norm_{target.lower()}",
        role="norm",
        parameters=(WEIGHTS_PARAMETER,),
        body=body,
        tactic="RMSNorm, eight values at a time",
        why=_NORM_WHY,
        columns=configuration.hidden,
    )
    return reading(kernel, plan.tensor(tensor, configuration.hidden))


def _attention_steps(plan: EnginePlan, layer: int) -> list[EngineStep]:
    name = f"blk.{layer}."
    given = ProductInput("ATTENTION_INPUT", plan.configuration.hidden)
    attended = ProductInput("ATTENDED", plan.attended_width)
    parts = (
        ("attn_q", "QUERIES", plan.query_width),
        ("attn_k", "KEY_ROWS", plan.key_width),
        ("attn_v", "VALUE_ROWS", plan.value_width),
    )
    weights = tuple(f"{name}{part}.weight" for part, _, _ in parts)
    steps = [norm_step(plan, f"{name}attn_norm.weight", "HIDDEN_STATE", given.name)]
    steps += preparations(plan, given, weights)
    for part, buffer, rows in parts:
        tensor = f"{name}{part}.weight"
        steps.append(product_step(plan, part, tensor, given, ProductOutput(buffer, rows)))
    if plan.configuration.query_key_value_bias:
        steps += [
            _bias_step(plan, f"{name}{part}.bias", buffer, rows, _QUERY_BIAS)
            for part, buffer, rows in parts
        ]
    if plan.configuration.query_key_norm:
        steps += _head_norm_steps(plan, name)
    steps += [_rotary_step(plan, layer), _cache_step(layer), _attention_step(plan, layer)]
    steps += preparations(plan, attended, (f"{name}attn_output.weight",))
    return steps + _added(plan, name, "attn_output", attended, "post_attention_norm")


def _bias_step(plan: EnginePlan, tensor: str, buffer: str, width: int, why: str) -> EngineStep:
    kernel = KernelText(
        name=f"bias_{buffer.lower()}",
        role="bias",
        parameters=(WEIGHTS_PARAMETER,),
        body=(f"add_rows({buffer}, weights, {{tokens}}, {width});",),
        tactic="added row by row",
        why=why,
        columns=width,
    )
    return reading(kernel, plan.tensor(tensor, width))


def _head_norm_steps(plan: EnginePlan, name: str) -> list[EngineStep]:
    """Queries and keys are normalised head by head, in place."""
    configuration = plan.configuration
    size = configuration.head_size
    steps = []
    for part, buffer, heads in (
        ("attn_q_norm", "QUERIES", configuration.heads),
        ("attn_k_norm", "KEY_ROWS", configuration.key_value_heads),
    ):
        rows = f"{heads} * ({{tokens}})"
        kernel = KernelText(
            name=f"norm_{buffer.lower()}",
            role="norm",
            parameters=(WEIGHTS_PARAMETER,),
            body=(f"norm({buffer}, weights, {rows}, {size}, NORM_EPSILON, {buffer});",),
            tactic="RMSNorm of each head, in place",
            why="Keeps scores small whatever the weights; before rotation, as trained.",
            columns=size,
        )
        steps.append(reading(kernel, plan.tensor(f"{name}{part}.weight", size)))
    return steps


def _rotary_step(plan: EnginePlan, layer: int) -> EngineStep:
    configuration = plan.configuration
    windowed = bool(plan.windowed_frequencies) and plan.windowed(layer)
    adjacent = int(configuration.rotary_pairing == "adjacent")
    rest = f"{configuration.head_size}, angles, ROTARY_PAIRS, {adjacent});"
    kernel = KernelText(
        name="rotary",
        role="rotary",
        parameters=("const float *angles",),
        body=(
            f"rotate(QUERIES, {{tokens}}, {configuration.heads}, {rest}",
            f"rotate(KEY_ROWS, {{tokens}}, {configuration.key_value_heads}, {rest}",
        ),
        tactic=f"pairs of {'neighbours' if adjacent else 'halves of a head'}, in place",
        why="Angles depend on the position alone: all layers and heads share them.",
        columns=configuration.head_size,
    )
    return EngineStep(kernel, ("WINDOWED_ANGLES" if windowed else "ANGLES",))


def _cache_step(layer: int) -> EngineStep:
    kernel = KernelText(
        name="cache",
        role="cache",
        parameters=("int layer",),
        body=(
            "store_rows(KEY_ROWS, KEYS, layer, position, {tokens}, HEAD_SIZE);",
            "store_rows(VALUE_ROWS, VALUES, layer, position, {tokens}, VALUE_SIZE);",
        ),
        tactic="into the page that the block table names",
        why="What later tokens attend to is never computed again.",
    )
    return EngineStep(kernel, (str(layer),))


def _attention_step(plan: EnginePlan, layer: int) -> EngineStep:
    window = plan.configuration.sliding_window if plan.windowed(layer) else 0
    kernel = KernelText(
        name="attention",
        role="attention",
        parameters=("int layer", "int window"),
        body=("attention(QUERIES, layer, window, position, {tokens}, ATTENDED);",),
        tactic="page by page through the block table, online softmax",
        why="Scores of one page exist at a time; the table of all scores never does.",
        columns=plan.configuration.head_size,
    )
    return EngineStep(kernel, (str(layer), str(window)))


def _added(
    plan: EnginePlan, name: str, part: str, given: ProductInput, post_norm: str
) -> list[EngineStep]:
    """A product added to the hidden state, through a norm where the model has one there."""
    hidden, tensor = plan.configuration.hidden, f"{name}{part}.weight"
    bias = f"{name}{part}.bias"
    if not plan.configuration.post_norms:
        output = ProductOutput("HIDDEN_STATE", hidden, "ADD")
        steps = [product_step(plan, part, tensor, given, output)]
        return steps + _bias_behind(plan, part, bias, "HIDDEN_STATE")
    branch = f"{given.name}_BRANCH"
    add = KernelText(
        name=f"add_{branch.lower()}",
        role="add",
        parameters=(),
        body=(f"add(HIDDEN_STATE, {branch}, {hidden} * ({{tokens}}));",),
        tactic="four values at a time",
        why="The norm between product and sum keeps them apart.",
        columns=hidden,
    )
    return [
        product_step(plan, part, tensor, given, ProductOutput(branch, hidden)),
        *_bias_behind(plan, part, bias, branch),
        norm_step(plan, f"{name}{post_norm}.weight", branch, branch),
        EngineStep(add),
    ]


def _bias_behind(plan: EnginePlan, part: str, bias: str, buffer: str) -> list[EngineStep]:
    """The bias of a half's last product, where the model has one there."""
    configuration = plan.configuration
    has_bias = (
        configuration.attention_output_bias
        if part == "attn_output"
        else configuration.feed_forward_bias
    )
    if not has_bias:
        return []
    return [_bias_step(plan, bias, buffer, configuration.hidden, _OUTPUT_BIAS)]


def _feed_forward_steps(plan: EnginePlan, layer: int) -> list[EngineStep]:
    name, configuration = f"blk.{layer}.", plan.configuration
    width = configuration.feed_forward
    given = ProductInput("FEED_FORWARD_INPUT", configuration.hidden)
    gated = ProductInput("GATE", width)
    both = (("ffn_gate", "GATE"), ("ffn_up", "UP"))
    weights = tuple(f"{name}{part}.weight" for part, _ in both)
    steps = [norm_step(plan, f"{name}ffn_norm.weight", "HIDDEN_STATE", given.name)]
    steps += preparations(plan, given, weights)
    for (part, buffer), tensor in zip(both, weights, strict=True):
        steps.append(product_step(plan, part, tensor, given, ProductOutput(buffer, width)))
    if configuration.feed_forward_bias:
        steps += [
            _bias_step(plan, f"{name}{part}.bias", buffer, width, _GATE_BIAS)
            for part, buffer in both
        ]
    steps.append(_gate_step(plan))
    steps += preparations(plan, gated, (f"{name}ffn_down.weight",))
    return steps + _added(plan, name, "ffn_down", gated, "post_ffw_norm")


_BY_FOUR = ", four values at a time"
_GATE_TACTICS = {"gelu_exact": ", one value at a time"}
_OWN_EXPONENTIAL = (
    "The exponential is a polynomial of ours: the C library's takes one value at a time."
)
_GATE_REASONS = {
    "gelu_exact": "erf is the C library's: exact to the last bits, one value at a time.",
    "relu": "The larger of two numbers: no exponential is needed.",
}


def _gate_step(plan: EnginePlan) -> EngineStep:
    activation = plan.configuration.activation
    words = activation.replace("_", " ")
    kernel = KernelText(
        name="gate",
        role="gate",
        parameters=(),
        body=(f"gate_{activation}(GATE, UP, {plan.configuration.feed_forward} * ({{tokens}}));",),
        tactic=f"{words} and product in one pass{_GATE_TACTICS.get(activation, _BY_FOUR)}",
        why=_GATE_REASONS.get(activation, _OWN_EXPONENTIAL),
        columns=plan.configuration.feed_forward,
    )
    return EngineStep(kernel)
