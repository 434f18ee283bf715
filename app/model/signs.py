"""A drawing on the models' page: what a net that ships says of it, as fast as strokes come.

ONNX Runtime answers here, on a net of ours and on 32×32 plain pixels: nothing of a user's is
decoded or run. What the compiled program says stands at the net's last stage.
"""

from __future__ import annotations

import base64
import binascii
import io
from functools import lru_cache
from typing import TYPE_CHECKING

from app.model.views.signs import SignBoard, sign_board
from compiler_core.errors import InputError, UnknownName

if TYPE_CHECKING:
    import numpy as np

    from compiler_core.graph.model_session import Session

NETWORK = "residual"
SIDE = 32
_BYTES = SIDE * SIDE * 3
_SEED = 1
"""Of the pictures of the signs."""


def board_of_sign(name: str = "") -> SignBoard:
    """All signs; where one is named, what the net says of its picture. Raises UnknownName."""
    from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES

    if name and name not in CLASS_NAMES:
        raise UnknownName(f"There is no sign {name[:40]!r}.", f"Signs: {', '.join(CLASS_NAMES)}.")
    shares = _shares(_picture(CLASS_NAMES.index(name)).tobytes()) if name else ()
    pictures = tuple(_address(index) for index in range(len(CLASS_NAMES)))
    return sign_board(CLASS_NAMES, pictures, name, shares)


def board_of_drawing(pixels: str) -> SignBoard:
    """What the net says of 32×32 pixels, RGB bytes as base64. Raises InputError."""
    from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES

    try:
        content = base64.b64decode(pixels, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _unfit() from error
    if len(content) != _BYTES:
        raise _unfit()
    return sign_board(CLASS_NAMES, ("",) * len(CLASS_NAMES), "", _shares(content))


def _unfit() -> InputError:
    return InputError(
        f"A drawing is {SIDE} by {SIDE} pixels of three bytes, as base64.",
        "Draw on the page, or send a picture to a stage of the network.",
    )


def _shares(content: bytes) -> tuple[float, ...]:
    """Softmax of the net's scores, in the order of the classes."""
    import numpy as np

    from compiler_core.graph.evaluation.shipped import shipped_settings

    pixels = np.frombuffer(content, np.uint8).reshape(1, SIDE, SIDE, 3)
    session = _session()
    scores = session.first_output({session.entries[0].name: shipped_settings().tensors(pixels)})
    raised = np.exp(scores[0] - scores[0].max())
    return tuple(float(share) for share in raised / raised.sum())


@lru_cache(maxsize=1)
def _session() -> Session:
    from compiler_core.graph.evaluation.shipped import shipped_model
    from compiler_core.graph.model_session import Session

    return Session(shipped_model(NETWORK).content())


@lru_cache(maxsize=32)
def _picture(index: int) -> np.ndarray:
    from compiler_core.graph.evaluation.signs.drawing import draw_sign

    return draw_sign(index, _SEED, index)


@lru_cache(maxsize=32)
def _address(index: int) -> str:
    """As a data address."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(_picture(index)).save(file, "PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"
