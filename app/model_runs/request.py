"""What a stage page is asked for: one record, kept in the address."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import quote_plus, urlencode

from pydantic import InstanceOf

from app.model_runs.tracks import GRAPH, Track
from app.serving.addresses import Reading, Values, cut, read_fields, texts_of
from app.serving.bodies import StrictBody
from compiler_core.typed_numbers import whole_number

LONGEST_WORD = 200
LARGEST_PLACE = 100_000
# A page has hundreds of addresses that differ in one field.
_quoted = lru_cache(maxsize=2048)(quote_plus)


def _place(text: str) -> int:
    return min(whole_number(text, 8) or 0, LARGEST_PLACE)


Word = Annotated[str, cut(LONGEST_WORD)]
Position = Annotated[int, Reading(_place)]


class StagePlace(StrictBody):
    """What a stage page shows, beside settings; as it stands in the address, in this order."""

    step: Position = 0
    """Place of the opened step, from 1; 0 lets the page choose."""
    change: Position = 0
    """Place of the drawn change in the step, from 1; 0 lets the page choose."""
    picture: Word = ""
    """Id of an uploaded one, "" for the stage's own."""
    view: Word = ""
    """What the stage's own part shows, as a kernel or a node; empty lets it choose."""
    search: Word = ""
    """What the stage's own part is searched for, or its second place; empty for none."""
    chip: Word = ""
    """On which the stage's cost is modelled; it stays from stage to stage."""
    board: Word = ""
    """Id of a report of the program's run elsewhere."""
    open: Word = ""
    """Keys of blocks of the graph's picture that are open, separated by commas."""
    colour: Word = ""
    """What it is coloured by."""
    node: Word = ""
    """Key of the node that is told about. These three stay from stage to stage."""


class ModelRequest(StagePlace):
    """What a stage page is asked for."""

    model: str
    """Id of the model, as in addresses."""
    stage: str
    """Name of the stage, as `fusion`."""
    settings: Any = GRAPH.default
    """Of the compiler that the track stands for."""
    track: InstanceOf[Track] = GRAPH
    """The compiler that the model takes."""

    def address(self, anchor: str = "") -> str:
        """The page's address; what is as by default is left out."""
        fields = self.settings.query() | {
            name: str(value) for name in StagePlace.model_fields if (value := getattr(self, name))
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
        return self.changed(stage=name, step=0, change=0, view="", search="")

    def at_step(self, step: int, change: int = 0) -> ModelRequest:
        """Another step of the same stage."""
        return self.changed(step=step, change=change)

    def with_settings(self, **changes: object) -> ModelRequest:
        """Other settings; places that may be gone are left out, and reports of this program."""
        values = self.settings.values() | changes
        return self.changed(settings=self.track.settings_of(values), step=0, change=0, board="")


def model_request(
    track: Track, model: str, stage: str, values: Values, weights: str = "file"
) -> ModelRequest:
    """Read an address. weights: what this model has unless asked. Raises InputError."""
    return ModelRequest(
        model=model,
        stage=stage,
        settings=track.settings_of({"weights": weights, **texts_of(values)}),
        track=track,
        **read_fields(StagePlace, values),
    )
