"""The engine that proves exercises: one thread, one exercise after another, from the database."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
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
from classroom.waiting_work import WaitingWork
from compiler_core.errors import InputError, LoweringLabError

log = logging.getLogger("lowlab")
MOST_SECONDS = 900.0
"""On the clock, of one proof."""


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


class ProofEngine(WaitingWork):
    """Proves what waits, one exercise after another."""

    def __init__(self, database: LabDatabase, prove: Prove) -> None:
        super().__init__("prover", threads=1)
        self._database = database
        self._prove = prove

    def recover(self) -> None:
        """What a stopped server was proving waits again."""
        with self._database.writing() as connection:
            requeue_proofs(connection)

    def do_next(self) -> bool:
        """The exercise that is next."""
        with self._database.writing() as connection:
            draft = next_draft(connection)
        if draft is None:
            return False
        try:
            result = self._prove(draft.text, self._noting(draft))
            state, fault, proof = "faulty" if result.fault else "proven", result.fault, result.proof
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
                    f"{draft.total} answers.",
                    "Give the variants fewer values.",
                )
            with self._database.writing() as connection:
                if not note_progress(connection, draft, done):
                    raise ProofGivenUp("The exercise was changed meanwhile.")

        return note


class _Stopping(Exception):
    """The server ends: what is running waits for its next start."""
