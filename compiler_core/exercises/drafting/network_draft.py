"""A network with its settings, as an exercise: what they change of the usual becomes the checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.errors import InputError
from compiler_core.exercises.drafting.draft_file import AuthorsWords, DraftParts, draft_file
from compiler_core.exercises.network_judge import FIGURES, NetworkJudge
from compiler_core.exercises.reader import ALLOWED
from compiler_core.graph.settings import DEFAULT_SETTINGS, settings_of

_ASKED = ("arena_bytes", "kernels", "instructions", "dram_bytes")
_LEAST_GAIN = 0.97
_PLAIN = {"precision": "fp32"}


@dataclass(frozen=True, slots=True)
class NetworkState:
    """model: a network that ships. settings: as text or plain values; what is left out is as
    usual."""

    model: str
    settings: Mapping[str, Any]


def network_draft(state: NetworkState, words: AuthorsWords) -> str:
    """The exercise's file, after both versions are compiled and run. Raises InputError where the
    settings cannot be, or make nothing smaller."""
    usual, settings = DEFAULT_SETTINGS.values(), settings_of(state.settings).values()
    solved = {name: settings[name] for name in ALLOWED["network"] if settings[name] != usual[name]}
    # What is as usual is a solution too: of a network that begins in float32.
    begun = {} if solved else dict(_PLAIN)
    solved = solved or {"precision": usual["precision"]}
    before, after = _figures(state.model, begun), _figures(state.model, solved)
    smaller = [name for name in _ASKED if after[name] < _LEAST_GAIN * before[name]]
    if not smaller:
        raise InputError(
            "These settings make neither arena, kernels, instructions nor traffic smaller.",
            "Choose others on the network's pages, and come back.",
        )
    plain = {name: list(part) if isinstance(part, tuple) else part for name, part in solved.items()}
    parts = DraftParts(
        kind="network",
        starter={"model": state.model, "settings": begun},
        allow=list(plain),
        checks=[
            {"gate": True, "points": 2, "expect": {"agrees": True}},
            *({"points": 4, "expect": {name: f"<= {int(after[name])}"}} for name in smaller[:2]),
        ],
        hints=["Which stage decides this figure?", f"Compare {' and '.join(plain)}."],
        solved=[plain],
        wrong=[],
        asks=["Which wrong settings will students choose? Add them to proof.wrong."],
    )
    return draft_file(words, parts)


def _figures(model: str, settings: Mapping[str, Any]) -> dict[str, float]:
    """Raises InputError for settings that cannot be compiled."""
    judge = NetworkJudge({"model": model, **settings}, answered_first=True)
    refused = judge.refusal()
    if refused is not None:
        raise InputError(refused.sentence)
    return {name: judge.figure(name) for name in FIGURES}
