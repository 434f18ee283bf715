"""Steps that multiply by weights, and those that prepare what is multiplied."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.engine.plan import EnginePlan
from compiler_core.llm.engine.steps import EngineStep, KernelText, reading
from compiler_core.llm.engine.weight_types import (
    Preparation,
    forms_of,
    instructions_of,
    weight_type,
)

WEIGHTS_PARAMETER = "const unsigned char *weights"
_PREPARED_BY = {
    "q8_0": "per 32 values: largest magnitude / 127 is the scale, codes to nearest even",
    "q8_k": "per 256 values: the value furthest from zero becomes -127; sums of 16 codes kept",
}
_PREPARED_WHY = {
    "q8_0": "Integer products need integers on both sides; once for all rows of weights.",
    "q8_k": "Integer products need integers on both sides; minima need only the sums.",
}


@dataclass(frozen=True, slots=True)
class ProductInput:
    """A vector per token that weights are multiplied by. name: of its buffer. width: elements.
    tokens: "{tokens}" for all, "1" for the last alone."""

    name: str
    width: int
    tokens: str = "{tokens}"


@dataclass(frozen=True, slots=True)
class ProductOutput:
    """Where a product goes. store: STORE or ADD."""

    name: str
    rows: int
    store: str = "STORE"


def preparations(
    plan: EnginePlan, given: ProductInput, tensors: tuple[str, ...]
) -> list[EngineStep]:
    """One step for each form in which these tensors want their input; none for floats."""
    types = {plan.tensors[name].type for name in tensors if name in plan.tensors}
    wanted = forms_of(types)
    return [EngineStep(_preparation(given, form)) for form in wanted if form != "floats"]


def _preparation(given: ProductInput, form: Preparation) -> KernelText:
    target = f"{operand(given, form)}.quantised"
    call = f"quantise_{form}({given.name}, {given.width}, {given.tokens}, {target});"
    return KernelText(
        name=f"prepare_{given.name.lower()}_{form}",
        role="prepare",
        parameters=(),
        body=(call,),
        tactic=_PREPARED_BY[form],
        why=_PREPARED_WHY[form],
        columns=given.width,
    )


def operand(given: ProductInput, form: Preparation) -> str:
    """The C name of an input in a form."""
    return f"{given.name}_{form.upper()}"


def product_step(
    plan: EnginePlan, part: str, tensor: str, given: ProductInput, output: ProductOutput
) -> EngineStep:
    """output (+)= weights times input. part: what the matrix is for, as GGUF names it."""
    entry = plan.tensor(tensor, output.rows, given.width)
    kind = weight_type(entry.type)
    form = kind.preparation
    body = (
        f"product_{kind.key}(weights, {output.rows}, {given.width}, {operand(given, form)}, "
        f"{given.tokens}, {output.name}, {output.store});"
    )
    added = "; the sum is added to the hidden state at once" if output.store == "ADD" else ""
    kernel = KernelText(
        name=f"{part}_{kind.key}",
        role="product",
        parameters=(WEIGHTS_PARAMETER,),
        body=(body,),
        tactic=f"{instructions_of(kind, plan.settings)}; eight rows at a time{added}",
        why=kind.why,
        kind=kind,
        rows=output.rows,
        columns=given.width,
    )
    return reading(kernel, entry)
