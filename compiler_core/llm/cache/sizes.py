"""How large the key and value cache becomes: the formula, for all kinds of attention.

Bytes of a position = layers · key heads · (head size of keys + of values) · bytes of an element.
The number of query heads does not count: sharing key heads (GQA, Ainslie et al. 2023) or having
only one (MQA, Shazeer 2019) is what makes caches small. A windowed layer keeps at most its window.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.windows import is_windowed


@dataclass(frozen=True, slots=True)
class ElementType:
    """values: in a block that takes so many bytes; rows are whole blocks."""

    name: str
    values: int
    bytes: int


CACHE_TYPES = (
    ElementType("F32", 1, 4),
    ElementType("F16", 1, 2),
    ElementType("Q8_0", 32, 34),
    ElementType("Q4_0", 32, 18),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheSize:
    """The cache of one sequence."""

    positions: int
    """How many the sequence has."""
    full_layers: int
    """Layers that keep all positions."""
    windowed_layers: int
    """Layers that keep the last kept_positions only."""
    kept_positions: int
    """What a windowed layer keeps of the sequence."""
    key_heads: int
    """Heads of keys in a layer, as many as of values."""
    row_bytes: int
    """Keys and values of one position in one layer."""
    total: int
    """Bytes of all layers."""
    without_sharing: int
    """Bytes if every query head had keys and values of its own."""
    without_window: int
    """Bytes if all layers kept all positions."""
    sharing: str
    """"multi-head", "grouped" or "multi-query"."""

    @property
    def formula(self) -> str:
        """The product with its numbers."""
        parts = []
        if self.full_layers:
            parts.append(f"{self.full_layers} layers · {self.positions} positions")
        if self.windowed_layers:
            parts.append(f"{self.windowed_layers} layers · {self.kept_positions} positions")
        places = " + ".join(parts)
        places = f"({places})" if len(parts) > 1 else places
        return f"{places} · {self.row_bytes} B = {self.total} B"


def cache_size(
    configuration: ModelConfiguration,
    positions: int,
    key_type: str = "F16",
    value_type: str = "F16",
) -> CacheSize:
    """The cache of one sequence of so many positions.

    Raises InputError for a type a cache cannot have, or whose blocks do not divide a row.
    """
    windowed = sum(is_windowed(configuration, layer) for layer in range(configuration.layers))
    window = min(positions, configuration.sliding_window) if windowed else positions
    full = configuration.layers - windowed
    row = row_bytes(configuration, key_type, value_type)
    total = (full * positions + windowed * window) * row
    return CacheSize(
        positions=positions,
        full_layers=full,
        windowed_layers=windowed,
        kept_positions=window,
        key_heads=configuration.key_value_heads,
        row_bytes=row,
        total=total,
        without_sharing=total * configuration.group,
        without_window=configuration.layers * positions * row,
        sharing=sharing_of(configuration),
    )


def sharing_of(configuration: ModelConfiguration) -> str:
    """What the way of sharing key heads is called."""
    if configuration.key_value_heads == configuration.heads:
        return "multi-head"
    return "multi-query" if configuration.key_value_heads == 1 else "grouped"


def row_bytes(configuration: ModelConfiguration, key_type: str, value_type: str) -> int:
    """Keys and values of one position in one layer."""
    keys = configuration.key_value_heads * configuration.head_size
    values = configuration.key_value_heads * configuration.size_of_values
    return _bytes_of(keys, key_type) + _bytes_of(values, value_type)


def _bytes_of(elements: int, type_name: str) -> int:
    kind = next((known for known in CACHE_TYPES if known.name == type_name.upper()), None)
    if kind is None:
        names = ", ".join(cache_type.name for cache_type in CACHE_TYPES)
        raise InputError(f"A cache cannot be of the type {type_name!r}.", f"Known: {names}.")
    if elements % kind.values:
        raise InputError(
            f"A row of {elements} elements is not a whole number of {kind.name} blocks.",
            f"{kind.name} has {kind.values} elements a block; use F16.",
        )
    return elements // kind.values * kind.bytes
