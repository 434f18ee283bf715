"""The loop around a network with one buffer and with two: who works on what, and what is lost.

Bars are the parts of the modelled loop in time; a number is the frame's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.words import count
from compiler_core.soc.frame_loop import LANES, FrameLoop, FrameSpan, LoopTimes

_LEFT, _ROW, _BAR, _TOP, _LEAST = 62, 24, 18, 4, 2
_LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameLoopFacts:
    """What the scene of camera frames that go through a network is drawn from."""

    times: LoopTimes
    """Seconds of each part of the loop for one frame."""
    loops: tuple[FrameLoop, ...]
    """Over the same frames, with one buffer, then with more."""
    frames: int
    """How many ticks the camera has, at least one."""
    rate: float
    """Frames a second that the camera takes."""
    network: str
    """Its title."""
    chip: str
    """Its title."""
    command: str
    """Gives the same numbers on the command line."""


def frames_scene(facts: FrameLoopFacts) -> Scene:
    """Two steps a frame: it is captured, and it is answered; then all of them."""
    drawings = tuple(_Drawing(facts, at) for at in range(len(facts.loops)))
    times = facts.times
    return Scene(
        id="frames",
        kind="timeline",
        title="A loop around the program",
        track="model",
        panels=tuple(drawing.panel() for drawing in drawings),
        start=f"A frame comes every {_ms(times.capture)}. Copying it takes {_ms(times.copy)}, the "
        f"network {_ms(times.run)}, fetching its scores {_ms(times.answer)}.",
        steps=tuple(_steps(facts, drawings)),
        basis="modelled",
        source=f"{facts.network} in int8 on {facts.chip}, from the models of the chip. No camera "
        f"is attached: its {facts.rate:g} frames a second are chosen.",
        command=facts.command,
        notes=("What the processor does with the scores is left out.",),
        pace=1400,
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    facts: FrameLoopFacts
    at: int

    @property
    def loop(self) -> FrameLoop:
        return self.facts.loops[self.at]

    @property
    def scale(self) -> float:
        """Pixels of a second; a frame that is captured last still has room for its answer."""
        return (WIDTH - _LEFT - 2) / (self.facts.times.capture * (self.facts.frames + 1))

    def panel(self) -> Panel:
        elements: list[Element] = []
        for row, lane in enumerate(LANES):
            elements.append(words(f"lane{self.at}-{lane}", 0, _TOP + row * _ROW + 13, lane))
        elements += [self._bar(span) for span in self.loop.spans]
        elements += [self._missed(frame) for frame in self.loop.lost]
        bottom = _TOP + len(LANES) * _ROW
        elements += number(f"answered{self.at}", (0, bottom), "0", "frames answered")
        elements += number(f"lost{self.at}", (130, bottom), "0", "frames lost")
        title = count(self.loop.buffers, "buffer")
        return Panel(
            id=f"loop{self.at}",
            title=title.capitalize(),
            width=WIDTH,
            height=bottom + 46,
            elements=tuple(elements),
        )

    def _bar(self, span: FrameSpan) -> Element:
        wide = max((span.end - span.start) * self.scale - 1, _LEAST)
        label = f"{span.frame + 1}" if wide > _BAR else ""
        corner = (round(_LEFT + span.start * self.scale, 1), _TOP + LANES.index(span.lane) * _ROW)
        return box(self.name(span), corner, (round(wide, 1), _BAR), "cell", label, 0)

    def _missed(self, frame: int) -> Element:
        wide = self.facts.times.capture * self.scale
        return box(
            f"m{self.at}-{frame}",
            (round(_LEFT + frame * wide, 1), _TOP),
            (round(wide - 1, 1), _BAR),
            "cell gone",
            _LOST,
            0,
        )

    def name(self, span: FrameSpan) -> str:
        return f"s{self.at}-{span.frame}-{span.lane}"

    def at_time(self, begin: float, now: float) -> Changes:
        """What began after `begin` and until now is there; what ended is held."""
        changes: Changes = {}
        for span in self.loop.spans:
            if span.start < now and span.end >= begin:
                look = "cell now" if span.end >= now else "cell held"
                changes[self.name(span)] = {"opacity": 1, "classes": look}
        for frame in self.loop.lost:
            if begin <= frame * self.facts.times.capture < now:
                changes[f"m{self.at}-{frame}"] = {"opacity": 1}
        changes[f"answered{self.at}"] = {"label": str(self.answered(now))}
        changes[f"lost{self.at}"] = {"label": str(self.lost(now))}
        return changes

    def answered(self, now: float) -> int:
        return sum(span.lane == "answer" and span.end <= now for span in self.loop.spans)

    def lost(self, now: float) -> int:
        return sum(frame * self.facts.times.capture < now for frame in self.loop.lost)


def _steps(facts: FrameLoopFacts, drawings: tuple[_Drawing, ...]) -> Iterator[SceneStep]:
    begin = 0.0
    for frame in range(facts.frames):
        captured = (frame + 1) * facts.times.capture
        ends = [span.end for drawn in drawings for span in drawn.loop.spans if span.frame == frame]
        for now, what in ((captured, "captured"), (max(ends, default=captured), "answered")):
            changes: Changes = {}
            for drawing in drawings:
                changes |= drawing.at_time(begin, now)
            yield SceneStep(
                say=_said(drawings, frame, now, what),
                set=changes,
                focus=f"answered{len(drawings) - 1}",
            )
            begin = now
    yield _end(facts, drawings, begin)


def _said(drawings: tuple[_Drawing, ...], frame: int, now: float, what: str) -> str:
    parts = [
        f"{count(drawing.loop.buffers, 'buffer')}: {_frame_said(drawing.loop, frame, what)}"
        for drawing in drawings
    ]
    return f"After {_ms(now)}. {' '.join(part[0].upper() + part[1:] for part in parts)}"


def _frame_said(loop: FrameLoop, frame: int, what: str) -> str:
    if frame in loop.lost:
        return f"frame {frame + 1} is lost." if what == "captured" else "nothing to do."
    if what == "captured":
        return f"frame {frame + 1} is there."
    return f"frame {frame + 1} is answered."


def _end(facts: FrameLoopFacts, drawings: tuple[_Drawing, ...], begin: float) -> SceneStep:
    changes: Changes = {}
    for drawn in drawings:
        changes |= {drawn.name(span): {"classes": "cell held"} for span in drawn.loop.spans}
    share = facts.times.run / facts.times.capture
    answered = [
        f"{drawing.answered(begin)} with {count(drawing.loop.buffers, 'buffer')}"
        for drawing in drawings
    ]
    return SceneStep(
        say=f"Of {facts.frames} frames {' and '.join(answered)} are answered. The network works "
        f"{100 * share:.0f}% of the time: what was missing was the buffer.",
        set=changes,
        focus="answered0",
    )


def _ms(seconds: float) -> str:
    """Two places where it is short."""
    text = f"{seconds * 1e3:.2f}" if seconds < 1e-3 else f"{seconds * 1e3:.1f}"
    return f"{text} ms"
