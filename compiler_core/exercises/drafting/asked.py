"""A draft as it is asked of a process of its own: plain data, read field by field."""

from __future__ import annotations

from typing import Any

import msgspec


class DraftAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A draft as it is asked of a process of its own."""

    track: str
    """Loop, network, decode or counterexample."""
    state: dict[str, Any]
    """What the page was set to, as the track's record has it, such as `LoopState`."""
    id: str
    """The draft's own, `memory-sum-vectorises`."""
    title: str
    """As the author typed it, or as the page proposes it."""
    task: str
    """What the student is to do, in the author's words."""
    wrong: tuple[str, ...] = ()
    """Sources of answers that students will likely give, in the author's words; empty for none."""


def drafted(message: bytes) -> str:
    """The exercise's file. Raises InputError."""
    from compiler_core.exercises.drafting.draft_file import AuthorsWords

    draft = msgspec.json.decode(message, type=DraftAsked)
    words = AuthorsWords(id=draft.id, title=draft.title, task=draft.task, wrong=draft.wrong)
    if draft.track == "network":
        from compiler_core.exercises.drafting.network_draft import NetworkState, network_draft

        return network_draft(msgspec.convert(draft.state, NetworkState), words)
    if draft.track == "decode":
        from compiler_core.exercises.drafting.decode_draft import DecodeState, decode_draft

        return decode_draft(msgspec.convert(draft.state, DecodeState), words)
    if draft.track == "counterexample":
        from compiler_core.exercises.drafting.counterexample_draft import (
            CounterexampleState,
            counterexample_draft,
        )

        return counterexample_draft(msgspec.convert(draft.state, CounterexampleState), words)
    from compiler_core.exercises.drafting.loop_draft import LoopState, loop_draft

    return loop_draft(msgspec.convert(draft.state, LoopState), words)
