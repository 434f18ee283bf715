"""What a page of the atlas shows an answer to: the usual settings, and those that were asked for.

A tool may take a quarter of a minute, so answers are begun in the background and a page need not
wait for them.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from app.atlas.apart import atlas_answer
from app.serving.background import Awaited, Background
from compiler_core.atlas.records import AtlasAnswer, Progress, Teller
from compiler_core.atlas.run import page_stamp
from compiler_core.errors import InputError, ToolMissing
from compiler_core.kept import Kept

_KEPT = 16
_OF_ONE_WAITING = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasAnswers:
    """Both answers to one request."""

    usual: AtlasAnswer
    own: AtlasAnswer
    """Under the reader's settings; the usual one where these are refused."""
    problem: InputError | ToolMissing | None
    """Why the reader's settings are refused."""

    @property
    def is_settled(self) -> bool:
        """Whether no tool failed to answer, so that it would be the same again."""
        return not any(part.problem for part in self.own.recorded_parts)


def atlas_answers(name: str, given: Mapping[str, str], tell: Teller | None = None) -> AtlasAnswers:
    """tell: hears how far the answer to what was asked is. Raises UnknownName."""
    usual = atlas_answer(name, {})
    try:
        return AtlasAnswers(usual=usual, own=atlas_answer(name, given, tell), problem=None)
    except (InputError, ToolMissing) as error:
        return AtlasAnswers(usual=usual, own=usual, problem=error)


_begun: Background[AtlasAnswers] = Background(
    "atlas",
    os.cpu_count() or 1,
    _KEPT,
    lambda answer: answer.is_settled,
    most_waiting=_OF_ONE_WAITING,
)


_told: Kept[Progress] = Kept(_KEPT)
"""What each told last while it was made."""


def begun_answers(name: str, given: Mapping[str, str]) -> Awaited[AtlasAnswers]:
    """The same, made in a thread of its own and kept for a while. A reader's own program, which is
    kept nowhere, is not for it. Raises UnknownName, and Overloaded where too much waits.
    """
    key = _key(name, given)

    def made() -> AtlasAnswers:
        _told.forget(key)  # It was of another attempt.
        return atlas_answers(name, given, lambda progress: _told.keep(key, progress))

    return _begun.started(key, made)


def progress_told(name: str, given: Mapping[str, str]) -> Progress | None:
    """How far the answer is; None where nothing was told of it yet. Raises UnknownName."""
    return _told.kept(_key(name, given))


def _key(name: str, given: Mapping[str, str]) -> Hashable:
    return (name, tuple(given.items()), page_stamp(name))
