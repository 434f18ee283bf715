"""The methods of calibration by name."""

from __future__ import annotations

from compiler_core.graph.calibration.methods import METHODS

METHOD_NAMED = {method.name: method for method in METHODS}
