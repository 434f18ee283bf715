"""model.h: the model's shape, the file it lies in, and the static memory, as constants."""

from __future__ import annotations

from numpy import float32

from compiler_core.llm.engine.memory import Arena, operand_names
from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.weight_types import Preparation

_HEAD = """\
/* The shape of one model, the file it lies in, and where everything is in static memory. Sizes and
 * offsets are bytes. */
#ifndef MODEL_H
#define MODEL_H

#include "activations.h"
"""
_TAIL = """\
/* What the main program calls. Prefill and decode return the chosen token. */
extern unsigned char arena[ARENA_BYTES];
extern const float *const engine_logits;
void engine_begin(const unsigned char *mapped);
int engine_prefill(const int *tokens, int count);
int engine_decode(int token);

#endif
"""


def constants_text(plan: EnginePlan, arena: Arena, file_digest: int) -> str:
    """The whole header file."""
    lines = [_HEAD, *_shape(plan, file_digest), "", *_arena(arena), "", *_operands(plan), ""]
    return "\n".join([*lines, _TAIL])


def c_float(value: float) -> str:
    """A 32-bit constant, exact to the last bit."""
    return f"{float(float32(value))!r}f"


def _shape(plan: EnginePlan, file_digest: int) -> list[str]:
    configuration, settings = plan.configuration, plan.settings
    scale = configuration.attention_scale or configuration.head_size**-0.5
    numbers = (
        ("FILE_BYTES", f"{plan.header.file_bytes}L"),
        ("FILE_DIGEST", f"UINT64_C({file_digest})"),
        ("VOCABULARY", configuration.vocabulary),
        ("HEADS", configuration.heads),
        ("KEY_VALUE_HEADS", configuration.key_value_heads),
        ("HEAD_SIZE", configuration.head_size),
        ("VALUE_SIZE", configuration.size_of_values),
        ("ROTARY_PAIRS", len(plan.frequencies)),
        ("CONTEXT", plan.context),
        ("PAGE", settings.page),
        ("PAGES", plan.pages),
        ("BATCH", settings.batch),
        ("CACHE_HALF", int(plan.cache_type == "f16")),
        ("CACHE_Q8_0", int(plan.cache_type == "q8_0")),
        ("NORM_EPSILON", c_float(configuration.norm_epsilon)),
        ("ATTENTION_SCALE", c_float(scale)),
        ("ATTENTION_SOFTCAP", c_float(configuration.attention_softcap)),
        ("EMBEDDING_SCALE", c_float(configuration.embedding_scale)),
        ("FINAL_SOFTCAP", c_float(configuration.final_softcap)),
    )
    return [f"#define {name} {value}" for name, value in numbers]


def _arena(arena: Arena) -> list[str]:
    lines = [f"#define ARENA_BYTES {arena.bytes}"]
    for buffer, part in zip(arena.buffers, arena.parts, strict=True):
        lines.append(
            f"#define {buffer.name} (({buffer.element} *)(arena + {part.offset})) "
            f"/* {part.bytes}: {part.shape} */"
        )
    return lines


def _operands(plan: EnginePlan) -> list[str]:
    return [
        f"#define {name}_{form.upper()} {_operand(name, form)}"
        for name, form in operand_names(plan)
    ]


def _operand(name: str, form: Preparation) -> str:
    if form == "floats":
        return f"((struct operand){{.values = {name}}})"
    root = f"{name}_{form.upper()}"
    extra = f".corrections = {root}_CORRECTIONS" if form == "q8_0" else f".sums = {root}_SUMS"
    codes = f".codes = {root}_CODES, .scales = {root}_SCALES, {extra}"
    return f"((struct operand){{.quantised = {{{codes}}}}})"
