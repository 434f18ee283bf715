"""From an instruction to its form and the views of its operands."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.host.forms.form import Form
from compiler_core.host.forms.ranges import holds
from compiler_core.host.forms.registry import candidates
from compiler_core.host.forms.shapes import FoldedOperand, fold_modifiers
from compiler_core.host.forms.slots import SLOTS
from compiler_core.host.forms.views import Views, build_views
from compiler_core.host.instruction import Instruction


def match(
    instruction: Instruction, labels: Mapping[str, str] | None = None
) -> tuple[Form, Views] | None:
    """The first form that fits and the operand views for its templates; None if none fits."""
    folded = fold_modifiers(instruction)
    for entry in candidates(instruction.mnemonic, folded):
        if not holds(entry, folded):
            continue
        views = build_views(instruction, folded, entry, SLOTS, labels)
        if entry.when is None or entry.when(views):
            return entry, views
    return None


def match_form(instruction: Instruction) -> tuple[Form, list[FoldedOperand]] | None:
    """The form and the folded operands, without views where no form needs them."""
    folded = fold_modifiers(instruction)
    fitting = candidates(instruction.mnemonic, folded)
    if fitting and fitting[0].when is None and holds(fitting[0], folded):
        return fitting[0], folded
    form_match = match(instruction)
    return (form_match[0], folded) if form_match is not None else None
