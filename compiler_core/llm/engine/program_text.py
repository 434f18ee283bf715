"""engine.c: the kernels of both phases, and the layers that call them in order."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.llm.engine.constants_text import c_float
from compiler_core.llm.engine.ends import first_steps, last_steps, sampling_kernel
from compiler_core.llm.engine.layer_steps import layer_steps
from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.records import Phase
from compiler_core.llm.engine.steps import EngineStep, KernelText, kernels_of

PHASES: tuple[Phase, ...] = ("prefill", "decode")
_OPENING = """\
/* The decode engine of one model: each kernel twice, for a batch of tokens and for one, and the
 * layers as calls of kernels. Weights are read where they lie in the mapped file. */
#include "model.h"

#include "attention.h"
#include "layer.h"
{includes}

_Alignas(64) unsigned char arena[ARENA_BYTES];
const float *const engine_logits = LOGITS;
static const unsigned char *file;
static int position; /* of the next token */
"""
_CLOSING = """\
void engine_begin(const unsigned char *mapped)
{
    file = mapped;
    position = 0;
}

/* A prompt in batches; only its last token needs logits. */
int engine_prefill(const int *tokens, int count)
{
    while (count > 0) {
        const int now = MINIMUM(count, BATCH);
        for (int i = 0; i < now; i++) take_page(position + i);
        prefill_layers(tokens, now);
        position += now;
        tokens += now;
        count -= now;
        if (count == 0) prefill_head(now);
    }
    return prefill_sample();
}

int engine_decode(int token)
{
    take_page(position);
    decode_layers(&token);
    position++;
    decode_head();
    return decode_sample();
}
"""


def engine_text(plan: EnginePlan) -> str:
    """The whole of engine.c."""
    body = all_steps(plan)
    keys = sorted({kernel.kind.key for kernel in kernels_of(body) if kernel.kind is not None})
    includes = "\n".join(f'#include "product_{key}.h"' for key in keys)
    lines = [_OPENING.format(includes=includes), *_frequencies(plan), ""]
    for phase in PHASES:
        for kernel in kernels_of(body):
            lines += [*_kernel(kernel, phase), ""]
        lines += [*_sample(sampling_kernel(plan), phase), ""]
        lines += [*_layers(plan, phase), ""]
    return "\n".join([*lines, _CLOSING])


def all_steps(plan: EnginePlan) -> list[EngineStep]:
    """From tokens to logits."""
    layers = (layer_steps(plan, layer) for layer in range(plan.configuration.layers))
    return [*first_steps(plan), *(step for steps in layers for step in steps), *last_steps(plan)]


def function_name(kernel: KernelText, phase: Phase) -> str:
    """The symbol that counts are of."""
    return f"{phase}_{kernel.name}"


def _frequencies(plan: EnginePlan) -> list[str]:
    tables = [("frequencies", plan.frequencies)]
    if plan.windowed_frequencies:
        tables.append(("windowed_frequencies", plan.windowed_frequencies))
    lines = []
    for name, values in tables:
        rows = [", ".join(map(c_float, values[at : at + 6])) for at in range(0, len(values), 6)]
        lines += [f"/* Radians a position. */\nstatic const float {name}[ROTARY_PAIRS] = {{"]
        lines += [*(f"    {row}," for row in rows), "};"]
    return lines


def _counts_tokens(kernel: KernelText) -> bool:
    return any("{tokens}" in line for line in kernel.body)


def _kernel(kernel: KernelText, phase: Phase) -> list[str]:
    batch = phase == "prefill"
    parameters = list(kernel.parameters)
    if batch and _counts_tokens(kernel):
        parameters.append("int tokens")
    body = [line.replace("{tokens}", "tokens" if batch else "1") for line in kernel.body]
    return [
        f"/* {kernel.tactic}. */",
        f"KERNEL void {function_name(kernel, phase)}({', '.join(parameters) or 'void'})",
        "{",
        *(f"    {line}" for line in body),
        "}",
    ]


def _sample(kernel: KernelText, phase: Phase) -> list[str]:
    name = function_name(kernel, phase)
    return [
        f"/* {kernel.tactic}. */",
        f"KERNEL int {name}(void)",
        "{",
        *(f"    {line}" for line in kernel.body),
        "}",
    ]


def _layers(plan: EnginePlan, phase: Phase) -> list[str]:
    parameters = "const int *chosen, int tokens" if phase == "prefill" else "const int *chosen"
    lines = [f"static void {phase}_layers({parameters})", "{", *_calls(first_steps(plan), phase)]
    for layer in range(plan.configuration.layers):
        lines += ["", *_calls(layer_steps(plan, layer), phase)]
    end = "int tokens" if phase == "prefill" else "void"
    lines += ["}", "", f"static void {phase}_head({end})", "{"]
    return [*lines, *_calls(last_steps(plan), phase), "}"]


def _calls(steps: Sequence[EngineStep], phase: Phase) -> list[str]:
    return [_call(step, phase) for step in steps]


def _call(step: EngineStep, phase: Phase) -> str:
    counted = phase == "prefill" and _counts_tokens(step.kernel)
    arguments = ", ".join([*step.arguments, *(["tokens"] if counted else [])])
    comment = f" /* {step.tensor.name}: {step.tensor.type} */" if step.tensor else ""
    return f"    {function_name(step.kernel, phase)}({arguments});{comment}"
