"""How far to trust the models: what was published against what they say."""

from __future__ import annotations

from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.trust import trust_headline, trust_view
from compiler_core.soc.trust import trust_rows


def trust_answer(context: SocContext) -> ViewAnswer:
    """The view; rows of the chip chosen are marked."""
    soc = context.soc
    decode, networks = trust_rows("decode"), trust_rows("network")
    prompts = trust_rows("prompt")
    return ViewAnswer(
        headline=trust_headline(soc, decode, prompts, networks),
        detail=trust_view(soc, decode, prompts, networks),
        template="partials/soc/trust.html",
        record={"decode": decode, "prompts": prompts, "networks": networks},
        command="python -m tests.soc.held_out",
    )
