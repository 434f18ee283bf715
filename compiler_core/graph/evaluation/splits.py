"""Pictures with their labels: for training, for calibration, and for the test of accuracy.

They are drawn anew from their seeds; a digest says that they are the pictures that the shipped
figures were measured on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from compiler_core.errors import UnknownName
from compiler_core.graph.evaluation.signs.classes import SIGN_CLASSES
from compiler_core.graph.evaluation.signs.drawing import draw_sign
from compiler_core.graph.picture_input.settings import PictureSettings


@dataclass(frozen=True, slots=True)
class SplitPlan:
    """Which pictures a split has: its seed, how many, and the SHA-256 of their bytes."""

    name: str
    seed: int
    count: int
    digest: str


SPLITS: tuple[SplitPlan, ...] = (
    SplitPlan(
        "train", 1, 24_000, "32eefc5b182b87027485dfccd47a724d9a34f240d2c7e531d2f6203e9aaf0dcb"
    ),
    SplitPlan(
        "calibration", 2, 256, "464c1fd31f568f8116a788b107fa84d2853aac902b704e63f6e00e0906df9a12"
    ),
    SplitPlan("test", 3, 1_000, "6a3c38942d094ccca59b3f532a2562221fb24bba3053606517b66107c5894e6e"),
)


@dataclass(frozen=True, slots=True)
class Split:
    """pictures: uint8 [n, 32, 32, 3], RGB. labels: int64 [n], places in SIGN_CLASSES."""

    name: str
    pictures: np.ndarray
    labels: np.ndarray

    def tensors(self, settings: PictureSettings) -> np.ndarray:
        """What a network reads: float32 [n, …] in the settings' layout."""
        return settings.tensors(self.pictures)

    def digest(self) -> str:
        """SHA-256 of the pictures and labels."""
        return hashlib.sha256(self.pictures.tobytes() + self.labels.tobytes()).hexdigest()


def split(name: str) -> Split:
    """The calibration or the test split, drawn once per process; 0.4 and 1.5 seconds.

    Raises UnknownName. The training split takes half a minute and is drawn each time.
    """
    plan = split_plan(name)
    return _kept_split(name) if name != "train" else drawn_split(plan)


def split_plan(name: str) -> SplitPlan:
    """Raises UnknownName."""
    plan = next((split for split in SPLITS if split.name == name), None)
    if plan is None:
        known = ", ".join(known_split.name for known_split in SPLITS)
        raise UnknownName(f"There is no split {name!r}.", f"Splits: {known}.")
    return plan


def drawn_split(plan: SplitPlan) -> Split:
    """The classes take turns, so that each has as many pictures as the others, give or take one."""
    labels = np.arange(plan.count, dtype=np.int64) % len(SIGN_CLASSES)
    pictures = np.stack(
        [draw_sign(label, plan.seed, at) for at, label in enumerate(labels.tolist())]
    )
    pictures.setflags(write=False)
    labels.setflags(write=False)
    return Split(plan.name, pictures, labels)


@lru_cache(maxsize=2)
def _kept_split(name: str) -> Split:
    return drawn_split(split_plan(name))
