"""A subject has a room: what is asked, what is computed for it and what is printed are there."""

from __future__ import annotations

from tests.architecture.project import imported_modules, is_below, python_files

MOST_AT_THE_TOP = 12
ROOMS = {"addresses", "analysis", "assistants", "atlas", "components", "drawing", "lab", "lesson",
         "links", "loop", "model", "model_runs", "routes", "serving", "site", "soc", "tasks",
         "textbook"}  # fmt: skip
OF_REQUESTS = ("fastapi", "starlette.requests", "starlette.responses", "app.routes")


def test_little_stands_at_the_top_and_each_room_is_known() -> None:
    files = python_files("app")
    assert len([path for path in files if len(path.parts) == 2]) <= MOST_AT_THE_TOP
    assert {path.parts[1] for path in files if len(path.parts) > 2} == ROOMS


def test_what_is_printed_knows_no_requests() -> None:
    views = [path for path in python_files("app") if "views" in path.parts]
    assert len(views) > 100
    assert [
        (str(path), module)
        for path in views
        for module in imported_modules(path)
        if any(is_below(module, banned) for banned in OF_REQUESTS)
    ] == []
