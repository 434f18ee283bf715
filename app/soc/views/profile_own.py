"""The form for a C loop of the reader's own, which the profiling exercise takes."""

from __future__ import annotations

from app.loop.loop_request import LoopRequest
from app.site.views.setting_fields import SettingChoice, choices_of
from app.soc.views.profile_records import Kept, OwnLoop

_COMPILERS = (("gcc", "GCC"), ("clang", "Clang"))
_USUAL_FLAGS = "-O2"


def shown_loop(loop: LoopRequest, fields: tuple[tuple[str, str], ...]) -> OwnLoop:
    """With the loop that is shown."""
    beside = tuple(Kept(*pair) for pair in (*fields, ("language", loop.language)))
    return OwnLoop(
        source=loop.source,
        compilers=_compilers(loop.compiler),
        flags=loop.flags,
        size=loop.run.n,
        kept=beside,
    )


def empty_loop(fields: tuple[tuple[str, str], ...]) -> OwnLoop:
    """Before there is a loop."""
    return OwnLoop(
        source="",
        compilers=_compilers("gcc"),
        flags=_USUAL_FLAGS,
        size="",
        kept=tuple(Kept(*pair) for pair in fields),
    )


def _compilers(chosen: str) -> tuple[SettingChoice, ...]:
    known = dict(_COMPILERS) | ({} if chosen in dict(_COMPILERS) else {chosen: chosen})
    return choices_of(known.items(), chosen)
