"""The drawn pictures are the same everywhere, and show what their labels say."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from compiler_core.errors import UnknownName
from compiler_core.graph.evaluation.shipped import shipped_settings
from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES, SIGN_CLASSES
from compiler_core.graph.evaluation.signs.distance import (
    edges,
    inside_polygon,
    segment_distances,
)
from compiler_core.graph.evaluation.signs.drawing import draw_sign
from compiler_core.graph.evaluation.splits import SPLITS, SplitPlan, split, split_plan

TRAINING_SAMPLE = "eac3a7a0b40ccfc301a11af98e520c0eab277684ca7cf4e8167c30dd11cae595"
KEPT_IN_MEMORY = [plan for plan in SPLITS if plan.name != "train"]


@pytest.mark.parametrize("plan", KEPT_IN_MEMORY, ids=lambda plan: plan.name)
def test_a_split_is_drawn_bit_by_bit_as_ever(plan: SplitPlan) -> None:
    found = split(plan.name)
    assert found.digest() == plan.digest
    assert found.pictures.shape == (plan.count, 32, 32, 3)
    counts = np.bincount(found.labels, minlength=len(CLASS_NAMES))
    assert counts.max() - counts.min() <= 1


def test_pictures_of_the_training_split_too() -> None:
    """Every seventeenth: all classes in turn. Who trains on it compares the whole digest."""
    plan, classes = split_plan("train"), len(SIGN_CLASSES)
    drawn = [draw_sign(at % classes, plan.seed, at) for at in range(0, plan.count, 17)]
    assert {at % classes for at in range(0, plan.count, 17)} == set(range(classes))
    assert sha256(b"".join(one.tobytes() for one in drawn)).hexdigest() == TRAINING_SAMPLE


def test_no_picture_is_in_two_splits() -> None:
    seeds = [plan.seed for plan in SPLITS]
    assert len(set(seeds)) == len(seeds)
    pictures = [one.tobytes() for name in ("calibration", "test") for one in split(name).pictures]
    assert len(set(pictures)) == len(pictures)


def test_pictures_differ_by_seed_and_label_only() -> None:
    assert np.array_equal(draw_sign(3, 9, 1), draw_sign(3, 9, 1))
    assert not np.array_equal(draw_sign(3, 9, 1), draw_sign(3, 9, 2))
    assert not np.array_equal(draw_sign(3, 9, 1), draw_sign(4, 9, 1))


def test_an_unknown_split_is_refused_and_a_known_one_not_written_to() -> None:
    with pytest.raises(UnknownName):
        split("validation")
    with pytest.raises(ValueError, match="read-only"):
        split("calibration").pictures[0] = 0


def test_distances_are_those_of_geometry() -> None:
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    points = np.array([[1.0, 1.0], [3.0, 1.0], [-3.0, -4.0], [0.5, 1.0], [2.0, 5.0]])
    around = edges(square, "closed")
    assert segment_distances(points, *around).tolist() == pytest.approx([1, 1, 5, 0.5, 3])
    assert inside_polygon(points, *around).tolist() == [True, False, False, True, False]
    open_line = edges(square, "open")
    assert segment_distances(points, *open_line)[3] == pytest.approx(1.0)


def test_every_sign_stays_within_its_frame() -> None:
    for sign in SIGN_CLASSES:
        for drawing in sign.drawings:
            assert (
                max(abs(value) for part in drawing for corner in part.corners for value in corner)
                <= 1.07
            ), sign.name


def test_the_settings_are_the_mean_and_deviation_of_the_pictures() -> None:
    tensors = split("test").tensors(shipped_settings())
    assert tensors.dtype == np.float32
    assert np.abs(tensors.mean(axis=(0, 2, 3))).max() < 0.05
    assert np.abs(tensors.std(axis=(0, 2, 3)) - 1).max() < 0.05
