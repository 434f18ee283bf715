"""A patch of 4 × 4 places and four ways to convolve it: what each multiplies, adds and copies.

The picture shows one channel; the numbers beside it are those of all channels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.drawing.scenes.pieces import WIDTH, Changes, box, looks, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep, Value
from compiler_core.graph.kernels.column_arithmetic import DOT_TAPS
from compiler_core.graph.kernels.four_ways import CHANNELS, FILTER, OUT, SIDE, PatchWay, window

_CELL, _TOP, _LEFT, _ASIDE = 22, 22, 2, 116
_HEIGHT = _TOP + 8 * _CELL
_FRAME = FILTER * _CELL + 2
_RESULTS = (_LEFT + _CELL, _TOP + 5 * _CELL + 14)
_COLUMNS = (("products", 158), ("additions", 240), ("bytes", WIDTH))
_ROW, _FIRST_ROW = 24, 46
_PLACES = tuple((row, column) for row in range(SIDE) for column in range(SIDE))
_SHOWN: dict[str, Value] = {"opacity": 1}
_OUTPUTS = tuple((row, column) for row in range(OUT) for column in range(OUT))


@dataclass(frozen=True, slots=True)
class PatchFacts:
    """ways: direct, im2col, winograd and depthwise, in this order."""

    ways: Sequence[PatchWay]


def patch_scene(facts: PatchFacts) -> Scene:
    """Each way in a few steps, then all of them."""
    drawing = _Drawing(facts)
    return Scene(
        id="ways",
        kind="square",
        title="Four ways over one patch",
        track="model",
        panels=(drawing.patch(), drawing.table()),
        start=f"A patch of {SIDE} × {SIDE} places, a filter of {FILTER} × {FILTER}, "
        f"{OUT * OUT} results. One of {CHANNELS} channels is drawn.",
        steps=tuple(drawing.steps()),
        basis="counted",
        source=f"The four algorithms, computed on the same {CHANNELS} channels in and out; every "
        "operation of theirs is counted.",
        notes=(
            "products: multiplications, each with the addition of its product.",
            "additions: all others. bytes: written aside and read again.",
        ),
        pace=1600,
    )


@dataclass(slots=True)
class _Drawing:
    """lit: what the step before changed, and how it stands otherwise."""

    facts: PatchFacts
    lit: dict[str, str] = field(default_factory=dict)

    def way(self, name: str) -> PatchWay:
        return next(candidate for candidate in self.facts.ways if candidate.name == name)

    def patch(self) -> Panel:
        elements = (
            words("patch", 0, 14, "patch"),
            *(
                box(
                    _place(at),
                    (_LEFT + at[1] * _CELL, _TOP + at[0] * _CELL),
                    (_CELL - 2, _CELL - 2),
                    label=str(_number(at)),
                )
                for at in _PLACES
            ),
            Element(
                id="window",
                shape="rect",
                x=_LEFT - 2,
                y=_TOP - 2,
                w=_FRAME,
                h=_FRAME,
                classes="cell read",
                opacity=0,
            ),
            words("results", 0, _RESULTS[1] - 8, "results"),
            *self._results(),
            words("aside", _ASIDE, 14, ""),
            *self._copies(),
            *self._squares(),
            *self._lanes(),
        )
        return Panel(
            id="patch-panel",
            title="What is read, and what is written aside",
            width=WIDTH,
            height=_HEIGHT,
            elements=elements,
        )

    def _results(self) -> Iterator[Element]:
        for at, (row, column) in enumerate(_OUTPUTS):
            corner = (_RESULTS[0] + column * _CELL, _RESULTS[1] + row * _CELL)
            yield box(f"o{at}", corner, (_CELL - 2, _CELL - 2))

    def _copies(self) -> Iterator[Element]:
        """The matrix of im2col: a row for each result."""
        for row, output in enumerate(_OUTPUTS):
            for at, pixel in enumerate(window(*output)):
                yield box(
                    _copy(row, at),
                    (_ASIDE + at * _CELL, _TOP + row * _CELL),
                    (_CELL - 2, _CELL - 2),
                    label=str(_number(pixel)),
                    opacity=0,
                )

    def _squares(self) -> Iterator[Element]:
        """What Winograd mixes the patch to."""
        for row, column in _PLACES:
            yield box(
                _mixed((row, column)),
                (_ASIDE + column * _CELL, _TOP + row * _CELL),
                (_CELL - 2, _CELL - 2),
                opacity=0,
            )

    def _lanes(self) -> Iterator[Element]:
        """The bytes of one SDOT each: a column of the filter, and what it leaves."""
        for column in range(FILTER):
            for lane in range(DOT_TAPS):
                corner = (_ASIDE + column * 2 * _CELL, _TOP + lane * _CELL)
                yield box(_lane(column, lane), corner, (_CELL - 2, _CELL - 2), opacity=0)

    def table(self) -> Panel:
        elements: list[Element] = [
            words(f"head{at}", x, 16, name, "soft end") for at, (name, x) in enumerate(_COLUMNS)
        ]
        for row, way in enumerate(self.facts.ways):
            y = _FIRST_ROW + row * _ROW
            elements.append(words(f"way{row}", 0, y, _title(way.name), "plain"))
            elements += [
                words(f"n{row}-{at}", x, y, "–", "plain end") for at, (_, x) in enumerate(_COLUMNS)
            ]
        return Panel(
            id="paid",
            title=f"What all {CHANNELS} channels pay",
            width=WIDTH,
            height=_FIRST_ROW + len(self.facts.ways) * _ROW,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        yield from self._direct()
        yield from self._im2col()
        yield from self._winograd()
        yield from self._depthwise()
        yield self._together()

    def _step(self, say: str, changes: Changes, focus: str, now: Sequence[str] = ()) -> SceneStep:
        """What the last step lit goes back, then this one's changes and lights come."""
        back: Changes = {name: {"classes": look} for name, look in self.lit.items()}
        lights = looks(now, "cell now")
        self.lit = dict.fromkeys(now, "cell held")
        self.lit |= {name: "cell" for name in now if name[0] == "p"}
        return SceneStep(say=say, set=_joined(back, changes, lights), focus=focus)

    def _slides(self, output: int) -> Changes:
        row, column = _OUTPUTS[output]
        return {
            "window": {"x": _LEFT - 2 + column * _CELL, "y": _TOP - 2 + row * _CELL, "opacity": 1}
        }

    def _direct(self) -> Iterator[SceneStep]:
        way = self.way("direct")
        each = way.multiplications // way.results.size
        for at, output in enumerate(_OUTPUTS):
            seen = [_place(pixel) for pixel in window(*output)]
            say = "Direct: the window moves on; most of what it sees, it has seen before."
            if at == 0:
                say = (
                    f"Direct: the window lies on {FILTER * FILTER} places. With {CHANNELS} "
                    f"channels below each, a result is a sum of {each} products."
                )
            changes = self._slides(at)
            if at == len(_OUTPUTS) - 1:
                changes |= self._paid("direct")
                say = (
                    f"Direct: {len(_OUTPUTS)} places × {CHANNELS} channels out × {each} = "
                    f"{way.multiplications:,} products. Nothing is copied."
                )
            yield self._step(say, changes, "window", [*seen, f"o{at}"])

    def _im2col(self) -> Iterator[SceneStep]:
        way = self.way("im2col")
        for row in range(len(_OUTPUTS)):
            copied = [_copy(row, at) for at in range(FILTER * FILTER)]
            changes = _joined(self._slides(row), dict.fromkeys(copied, _SHOWN))
            say = f"im2col: window {row + 1} becomes row {row + 1} of a matrix."
            if row == 0:
                changes |= self._emptied()
                changes["aside"] = {"label": "a row for each result"}
            if row == len(_OUTPUTS) - 1:
                say += f" {_most_copied()} places of the patch stand in all {len(_OUTPUTS)} rows."
            yield self._step(say, changes, _copy(row, 0), copied)
        say = (
            f"im2col: one product of matrices does the rest, with as many products, "
            f"{way.multiplications:,}, for {way.bytes_aside:,} bytes of copies."
        )
        rows = [_copy(row, at) for row in range(len(_OUTPUTS)) for at in range(FILTER * FILTER)]
        hidden: Changes = {"window": {"opacity": 0}}
        yield self._step(say, hidden | self._paid("im2col"), _copy(0, 0), [*rows, *_outputs()])

    def _winograd(self) -> Iterator[SceneStep]:
        way, direct = self.way("winograd"), self.way("direct")
        squares = [_mixed(pixel) for pixel in _PLACES]
        changes = _joined(self._emptied(), dict.fromkeys(squares, _SHOWN))
        changes |= {
            _copy(row, at): {"opacity": 0, "classes": "cell"}
            for row in range(len(_OUTPUTS))
            for at in range(FILTER * FILTER)
        }
        changes["aside"] = {"label": "mixed by additions"}
        yield self._step(
            "Winograd: the patch is mixed with itself, by additions and subtractions only.",
            changes,
            squares[0],
            [*(_place(at) for at in _PLACES), *squares],
        )
        drawn = len(_PLACES)
        for_all = FILTER * FILTER * len(_OUTPUTS)
        yield self._step(
            f"Winograd: then each of the {drawn} places is multiplied once: {drawn} products for "
            f"all results of a channel, where direct takes {for_all}.",
            {"aside": {"label": "one product in each"}},
            squares[0],
            squares,
        )
        yield self._step(
            f"Winograd: more additions give the {len(_OUTPUTS)} results. "
            f"{direct.multiplications - way.multiplications:,} products are saved, for "
            f"{way.additions:,} additions and {way.bytes_aside:,} bytes aside, in floats: what "
            "is mixed has no room in a byte.",
            self._paid("winograd"),
            "o0",
            _outputs(),
        )

    def _depthwise(self) -> Iterator[SceneStep]:
        way = self.way("depthwise")
        seen = window(0, 0)
        for column in range(FILTER):
            lanes = [_lane(column, lane) for lane in range(DOT_TAPS)]
            changes: Changes = {name: {"opacity": 1} for name in lanes}
            for lane, name in enumerate(lanes):
                is_used = lane < FILTER
                changes[name]["label"] = str(_number((lane, column))) if is_used else "0"
            if column == 0:
                changes |= self._emptied() | self._slides(0)
                changes |= {_mixed(at): {"opacity": 0, "classes": "cell"} for at in _PLACES}
                changes["aside"] = {"label": f"{DOT_TAPS} bytes of SDOT each"}
            idle = lanes[FILTER:]
            changes = _joined(changes, looks(idle, "cell gone"))
            own = [_place(pixel) for pixel in seen if pixel[1] == column]
            say = f"Depthwise: column {column + 1} of the window is the next one."
            if column == 0:
                say = (
                    f"Depthwise: a channel stays by itself, so only the window can be added up. "
                    f"SDOT adds up {DOT_TAPS} products; a column has {FILTER}, so one byte "
                    "meets a zero."
                )
            yield self._step(say, changes, lanes[0], [*own, *lanes[:FILTER]])
        used = way.multiplications / way.places
        say = (
            f"Depthwise: {way.multiplications:,} products, which take {way.places:,} places of "
            f"SDOT: {1 - used:.0%} of them idle."
        )
        yield self._step(say, self._paid("depthwise"), "o0", ["o0"])

    def _together(self) -> SceneStep:
        least = min(self.facts.ways, key=lambda way: way.multiplications)
        most = max(self.facts.ways, key=lambda way: way.multiplications)
        ratio = most.multiplications / least.multiplications
        row = self.facts.ways.index(least)
        return self._step(
            f"{ratio:g} times between the most products and the fewest. That alone picks no way: "
            "what is copied, added and left idle counts too.",
            {f"way{row}": {"classes": "plain strong"}, "window": {"opacity": 0}},
            f"way{row}",
        )

    def _emptied(self) -> Changes:
        """No result is there yet."""
        return {name: {"classes": "cell"} for name in _outputs()}

    def _paid(self, name: str) -> Changes:
        row, way = next((at, path) for at, path in enumerate(self.facts.ways) if path.name == name)
        figures = (way.multiplications, way.additions, way.bytes_aside)
        return {f"n{row}-{at}": {"label": f"{value:,}"} for at, value in enumerate(figures)}


def _joined(*parts: Changes) -> Changes:
    """Later ones win, field by field."""
    whole: Changes = {}
    for part in parts:
        for name, values in part.items():
            whole[name] = whole.get(name, {}) | values
    return whole


def _title(name: str) -> str:
    """Winograd is a man's name."""
    return name.title() if name == "winograd" else name


def _number(pixel: tuple[int, int]) -> int:
    return pixel[0] * SIDE + pixel[1] + 1


def _place(pixel: tuple[int, int]) -> str:
    return f"p{_number(pixel)}"


def _mixed(pixel: tuple[int, int]) -> str:
    return f"m{_number(pixel)}"


def _copy(row: int, at: int) -> str:
    return f"c{row}-{at}"


def _lane(column: int, lane: int) -> str:
    return f"l{column}-{lane}"


def _outputs() -> list[str]:
    return [f"o{at}" for at in range(len(_OUTPUTS))]


def _most_copied() -> int:
    """Places that every window sees."""
    seen = [set(window(*output)) for output in _OUTPUTS]
    return len(set.intersection(*seen))
