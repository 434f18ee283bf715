"""An ONNX network for IREE: imported, its nodes joined to lines, and to fused groups of ours."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.iree.asking import PROGRAM, TOOL
from compiler_core.atlas.networks import kernels_of_sources
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import run_driver

_DRIVER = "iree_import"
_MEMORY_BYTES, _WALL_SECONDS = 2 << 30, 60.0
_LONGEST_SAID = 300
_OPERATOR = re.compile(r'^\s*%[\w:]+(?:, %[\w:]+)* = torch\.operator "onnx\.(?P<name>\w+)"')
_CONSTANT = "Constant"


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkNode:
    """A node of the file. line: of the program that IREE imported; group: the kernel of ours that
    computes it, "" for one that we leave out."""

    name: str
    operator: str
    line: int
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """program: MLIR with the weights in it. nodes: all but constants, in order. kernels: how many
    of ours there are."""

    program: bytes
    nodes: tuple[NetworkNode, ...]
    kernels: int


def read_network(content: bytes) -> Network:
    """Raises ModelRefused for what we refuse, InputError for what IREE's importer does;
    ToolMissing."""
    groups = kernels_of_sources(content)
    answer = run_driver(
        TOOL,
        _DRIVER,
        {"network": base64.b64encode(content).decode()},
        memory_bytes=_MEMORY_BYTES,
        wall_seconds=_WALL_SECONDS,
    )
    if answer.timed_out:
        raise InputError(f"IREE's importer did not end within {_WALL_SECONDS:.0f} s.")
    if "error" in answer.answer:
        words = str(answer.answer.get("said", "")).partition("\n")[0][:_LONGEST_SAID].rstrip(".")
        raise InputError(f"IREE's importer refuses this, with {answer.answer['error']}: {words}.")
    program = answer.files.get(PROGRAM, b"")
    if answer.status or not program:
        raise InputError(f"IREE's importer itself crashed, with status {answer.status}.")
    nodes = nodes_of(answer.answer.get("nodes"), program.decode("utf-8", "replace"), groups)
    return Network(program=program, nodes=nodes, kernels=len(set(groups.values())))


def nodes_of(listed: object, program: str, groups: Mapping[str, str]) -> tuple[NetworkNode, ...]:
    """In both lists constants stand where they like; all else has the same order."""
    lines = [
        (number, match["name"])
        for number, line in enumerate(program.splitlines(), 1)
        if (match := _OPERATOR.match(line)) and match["name"] != _CONSTANT
    ]
    named = [tuple(map(str, pair)) for pair in listed] if isinstance(listed, list) else []
    named = [node for node in named if node[1] != _CONSTANT]
    if [operator for _, operator in lines] != [named_node[1] for named_node in named]:
        return ()
    return tuple(
        NetworkNode(name=name, operator=operator, line=number, group=groups.get(name, ""))
        for (number, _), (name, operator) in zip(lines, named, strict=True)
    )
