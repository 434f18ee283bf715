"""`lowlab exercise check`: grade the answers of an exercise's proof, whose points are known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson

if TYPE_CHECKING:
    from compiler_core.exercises.proof import ExerciseProof

ExercisePath = Annotated[
    str | None,
    typer.Argument(
        metavar="PATH",
        help="An exercise's file or folder, or a folder of exercises; all that ship if left out.",
        show_default=False,
    ),
]


def exercise_check_command(path: ExercisePath = None, as_json: AsJson = False) -> int:
    """Prove exercises by answers of every quality.

    Solved answers get all points, partial ones theirs, wrong ones at most half.

    Every combination of the variants' values is tried. Exit status 1 if an exercise is not proven.
    """
    import orjson

    from command_line.output import print_error, print_json, print_lines
    from compiler_core.exercises.proof import prove_all
    from compiler_core.exercises.shipped import EXERCISES_FOLDER, exercises_at

    report = prove_all(exercises_at(Path(path) if path else EXERCISES_FOLDER))
    if as_json:
        print_json(orjson.dumps(report))
    else:
        print_lines([line for proof in report.exercises for line in _lines(proof)])
    if report.failed:
        print_error(f"{report.failed} of {len(report.exercises)} exercises are not proven.")
        return 1
    return 0


def _lines(proof: ExerciseProof) -> list[str]:
    """The exercise, and each answer that has other points than it should."""
    from compiler_core.amounts import count

    moved = [f"  {sentence}" for sentence in proof.moved]
    if proof.proven:
        return [f"proven      {proof.id}: {count(len(proof.lines), 'answer')} graded", *moved]
    faults = list(
        dict.fromkeys((proof.fault, *(row.sentence for row in proof.lines if not row.ok)))
    )
    return [f"NOT PROVEN  {proof.id}", *(f"  {fault}" for fault in faults), *moved]
