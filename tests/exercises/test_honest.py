"""No honest shape of an answer is refused: solved answers rewritten, and others by hand.

`python -m tests.exercises.honest` grades all of them; here each shape is graded on one exercise.
"""

from __future__ import annotations

import pytest

from tests.exercises.honest import fault_of
from tests.exercises.shapes import Honest, by_hand, rewritten

ALL = rewritten()
SHAPES = sorted({one.shape for one in ALL})
ONE_OF_EACH = [
    found[number % len(found)]
    for number, shape in enumerate(SHAPES)
    for found in ([one for one in ALL if one.shape == shape],)
]
SOME = [*ONE_OF_EACH, *by_hand()]


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("answer", SOME, ids=[one.name for one in SOME])
def test_no_honest_answer_is_refused(answer: Honest) -> None:
    assert fault_of(answer) == ""


def test_there_are_200_of_them() -> None:
    assert len({one.source for one in (*ALL, *by_hand())}) >= 200
