"""The whole-program pane: what became of calls across files, and the linked code on both sides."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.diff import DiffView, diff_view
from app.loop.views.source_map import line_keys
from app.loop.views.subject import Subject
from app.loop.views.two_files import two_files_address
from compiler_core.host.whole_program.record import CallFate, CrossCall, OutputCheck, WholeProgram

FATE_SIGNS: dict[CallFate, str] = {"gone": "✓", "kept": "=", "caller gone": "✓", "unknown": "?"}
FATE_WORDS: dict[CallFate, str] = {
    "gone": "Inlined",
    "kept": "Still called",
    "caller gone": "Caller inlined too",
    "unknown": "Not known",
}
FATE_TONES: dict[CallFate, str] = {
    "gone": "good",
    "kept": "warn",
    "caller gone": "good",
    "unknown": "warn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """One call across files: sign, word and tone of its fate, and the sentence about it."""

    sign: str
    """`✓` where the call is gone, `=` where it is kept, `?` where that is not known."""
    word: str
    """What became of the call, such as `Inlined`."""
    tone: str
    """`good` where the call is gone, else `warn`."""
    sentence: str
    """Who called whom, and what became of it."""
    place: str
    """The source line of the call, in words; empty without one."""
    key: str
    """Joins the call to its source line in other panes; empty without one."""
    calls: str
    """How many call instructions on each side, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeView:
    """The pane."""

    message: str
    """Why there is no program, or empty."""
    starter: str
    """The address of two files to start from, empty where there are two."""
    entry: str
    """What keeps the program alive."""
    calls: tuple[CallView, ...]
    """The calls across files."""
    empty: str
    """What is said where no call goes across files; else empty."""
    outputs: str
    """Whether both programs computed the same."""
    notes: tuple[str, ...]
    """Plain sentences about the programs."""
    diff: DiffView | None
    """The linked code without link-time optimisation against the code with it."""


def whole_starter(subject: Subject) -> WholeView:
    """The pane where there is one file only."""
    message = "Link-time optimisation shows on two files: one that calls, one that is called."
    return WholeView(
        message=message,
        starter=two_files_address(subject.request),
        entry="",
        calls=(),
        empty="",
        outputs="",
        notes=(),
        diff=None,
    )


def whole_view(subject: Subject, whole: WholeProgram) -> WholeView:
    """The pane for a program linked both ways."""
    if not whole.ok:
        return WholeView(
            message=whole.message,
            starter="",
            entry="",
            calls=(),
            empty="",
            outputs="",
            notes=whole.notes,
            diff=None,
        )
    keys = line_keys(subject.places, whole.apart, whole.together)
    return WholeView(
        message="",
        starter="",
        entry=whole.entry,
        calls=tuple(_call(subject, call) for call in whole.calls),
        empty="" if whole.calls else " ".join(whole.summary),
        outputs=_outputs(whole.outputs),
        notes=whole.notes,
        diff=diff_view(subject.request, whole.comparison, "", keys),
    )


def _outputs(check: OutputCheck | None) -> str:
    if check is None:
        return ""
    sign = {True: "✓", False: "✗", None: "–"}[check.same]
    return f"{sign} {check.sentence}"


def _call(subject: Subject, call: CrossCall) -> CallView:
    places = subject.places
    line = call.source_line
    return CallView(
        sign=FATE_SIGNS[call.fate],
        word=FATE_WORDS[call.fate],
        tone=FATE_TONES[call.fate],
        sentence=call.sentence,
        place=places.place(call.caller_file, line) if line else "",
        key=places.key(call.caller_file, line),
        calls=f"call instructions: {call.calls_apart} without, {call.calls_together} with",
    )
