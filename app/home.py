"""Compiles the home page's figure."""

from __future__ import annotations

from app.learning_map import MAP_ADDRESS
from app.loop_request import request_from
from app.view_models.home import HomePage, home_page
from app.view_models.track_picture import TrackPicture, stage_anchor, track_picture
from compiler_core.errors import LoweringLabError
from compiler_core.host.comparison.diff import compare
from compiler_core.host.compile import compile_source
from compiler_core.lessons.track_map import MapTrack, load_map

EXAMPLE = "sum"


def live_home() -> HomePage:
    """The page, compiled now; without a working compiler it says why and keeps its links."""
    request = request_from({"example": EXAMPLE})
    sources = request.sources()
    tracks = tuple(_picture(track) for track in load_map() if _shown(track))
    try:
        compilation = compile_source(sources, request.compiler, request.flags)
        other = compile_source(sources, *request.right())
    except LoweringLabError as error:
        return home_page(request, sources, None, None, str(error), tracks)
    if not (compilation.ok and other.ok):
        return home_page(request, sources, None, None, compilation.message or other.message, tracks)
    return home_page(
        request, sources, compilation, compare(compilation, other, sources), "", tracks
    )


def _shown(track: MapTrack) -> bool:
    """Whether this site has pages of the track."""
    return any(stage.pages for stage in track.stages)


def _picture(track: MapTrack) -> TrackPicture:
    """Boxes lead to what shows the stage, else to where the map tells of it."""
    return track_picture(
        track,
        {},
        lambda stage: (
            stage.pages[0].address if stage.pages else f"{MAP_ADDRESS}#{stage_anchor(track, stage)}"
        ),
    )
