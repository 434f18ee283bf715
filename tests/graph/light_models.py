"""The light models by their names."""

from __future__ import annotations

from compiler_core.graph.evaluation.light import LIGHT_MODELS, LightModel


def light_model(name: str) -> LightModel:
    return next(model for model in LIGHT_MODELS if model.id == name)
