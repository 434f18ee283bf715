"""The fields in which a member answers: a source, or the settings that the exercise allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.datastructures import FormData

from app.site.views.setting_fields import SettingField, any_of, one_of
from classroom.predictions import shuffled
from compiler_core.exercises.posing import PosedExercise
from compiler_core.graph.fusion.extensions import EXTENSIONS
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES
from compiler_core.graph.planning.plan import PLANNERS
from compiler_core.graph.settings import DEFAULT_SETTINGS, PRECISIONS
from compiler_core.soc.reading import load_socs

SOURCE = "source"
Named = Sequence[tuple[str, str]]
_LABELS = {
    "precision": "Numbers", "planner": "Arena by", "extensions": "Fusions beyond the rules",
    "passes": "Graph passes", "soc": "Chip", "type": "Weights in", "flags": "Flags",
    "compiler": "Compiler", "bottleneck": "What binds the loop", "context": "Tokens of context",
    "pinned": "Layers that stay in fp32, by name, with commas",
    "remedies": "Remedies of findings, as rule:node, with commas",
}  # fmt: skip
_MANY = ("extensions", "passes", "pinned", "remedies")


def answer_fields(posed: PosedExercise, state: Mapping[str, Any]) -> tuple[SettingField, ...]:
    """A field for each thing that may be changed, but the source, with what it is now."""
    begun = {**starting_state(posed), **state}
    return tuple(
        _field(posed, name, begun.get(name)) for name in posed.exercise.allow if name != SOURCE
    )


def starting_state(posed: PosedExercise) -> dict[str, Any]:
    """What the member begins with, of all that they may change."""
    usual = DEFAULT_SETTINGS.values() if posed.exercise.kind == "network" else {}
    settings = posed.starter.get("settings")
    own = settings if isinstance(settings, Mapping) else {}
    begun = {**usual, **posed.given, **posed.starter, **own}
    return {name: begun[name] for name in posed.exercise.allow if name in begun}


def read_answer(posed: PosedExercise, form: FormData) -> dict[str, Any]:
    """What the form says of everything that may be changed; a browser's line ends become C's."""
    answer: dict[str, Any] = {}
    for name in posed.exercise.allow:
        if name in _MANY:
            listed = [str(field) for field in form.getlist(name)]
            chosen = [part.strip() for text in listed for part in text.split(",") if part.strip()]
            answer[name] = _in_order(chosen) if name == "passes" else chosen
        elif name in form:
            answer[name] = str(form[name]).replace("\r\n", "\n")
    return answer


def _field(posed: PosedExercise, name: str, value: Any) -> SettingField:
    question = posed.predict.question if name == "answer" and posed.predict else name.capitalize()
    label = _LABELS.get(name, question)
    choices = _CHOICES[name](posed) if name in _CHOICES else ()
    if name in _MANY and choices:
        # No pass at all would be a list of another kind; none named means the usual ones.
        ticked = list(value or (DEFAULT_PASSES if name == "passes" else ()))
        return any_of(name, label, ticked, choices)
    if choices:
        return one_of(name, label, str(value or ""), choices)
    text = ", ".join(value) if isinstance(value, list | tuple) else str(value or "")
    return SettingField(name=name, label=label, kind="text", choices=(), value=text)


def _in_order(chosen: Sequence[str]) -> list[str]:
    """The chosen passes as the usual pipeline orders them; none named where all are chosen."""
    passes = [default_pass for default_pass in DEFAULT_PASSES if default_pass in chosen]
    return [] if len(passes) == len(DEFAULT_PASSES) else passes


def _chips(posed: PosedExercise) -> Named:
    wanted = posed.given.get("socs")
    known = [(soc.name, soc.title) for soc in load_socs()]
    return [pair for pair in known if not wanted or pair[0] in wanted]


def _answers(posed: PosedExercise) -> Named:
    """What a question offers, in an order that does not tell which one is right; none where it
    offers nothing, and is answered in words."""
    if posed.predict is None:
        return []
    texts = (posed.predict.right, *posed.predict.wrong)
    order = shuffled(texts, posed.exercise.id)
    return [("", "choose one"), *((texts[choice], texts[choice]) for choice in order)]


_CHOICES: dict[str, Callable[[PosedExercise], Named]] = {
    "precision": lambda _: [(precision, precision) for precision in PRECISIONS],
    "planner": lambda _: [(planner.name, planner.name) for planner in PLANNERS],
    "extensions": lambda _: [(extra.name, f"{extra.name}: {extra.idea}") for extra in EXTENSIONS],
    "passes": lambda _: [(step, step.replace("-", " ")) for step in dict.fromkeys(DEFAULT_PASSES)],
    "soc": _chips,
    "answer": _answers,
    "type": lambda _: [(type_name, type_name) for type_name in _TYPES],
    "bottleneck": lambda _: [("", "choose one"), *_BOTTLENECKS.items()],
}
_BOTTLENECKS = {
    "issue": "issue: so many instructions",
    "chain": "chain: each round waits for the one before",
    "lanes": "lanes: the vector pipelines",
    "memory": "memory: the bytes that come from it",
}
_TYPES = ("f32", "f16", "q8_0", "q6_k", "q5_k", "q4_k", "q4_k_m", "q4_0", "q3_k_s", "w8a8")
