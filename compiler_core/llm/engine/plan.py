"""What an engine is made from: the header, the settings, and what follows from both."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.engine.settings import USUAL_CONTEXT, EngineSettings
from compiler_core.llm.packed_projections import product_header
from compiler_core.llm.records import ModelConfiguration, ModelHeader, TensorEntry

_FLOATS = ("F32", "F16")
_ALIGNMENT = 4
CACHE_BLOCK = 32
"""Values of a quantised cache that share a scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePlan:
    """What the engine of a language model is made from."""

    header: ModelHeader
    """Of the GGUF file that the engine runs."""
    settings: EngineSettings
    """What was asked for."""
    context: int
    """Positions that the cache has room for."""
    cache_type: str
    """f32, f16 or q8_0."""
    frequencies: tuple[float, ...]
    """Radians a position by which each pair of a head is turned."""
    windowed_frequencies: tuple[float, ...]
    """Those of windowed layers, empty where they are the same."""
    tensors: dict[str, TensorEntry]
    """The file's tensors by name."""

    @property
    def configuration(self) -> ModelConfiguration:
        return self.header.configuration

    @property
    def pages(self) -> int:
        """Of the cache, enough for the whole context."""
        return -(-self.context // self.settings.page)

    @property
    def query_width(self) -> int:
        return self.configuration.heads * self.configuration.head_size

    @property
    def key_width(self) -> int:
        return self.configuration.key_value_heads * self.configuration.head_size

    @property
    def value_width(self) -> int:
        return self.configuration.key_value_heads * self.configuration.size_of_values

    @property
    def attended_width(self) -> int:
        return self.configuration.heads * self.configuration.size_of_values

    def tensor(self, name: str, *shape: int) -> TensorEntry:
        """The tensor of this name. Raises InputError when it is missing or of another shape."""
        entry = self.tensors.get(name)
        if entry is None:
            raise InputError(f"The file has no tensor {name}.", "Is it a whole model?")
        if entry.shape != shape:
            raise InputError(f"{name} has shape {entry.shape}; the header asks for {shape}.")
        if len(shape) == 1 and entry.type != "F32":
            raise InputError(f"{name} is of type {entry.type}; norms and biases must be F32.")
        if entry.offset % _ALIGNMENT:
            raise InputError(f"{name} begins at byte {entry.offset}, which is not aligned.")
        if entry.offset + entry.size > self.header.file_bytes:
            raise InputError(f"{name} ends after the end of the file.", "The file is cut off.")
        return entry

    def windowed(self, layer: int) -> bool:
        """Whether a layer sees a window only."""
        configuration = self.configuration
        if not configuration.sliding_window:
            return False
        return not configuration.windowed_layers or layer in configuration.windowed_layers


def engine_plan(
    header: ModelHeader, settings: EngineSettings, rotary_factors: tuple[float, ...] = ()
) -> EnginePlan:
    """rotary_factors: the values of rope_freqs.weight, which divide the frequencies."""
    configuration = header.configuration
    scale = configuration.rotary_scale if configuration.rotary_scaling == "linear" else 1.0
    return EnginePlan(
        header=header,
        settings=settings,
        context=_context(configuration, settings),
        cache_type=_cache_type(configuration, settings, header),
        frequencies=_frequencies(configuration, configuration.rotary_base, scale, rotary_factors),
        windowed_frequencies=_windowed_frequencies(configuration),
        tensors={tensor.name: tensor for tensor in product_header(header).tensors},
    )


def _cache_type(
    configuration: ModelConfiguration, settings: EngineSettings, header: ModelHeader
) -> str:
    """Raises InputError where blocks of codes do not fit the heads."""
    sizes = (configuration.head_size, configuration.size_of_values)
    if settings.cache_type == "q8_0" and any(size % CACHE_BLOCK for size in sizes):
        raise InputError(
            f"Heads have {max(sizes)} values; a cache of q8_0 needs a multiple of {CACHE_BLOCK}.",
            "Take a cache of f16.",
        )
    floats = all(tensor.type in _FLOATS for tensor in header.tensors)
    return settings.cache_type or ("f32" if floats else "f16")


def _context(configuration: ModelConfiguration, settings: EngineSettings) -> int:
    """Raises InputError for more positions than the model was trained for."""
    trained = configuration.context or USUAL_CONTEXT
    if settings.context > trained:
        raise InputError(
            f"The model was trained for {trained} positions, not {settings.context}.",
            "Ask for a context no longer than that.",
        )
    return settings.context or min(trained, USUAL_CONTEXT)


def _frequencies(
    configuration: ModelConfiguration, base: float, scale: float, factors: tuple[float, ...]
) -> tuple[float, ...]:
    """Pair i of n rotated elements turns by base^(-2i / n) per position (RoFormer, 3.2)."""
    size = configuration.rotary_size or configuration.head_size
    if factors and len(factors) != size // 2:
        raise InputError(f"rope_freqs.weight has {len(factors)} values for {size // 2} pairs.")
    divisors = factors or (1.0,) * (size // 2)
    return tuple(base ** (-2 * i / size) / scale / divisors[i] for i in range(size // 2))


def _windowed_frequencies(configuration: ModelConfiguration) -> tuple[float, ...]:
    """Those of windowed layers with a base of their own, which are never scaled."""
    if not (configuration.windowed_rotary_base and configuration.sliding_window):
        return ()
    return _frequencies(configuration, configuration.windowed_rotary_base, 1.0, ())
