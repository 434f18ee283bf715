"""What each setting of a network's compilation can be, read from the registries of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.graph.calibration.methods import CHOICES
from compiler_core.graph.fusion.extensions.registry import EXTENSIONS
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES
from compiler_core.graph.picture_input.preprocessings import PREPROCESSINGS
from compiler_core.graph.planning.plan import PLANNERS
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.settings import PRECISIONS, CompileSettings
from compiler_core.pipelines.setting_choices import SettingChoices, as_choices

_PINS = ("first", "last", "proposed")
_PLAIN_PLANNERS = tuple(planner.name for planner in PLANNERS if planner.name != "exact")
"""The exact one is for small graphs."""


def setting_choices(settings: CompileSettings) -> tuple[SettingChoices, ...]:
    """Of what changes results; time for tuning, remedies and sizes of open axes are left out."""
    return (
        SettingChoices(
            name="precision", title="numbers", stage="passes", choices=as_choices(PRECISIONS)
        ),
        SettingChoices(
            name="passes", title="passes", stage="passes", choices=tuple(_fewer_passes(settings)),
            is_whole=True,
        ),
        SettingChoices(
            name="calibration", title="ranges by", stage="quantise",
            choices=as_choices(method for method, _ in CHOICES),
        ),
        SettingChoices(
            name="pinned", title="in fp32", stage="quantise",
            choices=(("", "no layer"), *((pin, f"the layers called {pin}") for pin in _PINS)),
        ),
        SettingChoices(
            name="extensions", title="fusions", stage="fusion",
            choices=tuple(_other_fusions(settings)), is_whole=True,
        ),
        SettingChoices(
            name="core", title="core", stage="engine", choices=as_choices(cpu.name for cpu in CORES)
        ),
        SettingChoices(
            name="planner", title="arena by", stage="engine", choices=as_choices(_PLAIN_PLANNERS)
        ),
        SettingChoices(
            name="winograd_mebibytes", title="MiB that Winograd's weights may add",
            stage="engine", choices=as_choices(("0", "16", "64")),
        ),
        SettingChoices(
            name="preprocessing", title="the picture prepared", stage="input",
            choices=tuple((preparation.name, preparation.title) for preparation in PREPROCESSINGS),
        ),
    )  # fmt: skip


def _fewer_passes(settings: CompileSettings) -> Iterator[tuple[str, str]]:
    """Without one of them."""
    usual = settings.passes or DEFAULT_PASSES
    yield ",".join(settings.passes), "all of its passes"
    for name in dict.fromkeys(usual):
        left = [other for other in usual if other != name]
        yield ",".join(left), f"the pass {name.replace('-', ' ')} left out"


def _other_fusions(settings: CompileSettings) -> Iterator[tuple[str, str]]:
    """With one more, or without one of those that are on."""
    own = settings.extensions
    yield ",".join(own), "its fusions"
    for extension in EXTENSIONS:
        name = extension.name
        words = name.replace("-", " ")
        if name in own:
            yield ",".join(other for other in own if other != name), f"the fusion {words} left out"
        else:
            yield ",".join((*own, name)), f"the fusion {words} added"
