"""Which layers look back only so far, as config.json says it for each kind of model."""

from __future__ import annotations

from compiler_core.llm.reading.architectures import Architecture, windowed_layers
from compiler_core.llm.reading.configuration_text import ConfigurationText
from compiler_core.llm.reading.errors import ModelFileRefused

_WINDOW, _FULL = "sliding_attention", "full_attention"
_ALL_LAYERS = ("mistral", "mixtral", "phi3")
_SWITCHED = ("qwen2", "qwen3", "qwen3_moe")
_WITH_KINDS = ("qwen2", "qwen3", "gemma2", "gemma3", "gemma3_text")
Windows = tuple[int, tuple[int, ...]]
NO_WINDOW: Windows = (0, ())


def windows_of(text: ConfigurationText, known: Architecture, layers: int) -> Windows:
    """Positions and layers; no layers with a window stands for all. Raises ModelFileRefused."""
    kind = text.model_type
    if kind not in (*_ALL_LAYERS, *_SWITCHED, *_WITH_KINDS):
        return NO_WINDOW
    if kind in _SWITCHED and not text.truth("use_sliding_window", "no"):
        if kind in _WITH_KINDS:
            _check_kinds_without_window(text)
        return NO_WINDOW
    window = text.integer("sliding_window")
    if text.values.get("sliding_window") == 0:
        raise ModelFileRefused(
            "sliding_window is 0 in config.json: a layer would see nothing.",
            "null stands for no window.",
        )
    if not window or kind not in _WITH_KINDS:
        return window, ()
    layers_with = _layers_with_window(text, known, layers, window)
    return (window, layers_with) if layers_with else NO_WINDOW


def _layers_with_window(
    text: ConfigurationText, known: Architecture, layers: int, window: int
) -> tuple[int, ...]:
    kinds = text.values.get("layer_types")
    if kinds is not None:
        return tuple(at for at, kind in enumerate(_checked(kinds, layers)) if kind == _WINDOW)
    if known.name.startswith("qwen"):
        return tuple(range(min(text.integer("max_window_layers"), layers), layers))
    if known.name == "gemma3":
        period = max(text.integer("sliding_window_pattern"), 1)
        return tuple(at for at in range(layers) if (at + 1) % period)
    return windowed_layers(known, layers, window)


def _checked(kinds: object, layers: int) -> list[str]:
    if not isinstance(kinds, list) or len(kinds) != layers:
        raise ModelFileRefused(
            f"layer_types in config.json has to name the kind of each of {layers} layers."
        )
    other = next((kind for kind in kinds if kind not in (_WINDOW, _FULL)), None)
    if other is not None:
        raise ModelFileRefused(
            f"layer_types in config.json has a layer of the kind {str(other)[:40]}.",
            f"Computed are {_FULL} and {_WINDOW}.",
        )
    return kinds


def _check_kinds_without_window(text: ConfigurationText) -> None:
    """A layer cannot have a window that is switched off."""
    kinds = text.values.get("layer_types")
    if isinstance(kinds, list) and _WINDOW in kinds:
        raise ModelFileRefused(
            f"layer_types in config.json has layers of the kind {_WINDOW}, and use_sliding_window "
            "is false.",
            "Switch the window on, or name all layers full_attention.",
        )
