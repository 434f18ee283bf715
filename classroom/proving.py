"""The engine that proves exercises: one thread, one exercise after another, from the database."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any

from classroom.database import LabDatabase
from classroom.drafts import (
    MOST_TRIES,
    Draft,
    next_draft,
    note_progress,
    note_proof,
    requeue_proofs,
)
from compiler_core.errors import InputError, LoweringLabError

log = logging.getLogger("lowlab")
MOST_SECONDS = 900.0
"""On the clock, of one proof."""
_IDLE_SECONDS = 5.0
_RETRY_SECONDS = 1.0
CLOSING_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Proven:
    """What a proof came to, as plain data. fault: empty for one that holds."""

    fault: str
    proof: dict[str, Any]


class ProofGivenUp(InputError):
    """Nobody wants this proof any more, or it takes too long."""


Note = Callable[[int], None]
Prove = Callable[[str, Note], Proven]
"""The text of an exercise, and what is told after each answer; raises as `Note` does, InputError
for a file that is none, LoweringLabError for faults of ours."""


class ProofEngine:
    """A thread that proves while the server runs."""

    def __init__(self, database: LabDatabase, prove: Prove) -> None:
        self._database = database
        self._prove = prove
        self._changed = Condition()
        self._ending = False
        self._thread = Thread(target=self._serve, name="prover", daemon=True)

    def start(self) -> None:
        """What a stopped server was proving waits again."""
        with self._database.writing() as connection:
            requeue_proofs(connection)
        self._thread.start()

    def wake(self) -> None:
        """There is something to prove."""
        with self._changed:
            self._changed.notify()

    def close(self) -> None:
        """The answer that is being graded is finished first, if that is soon."""
        with self._changed:
            self._ending = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(CLOSING_SECONDS)

    def prove_all(self) -> None:
        """Everything that waits, in this thread: for tests."""
        while self._prove_next():
            pass

    def _serve(self) -> None:
        while not self._ending:
            try:
                if self._prove_next():
                    continue
            except Exception:
                log.exception("the prover met an error")
                time.sleep(_RETRY_SECONDS)
            with self._changed:
                if not self._ending:
                    self._changed.wait(_IDLE_SECONDS)

    def _prove_next(self) -> bool:
        """Whether there was something."""
        with self._database.writing() as connection:
            draft = next_draft(connection)
        if draft is None:
            return False
        try:
            found = self._prove(draft.text, self._noting(draft))
            state, fault, proof = "faulty" if found.fault else "proven", found.fault, found.proof
        except _Stopping:
            return True
        except InputError as error:
            state, fault, proof = "faulty", str(error), None
        except LoweringLabError as error:
            again = draft.tries + 1 < MOST_TRIES
            state, fault, proof = "waiting" if again else "error", str(error), None
        except Exception as error:
            log.exception("proving %s", draft.exercise_id)
            state, fault, proof = "error", type(error).__name__, None
        with self._database.writing() as connection:
            note_proof(connection, draft, state, fault, proof)
        return True

    def _noting(self, draft: Draft) -> Note:
        ends = time.monotonic() + MOST_SECONDS

        def note(done: int) -> None:
            if self._ending:
                raise _Stopping
            if time.monotonic() > ends:
                raise ProofGivenUp(
                    f"The proof took more than {MOST_SECONDS / 60:g} minutes, after {done} of "
                    f"{draft.total} answers.", "Give the variants fewer values.",
                )  # fmt: skip
            with self._database.writing() as connection:
                if not note_progress(connection, draft, done):
                    raise ProofGivenUp("The exercise was changed meanwhile.")

        return note


class _Stopping(Exception):
    """The server ends: what is running waits for its next start."""
