"""Whether a model that reads pixels says what the model said that read a prepared tensor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.model_session import AnyModel, Session
from compiler_core.graph.picture_input.resampling import resized
from compiler_core.graph.picture_input.settings import PictureSettings


@dataclass(frozen=True, slots=True)
class FoldedComparison:
    """largest_difference: of the outputs. largest_output: of those of the first model, by amount.

    same_answers: of how many pictures the highest output is the same one.
    """

    pictures: int
    same_answers: int
    largest_difference: float
    largest_output: float

    @property
    def relative_difference(self) -> float:
        return self.largest_difference / self.largest_output if self.largest_output else 0.0

    @property
    def same(self) -> bool:
        """Whether every answer is."""
        return self.same_answers == self.pictures

    @property
    def sentence(self) -> str:
        return (
            f"{self.same_answers} of {self.pictures} answers are the same; outputs differ by at "
            f"most {self.relative_difference:.1e} of the largest."
        )


def compare_folded(
    model: AnyModel, folded: AnyModel, settings: PictureSettings, pictures: np.ndarray
) -> FoldedComparison:
    """Run both on the same camera pictures, uint8 [n, height, width, 3], RGB, n at least 1.

    Raises InputError when one of the models does not run.
    """
    prepared, reading = Session(model), Session(folded)
    first = [_run(prepared, settings.tensors(_sized(frame, settings)[None])) for frame in pictures]
    second = [_run(reading, picture[None]) for picture in pictures]
    pairs = list(zip(first, second, strict=True))
    return FoldedComparison(
        len(pairs),
        sum(int(output.argmax()) == int(other.argmax()) for output, other in pairs),
        max(float(np.abs(scores - other).max()) for scores, other in pairs),
        max(float(np.abs(answer).max()) for answer in first),
    )


def _sized(pixels: np.ndarray, settings: PictureSettings) -> np.ndarray:
    return resized(pixels, settings.height, settings.width, settings.resampling)


def _run(session: Session, tensor: np.ndarray) -> np.ndarray:
    return session.first_output({session.entries[0].name: tensor})
