"""Who prepares the picture: the processor beforehand, or the network's own first nodes."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """enlarged: how many times wider and higher the camera's picture is than the network's; 0 where
    the network reads a tensor that was prepared before.
    """

    name: str
    title: str
    enlarged: int


OUTSIDE = Preprocessing("outside", "before the program: it reads normalised floats", 0)
IN_GRAPH = Preprocessing("graph", "in the graph: it reads the camera's bytes", 1)
WITH_RESIZE = Preprocessing(
    "graph-with-resize",
    "in the graph, with the resize: it reads a picture twice as wide and high",
    2,
)
PREPROCESSINGS = (OUTSIDE, IN_GRAPH, WITH_RESIZE)


def preprocessing_named(name: str) -> Preprocessing:
    """Raises InputError."""
    for preparation in PREPROCESSINGS:
        if preparation.name == name:
            return preparation
    known = ", ".join(preprocessing.name for preprocessing in PREPROCESSINGS)
    raise InputError(f"Pictures cannot be prepared {name[:40]!r}.", f"Choose one of: {known}.")
