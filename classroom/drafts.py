"""Exercises that are being written in a class: their text, and how far their proof has come.

Only a text that is proven as it stands is published. Each published text is a version by its
digest; attempts keep the one that they were made at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Self

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from classroom.errors import NotHere, Taken
from classroom.tables import drafts
from compiler_core.errors import InputError

MOST_DRAFTS = 60
MOST_TRIES = 3
MOST_TEXT_BYTES = 64 * 1024
"""That is kept at all; what can be read as an exercise is smaller."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_ID = 60


@dataclass(frozen=True, slots=True)
class Draft:
    """An exercise that is being written, as its table keeps it."""

    id: int
    """Number in the table; later drafts have larger ones."""
    class_id: str
    """Of the class in which it is written."""
    exercise_id: str
    """Small letters, digits and hyphens; one draft of each in a class."""
    text: str
    """The exercise file in YAML."""
    version: int
    """How often the text was changed and this once more: from 1."""
    changed: float
    """When the text was last changed, in seconds since the epoch."""
    state: str
    """Draft (not checked as it stands), waiting, running, proven, faulty (fault says where), or
    error (ours)."""
    asked: float | None
    """When its proof was asked for."""
    tries: int
    """How often its proof was begun."""
    done: int
    """How many answers of the proof are graded so far."""
    total: int
    """How many answers the proof has, 0 while none is asked for."""
    fault: str
    """Why its proof or its reading failed, in words; empty where neither did."""
    proof: dict[str, Any] | None
    """An `ExerciseProof` as plain data, of this text."""

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        return cls(*(getattr(row, name) for name in cls.__slots__))


def make_draft(
    connection: Connection, class_id: str, exercise_id: str, text: str, now: float
) -> Draft:
    """Raises InputError for an id that is none, Taken for one that is, and for one too many."""
    if not _ID.fullmatch(exercise_id) or len(exercise_id) > _MOST_ID:
        raise InputError(
            f"{exercise_id[:60]!r} is no id for an exercise.",
            "Write small letters and digits with hyphens between, such as `memory-sum`.",
        )
    there = select(drafts.c.exercise_id).where(drafts.c.class_id == class_id)
    names = set(connection.scalars(there))
    if exercise_id in names:
        raise Taken(f"{exercise_id} is being written already.", "Open it, or choose another id.")
    if len(names) >= MOST_DRAFTS:
        raise InputError(f"A class keeps {MOST_DRAFTS} drafts.", "Delete one that is published.")
    _check_size(text)
    values = {
        "class_id": class_id, "exercise_id": exercise_id, "text": text, "version": 1,
        "changed": now, **_UNCHECKED,
    }  # fmt: skip
    connection.execute(insert(drafts).values(values))
    return find_draft(connection, class_id, exercise_id)


_UNCHECKED = {
    "state": "draft", "asked": None, "tries": 0, "done": 0, "total": 0, "fault": "", "proof": None,
}  # fmt: skip


def free_id(connection: Connection, class_id: str, wanted: str) -> str:
    """wanted, or wanted with the first number that is free."""
    there = select(drafts.c.exercise_id).where(drafts.c.class_id == class_id)
    names = set(connection.scalars(there))
    begun = wanted[: _MOST_ID - 4].strip("-") or "exercise"
    numbered = (f"{begun}-{number}" for number in range(2, MOST_DRAFTS + 3))
    return next(name for name in (begun, *numbered) if name not in names)


def drafts_of(connection: Connection, class_id: str) -> tuple[Draft, ...]:
    """The newest first."""
    wanted = select(drafts).where(drafts.c.class_id == class_id)
    return tuple(Draft.of(row) for row in connection.execute(wanted.order_by(drafts.c.id.desc())))


def find_draft(connection: Connection, class_id: str, exercise_id: str) -> Draft:
    """Raises NotHere."""
    wanted = select(drafts).where(
        drafts.c.class_id == class_id, drafts.c.exercise_id == exercise_id
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise NotHere("Nobody is writing such an exercise here.", "The list shows those there are.")
    return Draft.of(row)


def save_draft(connection: Connection, draft: Draft, text: str, version: int, now: float) -> Draft:
    """Keep a text; the same text keeps its proof. version: that the writer began from. Raises
    Taken where somebody else has changed it since, InputError for what is too large."""
    _check_size(text)
    if version != draft.version:
        raise Taken(
            "Somebody has changed this exercise since you opened it.",
            "Your text is kept in the field below: copy it, open the page again, and put in what "
            "is yours.",
        )
    if text == draft.text:
        return draft
    changed = update(drafts).where(drafts.c.id == draft.id, drafts.c.version == version)
    values = {"text": text, "version": version + 1, "changed": now, **_UNCHECKED}
    connection.execute(changed.values(values))
    return find_draft(connection, draft.class_id, draft.exercise_id)


def delete_draft(connection: Connection, draft: Draft) -> None:
    """What is published of it stays in the class."""
    connection.execute(delete(drafts).where(drafts.c.id == draft.id))


def ask_for_proof(connection: Connection, draft: Draft, gradings: int, now: float) -> None:
    """It waits for its turn; one that waits or is proven already stays where it is."""
    if draft.state in ("waiting", "running", "proven"):
        return
    values = {**_UNCHECKED, "state": "waiting", "asked": now, "total": gradings}
    connection.execute(update(drafts).where(_same(draft)).values(values))


def note_fault(connection: Connection, draft: Draft, fault: str) -> None:
    """The file cannot be read as an exercise."""
    values = {**_UNCHECKED, "state": "faulty", "fault": fault}
    connection.execute(update(drafts).where(_same(draft)).values(values))


def next_draft(connection: Connection) -> Draft | None:
    """The proof that is next, now running; None when none waits."""
    wanted = select(drafts).where(drafts.c.state == "waiting").order_by(drafts.c.asked, drafts.c.id)
    row = connection.execute(wanted.limit(1).with_for_update(skip_locked=True)).first()
    if row is None:
        return None
    draft = Draft.of(row)
    values = {"state": "running", "tries": draft.tries + 1, "done": 0}
    connection.execute(update(drafts).where(drafts.c.id == draft.id).values(values))
    return draft


def note_progress(connection: Connection, draft: Draft, done: int) -> bool:
    """Whether anybody still wants this proof: the text is the same."""
    changed = update(drafts).where(_same(draft), drafts.c.state == "running")
    return connection.execute(changed.values(done=done)).rowcount == 1


def note_proof(
    connection: Connection, draft: Draft, state: str, fault: str, proof: dict[str, Any] | None
) -> None:
    """What the proof came to; nothing happens when the text has changed meanwhile."""
    changed = update(drafts).where(_same(draft), drafts.c.state == "running")
    done = drafts.c.done if proof is None else drafts.c.total
    connection.execute(changed.values(state=state, fault=fault, proof=proof, done=done))


def requeue_proofs(connection: Connection) -> None:
    """After a restart what was running waits again; what was begun too often has ended."""
    running = drafts.c.state == "running"
    often = drafts.c.tries >= MOST_TRIES
    ended = "Its proof ended the server's work again and again. Make it smaller."
    connection.execute(update(drafts).where(running, often).values(state="error", fault=ended))
    connection.execute(update(drafts).where(running).values(state="waiting", done=0))


def place_of(connection: Connection, draft: Draft) -> tuple[int, int]:
    """Its place among the proofs that wait, and how many they are."""
    waiting = select(func.count()).select_from(drafts).where(drafts.c.state == "waiting")
    before = waiting.where(
        (drafts.c.asked < draft.asked)
        | ((drafts.c.asked == draft.asked) & (drafts.c.id <= draft.id))
    )
    return connection.scalar(before) or 0, connection.scalar(waiting) or 0


def _same(draft: Draft) -> Any:
    return (drafts.c.id == draft.id) & (drafts.c.version == draft.version)


def _check_size(text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_TEXT_BYTES or "\0" in text:
        raise InputError(
            f"The text is {size:,} bytes; {MOST_TEXT_BYTES:,} are kept, and no NUL character.",
            "An exercise has at most 32 KiB.",
        )
