"""How many pictures of a split a model names rightly: the same question at every stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES
from compiler_core.graph.evaluation.splits import Split
from compiler_core.graph.model_session import AnyModel, Session
from compiler_core.graph.picture_input.in_graph import sized
from compiler_core.graph.picture_input.settings import PictureSettings

_BATCH = 50


@dataclass(frozen=True, slots=True)
class ClassAccuracy:
    """Of the pictures of one class: how many were named rightly, and what most others were called.

    mistaken_for: the class that was named most often instead, "" when all are right.
    """

    name: str
    correct: int
    total: int
    mistaken_for: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right answers on a split."""

    split: str
    correct: int
    total: int
    per_class: tuple[ClassAccuracy, ...]

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.correct / self.total

    @property
    def sentence(self) -> str:
        return f"{self.correct} of {self.total} pictures are named rightly ({self.share:.1%})."


def accuracy(model: AnyModel, pictures: Split, settings: PictureSettings) -> Accuracy:
    """Run the model on every picture. A model with a uint8 input gets the pixels themselves.

    Raises InputError when the model does not take these pictures or has too few outputs.
    """
    return accuracy_of(scores(model, pictures, settings), pictures)


def accuracy_of(class_scores: np.ndarray, pictures: Split) -> Accuracy:
    """From scores [n, classes], of which the highest is the answer."""
    if class_scores.shape != (len(pictures.labels), len(CLASS_NAMES)):
        raise InputError(
            f"The model gives scores of shape {list(class_scores.shape)}, not one for each of the "
            f"{len(CLASS_NAMES)} classes of the {len(pictures.labels)} pictures.",
            "Accuracy is known only for models of the signs.",
        )
    named = class_scores.argmax(axis=1)
    classes = tuple(
        _class_accuracy(label, named[pictures.labels == label]) for label in range(len(CLASS_NAMES))
    )
    return Accuracy(
        pictures.name, sum(sign.correct for sign in classes), len(pictures.labels), classes
    )


def scores(model: AnyModel, pictures: Split, settings: PictureSettings) -> np.ndarray:
    """What the model's first output is for each picture: [n, classes].

    Raises InputError when the runtime refuses the model or the pictures.
    """
    session = Session(model)
    entry = session.entries[0]
    reads_pixels = entry.element_type == "uint8"
    tensors = _pixels(pictures, entry.shape) if reads_pixels else pictures_for(settings, pictures)
    batch = entry.shape[0] if entry.shape and isinstance(entry.shape[0], int) else _BATCH
    return run_in_batches(lambda part: session.first_output({entry.name: part}), tensors, batch)


def _pixels(pictures: Split, shape: tuple[int | str | None, ...]) -> np.ndarray:
    """In the size that the model reads, [n, height, width, 3]; enlarging repeats pixels."""
    high, wide = shape[1:3] if len(shape) == 4 else (None, None)
    if not isinstance(high, int) or not isinstance(wide, int):
        return pictures.pictures
    return sized(pictures.pictures, high, wide)


def pictures_for(settings: PictureSettings, pictures: Split) -> np.ndarray:
    """The split's tensors. Raises InputError when the settings want another size."""
    side = pictures.pictures.shape[1]
    if (settings.width, settings.height) != (side, side):
        raise InputError(f"The pictures of the split are {side} x {side} pixels.")
    return pictures.tensors(settings)


def run_in_batches(
    run: Callable[[np.ndarray], np.ndarray], tensors: np.ndarray, batch: int
) -> np.ndarray:
    """Scores of all tensors, `batch` at a time; a last batch that is short is filled up."""
    scores = []
    for start in range(0, len(tensors), batch):
        part = tensors[start : start + batch]
        full = np.concatenate([part, np.repeat(part[-1:], batch - len(part), axis=0)])
        scores.append(run(full).reshape(batch, -1)[: len(part)])
    return np.concatenate(scores)


def _class_accuracy(label: int, named: np.ndarray) -> ClassAccuracy:
    counts = np.bincount(named, minlength=len(CLASS_NAMES))
    correct, total = int(counts[label]), len(named)
    counts[label] = 0
    mistaken_for = CLASS_NAMES[int(counts.argmax())] if correct < total else ""
    return ClassAccuracy(CLASS_NAMES[label], correct, total, mistaken_for)
