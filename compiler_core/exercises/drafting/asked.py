"""A draft as it is asked of a process of its own: plain data, read field by field."""

from __future__ import annotations

from typing import Any

import msgspec


class DraftAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A draft as it is asked of a process of its own."""

    track: str
    """Loop, network, decode or counterexample."""
    state: dict[str, Any]
    """Of the page, as `LoopState` and its like have it."""
    id: str
    title: str
    task: str
    wrong: tuple[str, ...] = ()


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
