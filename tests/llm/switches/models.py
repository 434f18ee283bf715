"""Cases as directories, converted and computed by the product."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file

from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import Conversion, ConversionSettings
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from tests.llm.switches.cases import KEPT, TOKENS, Config, tensors_of

FOLDER = Path(__file__).parent
CLOSE = 1e-4


@cache
def recorded() -> dict[str, np.ndarray]:
    """What transformers says: float32 [KEPT, vocabulary] by case."""
    with np.load(FOLDER / "recorded.npz") as found:
        return dict(found)


@cache
def keys_without_effect() -> dict[str, list[str]]:
    """By kind, keys with which transformers' logits stay the same to the last bit."""
    return json.loads((FOLDER / "recorded.json").read_text())["same"]


def written(folder: Path, config: Config, tensors: dict[str, np.ndarray] | None = None) -> Path:
    """A directory as Hugging Face publishes models."""
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors_of(config) if tensors is None else tensors, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def converted(
    folder: Path, config: Config, type_name: str = "f32", **settings: Any
) -> tuple[Path, Conversion]:
    """The GGUF of a case."""
    out = folder / f"{type_name}.gguf"
    source = written(folder / "source", config)
    return out, convert_model(source, out, ConversionSettings(type_name, **settings))


def reference_logits(model: Path) -> np.ndarray:
    """Of the last positions."""
    return forward(load_reference(model), TOKENS)[-KEPT:]
