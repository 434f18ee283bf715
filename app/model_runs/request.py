"""What a stage page is asked for: one record, kept in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus, urlencode

from app.model_runs.tracks import GRAPH, Track
from compiler_core.typed_numbers import whole_number

PLACE_FIELDS = (
    "step", "change", "picture", "view", "search", "chip", "board", "open", "colour", "node",
)  # fmt: skip
LONGEST_WORD = 200
LARGEST_PLACE = 100_000
# A page has hundreds of addresses that differ in one field.
_quoted = lru_cache(maxsize=2048)(quote_plus)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """step and change count from 1; 0 lets the page choose."""

    model: str
    """Id of the model, as in addresses."""
    stage: str
    """Name of the stage, as `fusion`."""
    settings: Any = GRAPH.default
    """Of the compiler that the track stands for."""
    picture: str = ""
    """Id of an uploaded one, "" for the stage's own."""
    step: int = 0
    """Place of the opened step, from 1; 0 lets the page choose."""
    change: int = 0
    """Place of the drawn change in the step, from 1; 0 lets the page choose."""
    view: str = ""
    """What the stage's own part shows, as a kernel or a node; empty lets it choose."""
    search: str = ""
    """What the stage's own part is searched for, or its second place; empty for none."""
    chip: str = ""
    """On which the stage's cost is modelled; it stays from stage to stage."""
    track: Track = GRAPH
    """The compiler that the model takes."""
    board: str = ""
    """Id of a report of the program's run elsewhere."""
    open: str = ""
    """Keys of blocks of the graph's picture that are open, separated by commas."""
    colour: str = ""
    """What it is coloured by."""
    node: str = ""
    """Key of the node that is told about. These three stay from stage to stage."""

    def address(self, anchor: str = "") -> str:
        """The page's address; what is as by default is left out."""
        fields = self.settings.query() | {
            name: str(value) for name in PLACE_FIELDS if (value := getattr(self, name))
        }
        query = f"?{urlencode(fields, quote_via=_quoted)}" if fields else ""
        return f"/model/{self.model}/{self.stage}{query}{'#' + anchor if anchor else ''}"

    def why_address(self, tensor: str = "", index: str = "") -> str:
        """Of the page that says what an element of the run depends on; the usual one without."""
        places = {"picture": self.picture, "tensor": tensor, "index": index}
        return self._why({name: text for name, text in places.items() if text})

    def why_token_address(self, fields: Mapping[str, str]) -> str:
        """Of the page that says why a token was written, by fields of `TokenSettings`."""
        return self._why(fields)

    def _why(self, fields: Mapping[str, str]) -> str:
        query = urlencode(self.settings.query() | dict(fields))
        return f"/model/{self.model}/why{f'?{query}' if query else ''}"

    def at_stage(self, name: str) -> ModelRequest:
        """The same model, settings and picture at another stage."""
        return replace(self, stage=name, step=0, change=0, view="", search="")

    def at_step(self, step: int, change: int = 0) -> ModelRequest:
        """Another step of the same stage."""
        return replace(self, step=step, change=change)

    def with_settings(self, **changes: object) -> ModelRequest:
        """Other settings; places that may be gone are left out, and reports of this program."""
        values = self.settings.values() | changes
        return replace(self, settings=self.track.settings_of(values), step=0, change=0, board="")


def model_request(
    track: Track, model: str, stage: str, values: Mapping[str, str], weights: str = "file"
) -> ModelRequest:
    """Read an address. weights: what this model has unless asked. Raises InputError."""
    given = {"weights": weights, **values}
    return ModelRequest(
        model=model,
        stage=stage,
        settings=track.settings_of(given),
        picture=values.get("picture", "")[:LONGEST_WORD],
        step=_place(values.get("step", "")),
        change=_place(values.get("change", "")),
        view=values.get("view", "")[:LONGEST_WORD],
        search=values.get("search", "")[:LONGEST_WORD],
        chip=values.get("chip", "")[:LONGEST_WORD],
        track=track,
        board=values.get("board", "")[:LONGEST_WORD],
        open=values.get("open", "")[:LONGEST_WORD],
        colour=values.get("colour", "")[:LONGEST_WORD],
        node=values.get("node", "")[:LONGEST_WORD],
    )


def _place(text: str) -> int:
    return min(whole_number(text, 8) or 0, LARGEST_PLACE)
