"""A directory as Hugging Face publishes it: config.json, one file or shards, a tokeniser.

The index names the shards; a name is a file of this directory and nothing else. config.json may be
missing beside a single file, and then nearly all of the shape is unknown and said to be so.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from compiler_core.llm.reading.bounded_json import parse_object
from compiler_core.llm.reading.configuration_keys import configuration_findings
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header_bytes import bytes_of_file
from compiler_core.llm.reading.json_configuration import json_configuration
from compiler_core.llm.reading.json_tokeniser import json_tokeniser
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.reading.safetensors_header import SafetensorsTable, read_safetensors
from compiler_core.llm.reading.safetensors_tensors import tensor_findings
from compiler_core.llm.records import (
    MetadataEntry,
    ModelConfiguration,
    ModelHeader,
    TensorEntry,
    TokeniserData,
)

CONFIG, INDEX = "config.json", "model.safetensors.index.json"
TOKENIZER, TOKENIZER_CONFIG = "tokenizer.json", "tokenizer_config.json"
SUFFIX = ".safetensors"
_SHOWN = 200
_NAMED = 4


def read_directory(folder: Path) -> ModelHeader:
    """The header of all shards. Raises ModelFileRefused."""
    names = _shards(folder)
    tables = [_table_of(folder / name, name) for name in names]
    tensors = tuple(tensor for table in tables for tensor in table.tensors)
    hold("tensors", len(tensors), folder.name)
    if len({entry.name for entry in tensors}) != len(tensors):
        raise ModelFileRefused("A tensor is in two files of this directory.")
    file_bytes = sum((folder / name).stat().st_size for name in names)
    header_bytes = sum(table.header_bytes for table in tables)
    config = optional_object(folder / CONFIG, "config_bytes")
    tokeniser = directory_tokeniser(folder, config)
    return safetensors_header(
        tables[0], tensors, config, tokeniser, (file_bytes, header_bytes), names
    )


def read_single(path: Path) -> ModelHeader:
    """One safetensors file, with config.json and the tokeniser if they are beside it."""
    table = _table_of(path, "")
    config = optional_object(path.parent / CONFIG, "config_bytes")
    sizes = (path.stat().st_size, table.header_bytes)
    tokeniser = directory_tokeniser(path.parent, config) if config else TokeniserData()
    return safetensors_header(table, table.tensors, config, tokeniser, sizes)


def safetensors_header(
    table: SafetensorsTable,
    tensors: tuple[TensorEntry, ...],
    config: dict[str, Any],
    tokeniser: TokeniserData,
    sizes: tuple[int, int],
    files: tuple[str, ...] = (),
) -> ModelHeader:
    """sizes: bytes of the files, and of their headers."""
    configuration, problems = _configuration(config)
    keys = configuration_findings(config)
    return ModelHeader(
        format="safetensors",
        name=_name(config, configuration),
        configuration=configuration,
        tensors=tensors,
        metadata=(*_entries(table.metadata), *_entries(config)),
        tokeniser=tokeniser,
        version=1,
        alignment=1,
        file_bytes=sizes[0],
        header_bytes=sizes[1],
        problems=problems,
        directory_files=files,
        warnings=keys.warnings,
        refusals=(*keys.refusals, *tensor_findings(configuration, tensors)),
    )


def directory_tokeniser(folder: Path, config: dict[str, Any]) -> TokeniserData:
    """Of tokenizer.json; empty if there is none. config: names begin and end by their numbers,
    where tokenizer_config.json does not name them."""
    tokenizer = optional_object(folder / TOKENIZER, "tokenizer_bytes")
    if not tokenizer:
        return TokeniserData()
    settings = optional_object(folder / TOKENIZER_CONFIG, "config_bytes")
    table = json_tokeniser(tokenizer, settings)
    count = len(table.tokens)
    return replace(
        table,
        begin=_numbered(config, "bos_token_id", count) if table.begin is None else table.begin,
        end=_numbered(config, "eos_token_id", count) if table.end is None else table.end,
    )


def _numbered(config: dict[str, Any], key: str, count: int) -> int | None:
    """A token's number; the first where there are several."""
    token = config.get(key)
    first = token[0] if isinstance(token, list) and token else token
    return first if type(first) is int and 0 <= first < count else None


def optional_object(path: Path, limit: str) -> dict[str, Any]:
    """The JSON object of a file, empty if there is no file. Raises ModelFileRefused."""
    if not path.is_file():
        return {}
    size = path.stat().st_size
    hold(limit, size, path.name)
    with path.open("rb") as file:
        return parse_object(file.read(size), limit, path.name)


def _configuration(config: dict[str, Any]) -> tuple[ModelConfiguration, tuple[str, ...]]:
    if config:
        return json_configuration(config)
    empty = ModelConfiguration(
        architecture="unknown",
        layers=0,
        hidden=0,
        feed_forward=0,
        heads=0,
        key_value_heads=0,
        head_size=0,
        vocabulary=0,
        context=0,
    )
    return empty, (
        "There is no config.json, so the shape of the model is unknown: the table of tensors and "
        "its bytes are exact, the key and value cache cannot be computed.",
    )


def _shards(folder: Path) -> tuple[str, ...]:
    index = optional_object(folder / INDEX, "json_header_bytes")
    if index:
        return _shards_of_index(folder, index)
    names = tuple(sorted(shard.name for shard in folder.glob(f"*{SUFFIX}") if shard.is_file()))
    if not names:
        raise ModelFileRefused(
            f"{folder.name} holds no {SUFFIX} file.",
            "Give a GGUF, a safetensors file, or a directory with config.json and safetensors.",
        )
    hold("files", len(names), folder.name)
    return names


def _shards_of_index(folder: Path, index: dict[str, Any]) -> tuple[str, ...]:
    places = index.get("weight_map")
    if not isinstance(places, dict) or not places:
        raise ModelFileRefused(f"{INDEX} has no weight_map.")
    names = {name if isinstance(name, str) else "" for name in places.values()}
    hold("files", len(names), INDEX)
    for name in sorted(names):
        if not name.endswith(SUFFIX) or name != Path(name).name or "\0" in name or "\\" in name:
            raise ModelFileRefused(f"{INDEX} names {name[:60]!r}, which is no file beside it.")
    missing = [name for name in sorted(names) if not (folder / name).is_file()]
    if missing:
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        are = "which is" if len(missing) == 1 else "which are"
        raise ModelFileRefused(
            f"{INDEX} names {', '.join(missing[:_NAMED])}{more}, {are} not there.",
            "Download all parts of the model.",
        )
    return tuple(sorted(names))


def _table_of(path: Path, name: str) -> SafetensorsTable:
    with path.open("rb") as file:
        return read_safetensors(bytes_of_file(file, path.stat().st_size), name)


def _name(config: dict[str, Any], configuration: ModelConfiguration) -> str:
    name = config.get("_name_or_path")
    return name if isinstance(name, str) and name else configuration.architecture


def _entries(values: dict[str, Any]) -> tuple[MetadataEntry, ...]:
    return tuple(
        MetadataEntry(
            key,
            type(value).__name__,
            str(value)[:_SHOWN],
            len(value) if isinstance(value, list | dict) else 1,
        )
        for key, value in values.items()
    )
