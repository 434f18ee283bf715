"""The pictures that move on the pages about a chip: each from what its view computed.

A view without one (None) shows a chart in its place; one above the limits says why it is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from app.drawing.scenes.cost_bars import CostFacts, cost_scene
from app.drawing.scenes.energy_ladder import EnergyFacts, energy_scene
from app.drawing.scenes.gantt import GanttFacts, gantt_scene
from app.drawing.scenes.power_cap import power_facts, power_scene
from app.drawing.scenes.profile_round import RoundFacts, round_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.roof_stages import StageFacts, stage_scene
from app.drawing.scenes.speed_map import SpeedFacts, speed_scene
from app.drawing.scenes.tile_walk import MOST_STEPS, DrawnStep, TileFacts, tile_scene
from app.drawing.scenes.unit_choices import ChoiceFacts, choices_scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.soc.views.profile_records import ProfileFacts
from app.soc.views.roofline_places import PointSpeed
from app.soc.views.tile_picture import step_rectangles, step_words
from compiler_core.errors import InputError
from compiler_core.soc.decoding.decode_grid import GridCell
from compiler_core.soc.description import SocDescription
from compiler_core.soc.energy import EnergyRung, FusionEnergy
from compiler_core.soc.latency_hiding.ladder import climb
from compiler_core.soc.latency_hiding.study import Study
from compiler_core.soc.mapping.records import Mapping
from compiler_core.soc.networks.cnn import NetworkCost
from compiler_core.soc.rooflines.stage_points import StagePoints
from compiler_core.soc.rooflines.staged_roofline import RoofedStage
from compiler_core.soc.tiling.steps import tile_step
from compiler_core.soc.tiling.study import TileStudy

_WINDOW_TILES = 5


def _drawn(title: str, make: Callable[[], Scene]) -> SceneView:
    try:
        return scene_view(make())
    except InputError as error:
        return no_scene(title, error)


def power_picture(soc: SocDescription, command: str) -> SceneView | None:
    """None for a chip whose array, clock or energies no document gives."""
    if soc.yardstick:
        return None
    try:
        facts = power_facts(soc, command)
    except InputError:
        return None
    if facts is None:
        return None
    return _drawn("What a power cap leaves on", lambda: power_scene(facts))


_OTHER_BYTES = (
    "Here all bytes go through memory; the page's other figures leave out what stays on the chip."
)


def roofline_picture(
    soc: SocDescription,
    stages: tuple[StagePoints, ...],
    roofed: tuple[RoofedStage, ...],
    beside: PointSpeed,
    words: tuple[str, str, str],
) -> SceneView | None:
    """beside: where the page has its points. words: model, chip, command. None where there is but
    one stage to stand at."""
    if len(roofed) < 2:
        return None
    units = {unit.name: unit.title for unit in soc.units}
    note = _OTHER_BYTES if beside == "modelled" else ""
    facts = StageFacts(stages, roofed, units, *words, note)
    return _drawn("Kernels walk under the roof", lambda: stage_scene(facts))


def cost_picture(cost: NetworkCost, words: tuple[str, str, str]) -> SceneView | None:
    """words: model, chip, command. None for a network that does not fit."""
    if cost.latency_ms is None or not cost.per_kernel:
        return None
    model, chip, command = words
    facts = CostFacts(cost.per_kernel, model, chip, cost.precision, command)
    return _drawn("Where the time of a run goes", lambda: cost_scene(facts))


def energy_picture(
    ladder: Sequence[EnergyRung], fusion: FusionEnergy, words: tuple[str, str, str], *, known: bool
) -> SceneView:
    """words: model, chip, command. known: whether the run before fusion is."""
    facts = EnergyFacts(tuple(ladder), fusion, known, *words)
    return _drawn("What a byte costs", lambda: energy_scene(facts))


def decode_picture(
    grid: tuple[tuple[GridCell, ...], ...], context: int, words: tuple[str, str, str]
) -> SceneView | None:
    """words: model, chip, command. None where no cell fits."""
    if not any(cell.speed.fits for row in grid for cell in row):
        return None
    facts = SpeedFacts(grid, context, *words)
    return _drawn("How fast it writes", lambda: speed_scene(facts))


def mapping_picture(mapping: Mapping, words: tuple[str, str, str]) -> SceneView | None:
    """words: model, chip, command. None where nothing fits, so that there is no way to draw."""
    if not mapping.alternatives:
        return None
    model, chip, command = words
    facts = ChoiceFacts(((model, mapping),), chip, command)
    return _drawn("Who computes what", lambda: choices_scene(facts))


def tiling_picture(study: TileStudy, words: tuple[str, str, str]) -> SceneView:
    """words: layer, chip, command. The first steps of the loop over tiles."""
    layer, extents = study.layer.one, study.choice.extents
    shown = min(study.step.count, MOST_STEPS)
    steps = tuple(
        DrawnStep(step_words(step), step_rectangles(study, step), sum(step.moved.values()))
        for step in (tile_step(layer, extents, number) for number in range(shown))
    )
    name, chip, command = words
    facts = TileFacts(
        names=tuple(layer.operands),
        steps=steps,
        count=study.step.count,
        layer=name,
        chip=chip,
        command=command,
    )
    return _drawn("Tile after tile", lambda: tile_scene(facts))


def latency_picture(study: Study, kernel: str, chip: str, command: str) -> SceneView:
    """The rungs with vectors, while the first tiles pass."""
    runs = climb(study.work, study.machine).rungs[1:]
    ends = list(accumulate((event.end for event in runs[0].events if event.action == "write"), max))
    window = ends[min(_WINDOW_TILES, len(ends)) - 1]
    facts = GanttFacts(runs, window, kernel, f"{chip}’s ladder", command)
    return _drawn("Who works while memory is on its way", lambda: gantt_scene(facts))


def profile_picture(facts: ProfileFacts, current: int, command: str) -> SceneView | None:
    """None until the program was counted. What binds a kernel is told once a reader answered."""
    program = facts.history[current].program
    if program is None or not program.instructions:
        return None
    kernels = sorted(program.kernels, key=lambda profiled_kernel: -profiled_kernel.instructions)
    answered = {verdict.kernel: verdict.said for verdict in facts.verdicts}
    tries = tuple(
        (attempt.title, float(attempt.program.instructions))
        for attempt in facts.history
        if attempt.program
    )
    drawn = RoundFacts(
        parts=tuple((kernel.function, float(kernel.instructions)) for kernel in kernels),
        total=float(program.instructions),
        tries=tries,
        bound=answered.get(kernels[0].place, "").rstrip("."),
        suggested=facts.suggested.title if facts.suggested else "",
        program=facts.history[current].title,
        counted=f"Instructions of {program.network} on {program.core}, counted under the emulator.",
        command=command,
    )
    return _drawn("Profile, identify, try, iterate", lambda: round_scene(drawn))
