"""How exercises are read and proven in this server: in jailed processes, one answer after another.

Whoever writes an exercise is believed no more than whoever answers it: its YAML, its patterns and
its sources stay out of the server's own process until the exercise is proven.
"""

from __future__ import annotations

import msgspec

from app.analysis.from_threads import analysed
from app.analysis.running import grader
from app.analysis.task import Task
from app.lab.judging import by_worker
from classroom.proving import Note, Proven
from compiler_core.errors import InputError
from compiler_core.exercises.asked import LineAsked
from compiler_core.exercises.measured import versions_here
from compiler_core.exercises.proof import ProofLine, proof_of
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.summary import ExerciseSummary

PROOF_MODULE = "compiler_core.exercises.proof_job"


def read_draft(text: str, wanted_id: str) -> ExerciseSummary:
    """What the file holds, or its first fault. wanted_id: the id it must have; empty for any."""
    body = text.encode("utf-8", "replace")
    task = Task(name="exercise", path="/lab", body=body, form=(("id", wanted_id),))
    try:
        answer = analysed(task)
    except InputError:
        return ExerciseSummary(
            fault="Reading this exercise came to no end. Make its patterns and variants smaller."
        )
    return msgspec.json.decode(answer.body, type=ExerciseSummary)


def prove_jailed(text: str, note: Note) -> Proven:
    """Every answer of the proof. Raises InputError where one comes to no end, LoweringLabError for
    faults of ours, and what `note` raises."""
    summary = read_draft(text, "")
    if summary.fault:
        raise InputError(summary.fault)
    lines: list[ProofLine] = []
    for number in range(summary.gradings):
        note(number)
        lines.append(_line(text, summary.kind, number))
    # It has been read in a jailed process just now, within its limits.
    proof = proof_of(read_exercise(text, {}), tuple(lines), versions_here())
    return Proven(proof.fault, msgspec.to_builtins(proof))


def _line(text: str, kind: str, number: int) -> ProofLine:
    body = msgspec.json.encode(LineAsked(text, number))
    try:
        if kind == "network":
            answer = by_worker(PROOF_MODULE, body)
        else:
            answer = analysed(Task(name="prove", path="/lab", body=body), grader()).body
    except InputError as error:
        raise InputError(
            f"Answer {number + 1} of the proof was not graded: {error.message}", error.advice
        ) from error
    return msgspec.json.decode(answer, type=ProofLine)
