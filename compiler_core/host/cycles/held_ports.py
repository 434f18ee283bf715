"""The loop's listing as a model sees it: the ports that each instruction holds, and the path from
one round into the next; where the model does not say, that it does not."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.comparison.wording import decimal
from compiler_core.host.cycles.record import InstructionCost, ModelAnswer
from compiler_core.host.cycles.sentences import cycles_phrase
from compiler_core.host.cycles.units import unit_in_short, units_in_words

UNKNOWN = "not in the model"
NO_PORT = "none"


@dataclass(frozen=True, slots=True)
class ListedInstruction:
    """One instruction. line: its id in the listing. carried: on the path from round to round.

    ports: `V0 0.5, V1 0.5`, cycles per round; or why there are none. latency: in cycles, empty
    where the model does not say.
    """

    line: int
    text: str
    carried: bool
    ports: str
    latency: str


def listed_instructions(answer: ModelAnswer) -> tuple[ListedInstruction, ...]:
    """All instructions of the loop in order; none where the model has no answer."""
    return tuple(
        ListedInstruction(
            line=cost.line,
            text=cost.text,
            carried=cost.carried,
            ports=_ports(answer, cost),
            latency="" if cost.latency is None else decimal(cost.latency),
        )
        for cost in answer.instructions
    )


def path_sentences(answer: ModelAnswer) -> tuple[str, ...]:
    """What marks and names of units are, by which model, and what it does not say; none without an
    answer.
    """
    if not answer.instructions:
        return ()
    members = sum(cost.carried for cost in answer.instructions)
    sentences = [f"{answer.model_title} gives no path from one round into the next."]
    if members and answer.dependency_bound:
        many = "1 instruction" if members == 1 else f"{members} instructions"
        sentences = [
            f"The path from one round into the next, by {answer.model_title}: {many}, "
            f"{cycles_phrase(answer.dependency_bound)} per round."
        ]
    if all(cost.latency is None for cost in answer.instructions):
        sentences.append(f"{answer.model} prints no latency of a single instruction.")
    return tuple(sentence for sentence in (*sentences, units_in_words(answer)) if sentence)


def _ports(answer: ModelAnswer, cost: InstructionCost) -> str:
    if not cost.known:
        return UNKNOWN
    held = [(unit, cycles) for unit, cycles in cost.pressure.items() if cycles > 0]
    named = (f"{unit_in_short(answer, unit)} {decimal(cycles)}" for unit, cycles in held)
    return ", ".join(named) or NO_PORT
