"""What the player makes of a scene's JSON: the tests' own reading, from the document alone."""

from __future__ import annotations

from typing import Any

import orjson

from app.drawing.scenes.record import Scene
from app.drawing.scenes.states import player_data


def played(scene: Scene, number: int) -> dict[str, dict[str, Any]]:
    """The changing fields of each changing element after so many steps."""
    data = orjson.loads(player_data(scene))
    state = {name: dict(values) for name, values in data["first"].items()}
    for step in data["steps"][:number]:
        for name, values in step.get("set", {}).items():
            state[name].update(values)
        for classes, names in step.get("look", {}).items():
            for name in names:
                state[name]["classes"] = classes
    return state
