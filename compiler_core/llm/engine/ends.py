"""The steps before the first layer and after the last."""

from __future__ import annotations

from compiler_core.llm.engine.layer_steps import norm_step
from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.products import (
    WEIGHTS_PARAMETER,
    ProductInput,
    ProductOutput,
    preparations,
    product_step,
)
from compiler_core.llm.engine.steps import EngineStep, KernelText, reading
from compiler_core.llm.engine.weight_types import weight_type

EMBEDDING, HEAD = "token_embd.weight", "output.weight"


def first_steps(plan: EnginePlan) -> list[EngineStep]:
    """Tokens to hidden states, positions to angles."""
    return [_embedding_step(plan), _angles_step(plan)]


def last_steps(plan: EnginePlan) -> list[EngineStep]:
    """The last token's hidden state to logits, and these to a token."""
    configuration = plan.configuration
    head = HEAD if HEAD in plan.tensors else EMBEDDING
    given = ProductInput("HEAD_INPUT", configuration.hidden, "1")
    last = f"HIDDEN_STATE + {configuration.hidden} * (({{tokens}}) - 1)"
    output = ProductOutput("LOGITS", configuration.vocabulary)
    steps = [norm_step(plan, "output_norm.weight", last, given.name, "1")]
    steps += preparations(plan, given, (head,))
    steps.append(product_step(plan, "output", head, given, output))
    if configuration.final_softcap:
        steps.append(_softcap_step(plan))
    return steps


def sampling_kernel(plan: EnginePlan) -> KernelText:
    """The greedy choice; the only kernel that returns something."""
    return KernelText(
        name="sample",
        role="sample",
        parameters=(),
        body=(f"return largest(LOGITS, {plan.configuration.vocabulary});",),
        tactic="the largest logit, the first of equals",
        why="Greedy: the same prompt gives the same text on every machine.",
        columns=plan.configuration.vocabulary,
    )


def _embedding_step(plan: EnginePlan) -> EngineStep:
    configuration = plan.configuration
    hidden = configuration.hidden
    entry = plan.tensor(EMBEDDING, configuration.vocabulary, hidden)
    kind = weight_type(entry.type)
    body = [
        "for (int i = 0; i < {tokens}; i++)",
        f"    expand_{kind.key}(weights + (size_t)chosen[i] * row_bytes_{kind.key}({hidden}),",
        f"                {hidden}, HIDDEN_STATE + {hidden} * i);",
    ]
    if configuration.embedding_scale != 1.0:
        body.append(f"scale_values(HIDDEN_STATE, EMBEDDING_SCALE, {hidden} * ({{tokens}}));")
    kernel = KernelText(
        name=f"embedding_{kind.key}",
        role="embedding",
        parameters=("const int *chosen", WEIGHTS_PARAMETER),
        body=tuple(body),
        tactic="one row of the table per token",
        why="A row is all that is read; the table is not a product here.",
        kind=kind,
        rows=configuration.vocabulary,
        columns=hidden,
    )
    step = reading(kernel, entry, entry.size // configuration.vocabulary)
    return EngineStep(kernel, ("chosen", *step.arguments), entry, step.read_bytes)


def _angles_step(plan: EnginePlan) -> EngineStep:
    body = ["rotary_angles(frequencies, ROTARY_PAIRS, position, {tokens}, ANGLES);"]
    if plan.windowed_frequencies:
        more = "windowed_frequencies, ROTARY_PAIRS, position, {tokens}, WINDOWED_ANGLES"
        body.append(f"rotary_angles({more});")
    kernel = KernelText(
        name="angles",
        role="rotary",
        parameters=(),
        body=tuple(body),
        tactic="cosine and sine of position times frequency",
        why="Once per token, not once per layer.",
    )
    return EngineStep(kernel)


def _softcap_step(plan: EnginePlan) -> EngineStep:
    kernel = KernelText(
        name="softcap",
        role="softcap",
        parameters=(),
        body=(f"softcap(LOGITS, FINAL_SOFTCAP, {plan.configuration.vocabulary});",),
        tactic="c tanh(x / c)",
        why="The model was trained with it; the choice is the same without.",
        columns=plan.configuration.vocabulary,
    )
    return EngineStep(kernel)
