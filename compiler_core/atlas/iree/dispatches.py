"""Dispatches of the phase `flow`: what each is called, what it makes, and of which source lines."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.atlas.iree.phases import closed_at

_CALL = re.compile(
    r"^\s*(?:%[\w:, %]+ = )?flow\.dispatch @(?P<executable>[^:\s]+)::@(?P<entry>[\w$]+)",
    re.MULTILINE,
)
_EXECUTABLE = re.compile(
    r"^  flow\.executable private @(?P<name>\S+) \{\n(?P<body>.*?)\n  \}", re.MULTILINE | re.DOTALL
)
_LINE = re.compile(r'"program\.mlir":(\d+):\d+')
_RESULT = re.compile(r"-> \(?(?P<types>.*)$")
_TENSOR = re.compile(r"tensor<(?P<shape>(?:\d+x)*)(?P<type>[a-z]+\d+)>")
_TAKES = (" func.func @", "dispatch.tensor.load ")
_COPY = re.compile(r"(?:slow_memcpy|_copy)")
_AT_LOADING = "_initializer_"
_PUBLIC = re.compile(r"^  util\.func public @(?P<name>[\w$.-]+)\((?P<takes>[^{]*)", re.MULTILINE)
_TAKEN = re.compile(r"hal\.tensor\.import .*? -> (?P<type>tensor<[^>]*>)")
_GIVEN = re.compile(r"hal\.tensor\.export %\S+ (?:\"[^\"]*\" )?: (?P<type>tensor<[^>]*>)")
_HANDED, _WAITING = "!hal.buffer_view", "$async"
_BITS = re.compile(r"\d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """One call of a kernel."""

    name: str
    """That IREE gave it, without what all have."""
    executable: str
    """IREE's name of the kernel that runs; several calls may share one."""
    lines: tuple[int, ...]
    """Lines of the source program that it computes, from 1 and in order."""
    made: int
    """Bytes of its results."""
    copies: bool
    """It moves data and computes nothing."""
    prepares: bool
    """Constants, once, when the module is loaded, and not at each call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorType:
    """shape: of a tensor of fixed size; element: as MLIR writes it."""

    shape: tuple[int, ...]
    element: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPoint:
    """A function that may be called from outside; its inputs, None where one has no fixed size."""

    name: str
    inputs: tuple[TensorType | None, ...]
    results: tuple[TensorType | None, ...]


def read_dispatches(located: str) -> tuple[Dispatch, ...]:
    """In the order in which they are called. located: the phase `flow` with its places."""
    calls = tuple(_CALL.finditer(located))
    shared = Counter(call["executable"] for call in calls)
    lines = {
        match["name"]: _source_lines(_own_operations(match["body"]))
        for match in _EXECUTABLE.finditer(located)
        if shared[match["name"]] == 1
    }
    return tuple(_dispatch(call, located, lines) for call in calls)


def executables(located: str) -> int:
    """How many kernels there are; several calls may share one."""
    return len(_EXECUTABLE.findall(located))


def _dispatch(call: re.Match[str], located: str, lines: dict[str, tuple[int, ...]]) -> Dispatch:
    whole = located[call.start() : located.find("\n", call.start())]
    own = _source_lines(whole[whole.rfind(" loc(") :]) if " loc(" in whole else ()
    entry = call["entry"]
    return Dispatch(
        name=entry.rpartition("dispatch_")[2],
        executable=call["executable"],
        lines=tuple(sorted({*own, *lines.get(call["executable"], ())})),
        made=sum(map(_bytes, _TENSOR.finditer(_results(whole)))),
        copies=_COPY.search(entry) is not None,
        prepares=call["executable"].startswith(_AT_LOADING),
    )


def _results(whole: str) -> str:
    match = _RESULT.search(whole)
    return match["types"].partition(" loc(")[0] if match else ""


def _bytes(tensor: re.Match[str]) -> int:
    bits = _BITS.search(tensor["type"])
    return math.prod(_shape(tensor["shape"])) * int(bits[0] if bits else 0) // 8


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split("x") if size)


def _own_operations(body: str) -> str:
    """Without what it takes, for that has the places of whoever made it."""
    lines = body.splitlines()
    return "\n".join(line for line in lines if not any(word in line for word in _TAKES))


def _source_lines(text: str) -> tuple[int, ...]:
    """Lines in which operations stand, without those of the functions that they stand in."""
    lines: set[int] = set()
    functions: set[int] = set()
    for location in _places(text):
        inner, _, around = location.partition(" at ")
        lines.update(map(int, _LINE.findall(inner)))
        functions.update(map(int, _LINE.findall(around)))
    return tuple(sorted(lines - functions))


def _places(text: str) -> Iterator[str]:
    at = text.find(" loc(")
    while at >= 0:
        rest = text[at + 5 :]
        yield rest[: closed_at(rest) - 1]
        at = text.find(" loc(", at + 5)


def read_entry(text: str) -> EntryPoint | None:
    """The function that callers see; None where there are several, or one takes what it does not
    use."""
    seen = [entry for entry in _PUBLIC.finditer(text) if not entry["name"].endswith(_WAITING)]
    inputs = tuple(_type(argument["type"]) for argument in _TAKEN.finditer(text))
    results = tuple(_type(output["type"]) for output in _GIVEN.finditer(text))
    if len(seen) != 1:
        return None
    takes = seen[0]["takes"].partition(" -> ")[0].count(_HANDED)
    if takes != len(inputs):
        return None
    return EntryPoint(name=seen[0]["name"], inputs=inputs, results=results)


def _type(text: str) -> TensorType | None:
    match = _TENSOR.fullmatch(text)
    return TensorType(shape=_shape(match["shape"]), element=match["type"]) if match else None
