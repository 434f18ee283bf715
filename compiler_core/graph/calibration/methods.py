"""The registry of methods that choose a range."""

from __future__ import annotations

from compiler_core.graph.calibration.kullback_leibler import KULLBACK_LEIBLER
from compiler_core.graph.calibration.mean_squared_error import MEAN_SQUARED_ERROR
from compiler_core.graph.calibration.minimum_maximum import MINIMUM_MAXIMUM
from compiler_core.graph.calibration.percentile import PERCENTILE
from compiler_core.graph.observing.records import CalibrationMethod

METHODS: tuple[CalibrationMethod, ...] = (
    MINIMUM_MAXIMUM,
    PERCENTILE,
    MEAN_SQUARED_ERROR,
    KULLBACK_LEIBLER,
)

MEASURED = "measured"
_MEASURED_IDEA = (
    "Try the ranges of all methods on the samples themselves: each tensor takes the one that "
    "leaves the best signal to noise ratio, unless one method for all serves the output better."
)
# What a reader can choose, by name, with a sentence each: the default first.
CHOICES: tuple[tuple[str, str], ...] = (
    (MEASURED, _MEASURED_IDEA),
    *((listed_method.name, listed_method.idea) for listed_method in METHODS),
)
