"""Which function answers each view of a chip."""

from __future__ import annotations

from collections.abc import Callable

from app.soc.chip import chip_answer
from app.soc.cost import cost_answer
from app.soc.decode import decode_answer
from app.soc.energy import energy_answer
from app.soc.latency import latency_answer
from app.soc.mapping import mapping_answer
from app.soc.profile import profile_answer
from app.soc.roofline import roofline_answer
from app.soc.tiling import tiling_answer
from app.soc.trust import trust_answer
from app.soc.views.context import SocContext, SocView, ViewAnswer

ANSWERS: dict[str, Callable[[SocContext], ViewAnswer]] = {
    "chip": chip_answer,
    "roofline": roofline_answer,
    "cost": cost_answer,
    "energy": energy_answer,
    "decode": decode_answer,
    "mapping": mapping_answer,
    "tiling": tiling_answer,
    "latency": latency_answer,
    "profile": profile_answer,
    "trust": trust_answer,
}


def view_answer(view: SocView, context: SocContext) -> ViewAnswer:
    """What the view shows of this chip and model. Raises LoweringLabError."""
    return ANSWERS[view.name](context)
