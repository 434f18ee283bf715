"""The step pane: the code of a recorded run, and the machine at one moment of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.drawing.scenes.views.scene import SceneView
from app.loop.highlighting import highlight_assembly
from app.loop.run_settings import RunSettings
from app.loop.views.run import vector_options
from app.loop.views.slice import WhyNumberView
from app.loop.views.step_frame import FrameView, frame_view
from app.loop.views.subject import Subject
from app.site.views.setting_fields import SettingChoice, choices_of
from app.words import count
from compiler_core.host.running.refusal import without_options
from compiler_core.host.stepping.executed_formulas import executed_sentence
from compiler_core.host.stepping.record import CodeLine, Recording

FRAMES_AT_ONCE = 40
"""How many moments the page fetches in one piece while one scrubs."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """One instruction. position: in the listing. classes: `ran` and `next` at this moment.

    key, place: of its source line, empty without one.
    """

    position: int
    code: Markup
    classes: str
    key: str
    place: str


@dataclass(frozen=True, slots=True)
class StepForm:
    """What is recorded: loop bounds and the round it starts at among the settings. vectors: lengths
    of SVE vectors, for code that uses them. takes_length: whether n makes a difference."""

    settings: RunSettings
    loops: tuple[SettingChoice, ...]
    vectors: tuple[SettingChoice, ...]
    takes_length: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StepperView:
    """The pane."""

    message: str
    """Why there is no recording, or empty."""
    headline: str
    """What was recorded, in a sentence; empty without a recording."""
    function: str
    """Its name; empty without a recording."""
    total: int
    """Steps of the recording; 0 without one."""
    at: int
    """How many steps were made at the moment that is shown."""
    previous: int
    """The moment before the shown one; 0 at the start."""
    following: int
    """The moment after the shown one; the last at the end."""
    chunk: int
    """Moments fetched at once."""
    code: tuple[StepLine, ...]
    """The function's instructions, in the order of the listing."""
    frame: FrameView | None
    """The machine at the shown moment; None without a recording."""
    form: StepForm
    """What is recorded, with its choices."""
    ending: str
    """Why the recording stops where it does, in a sentence."""
    notes: tuple[str, ...]
    """Plain sentences about the recording."""
    scene: SceneView | None = None
    """The first rounds as a picture; None without a recording."""
    why: WhyNumberView | None = None
    """Why a value is what it is; None where nothing can be run."""


def no_recording(subject: Subject, message: str, scalable: bool) -> StepperView:
    """The pane without a recording. scalable: the code uses SVE vectors."""
    form = _form(subject, scalable)
    return StepperView(
        message=without_options(message),
        headline="",
        function="",
        total=0,
        at=0,
        previous=0,
        following=0,
        chunk=FRAMES_AT_ONCE,
        code=(),
        frame=None,
        form=form,
        ending="",
        notes=(),
    )


def stepper_view(subject: Subject, recording: Recording, scalable: bool) -> StepperView:
    """The pane at the asked moment, the nearest one that there is."""
    if not recording.ok:
        message = " ".join((recording.ending.sentence, *recording.notes))
        refused = no_recording(subject, message, scalable)
        form = replace(refused.form, takes_length=recording.takes_length)
        return replace(refused, form=form)
    total = len(recording.steps)
    at = min(max(subject.request.run.moment, 0), total)
    key_of = key_finder(subject, recording)
    frame = frame_view(recording, at, key_of)
    return StepperView(
        message="",
        headline=_headline(recording),
        function=recording.function,
        total=total,
        at=at,
        previous=max(at - 1, 0),
        following=min(at + 1, total),
        chunk=FRAMES_AT_ONCE,
        code=tuple(
            _line(line, frame, key_of(line.source_line), subject) for line in recording.code
        ),
        frame=frame,
        form=replace(_form(subject, scalable), takes_length=recording.takes_length),
        ending=recording.ending.sentence,
        notes=(*recording.notes, executed_sentence([step.agreement for step in recording.steps])),
    )


def _headline(recording: Recording) -> str:
    steps = count(len(recording.steps), "step")
    where = f"of {recording.function}"
    if recording.loop_line:
        where = f"{where}, of the loop on line {recording.loop_line}"
    if recording.first_arrival > 1:
        where = f"{where}, from round {recording.first_arrival} on"
    vector = f" Vectors of {recording.vector_bits} bits." if recording.predicates else ""
    return f"{steps} {where}, recorded under qemu-aarch64.{vector}"


def key_finder(subject: Subject, recording: Recording) -> Callable[[int | None], str]:
    """The keys of the source lines of the file that the recorded function stands in."""
    functions = subject.compilation.functions
    file = next((listing.file for listing in functions if listing.symbol == recording.symbol), "")
    file = file or subject.sources[0].name
    return lambda line: subject.places.key(file, line)


def _form(subject: Subject, scalable: bool) -> StepForm:
    settings = subject.request.run
    lines = sorted(
        {
            loop.source_line
            for function in subject.compilation.functions
            for loop in function.loops
            if loop.source_line and subject.request.function in ("", function.name)
        }
    )
    loops = (("", "first reached"), *((str(line), f"line {line}") for line in lines))
    vectors = vector_options(settings) if scalable else ()
    return StepForm(settings, choices_of(loops, settings.loop), vectors)


def _line(line: CodeLine, frame: FrameView, key: str, subject: Subject) -> StepLine:
    position = str(line.position)
    names = (
        "in-loop" if line.in_loop else "",
        "ran" if position == frame.ran else "",
        "next" if position == frame.next else "",
        subject.places.mark(key),
    )
    return StepLine(
        position=line.position,
        code=highlight_assembly(line.text, "instruction", (), ""),
        classes=" ".join(name for name in names if name),
        key=key,
        place=str(line.source_line) if key else "",
    )
