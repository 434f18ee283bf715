"""What the panes that run a program are set to: texts as typed, checked when they are used."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from app.loop.api_run_bodies import USUAL as USUAL_RUN
from app.serving.addresses import Reading, Values, cut, read_as, texts_of
from app.serving.bodies import StrictBody
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import SVE_LENGTHS, Experiment, experiment_of
from compiler_core.toolchain.counting import CacheGeometry
from compiler_core.typed_numbers import whole_number

TEXT_LIMIT = 60
VALUES_LIMIT = 2000
LINE_SIZES = ("16", "32", "64", "128", "256")
"""Cache lines the form offers, in bytes."""
SETTING_PREFIX = "set:"
EXPERIMENTS = ("compare", "sweep", "overlap", "profile")
PANE_ONLY = ("experiment", "offset", "loop", "round", "at", "element", "chip")
"""What only one pane shows; the other fields hold for every pane that runs a program."""


USUAL = "usual"


def _experiment(text: str) -> str | None:
    return text if (text := text.strip()) in EXPERIMENTS else None


Typed = Annotated[str, Reading(lambda text: text.strip()[:TEXT_LIMIT] or None)]


class RunSettings(StrictBody):
    """What the panes that run a program are set to, as texts that are not checked yet."""

    n: Typed = ""
    """The size that loops are run for; empty for one that suits."""
    seed: Typed = str(USUAL_RUN.seed)
    """What the inputs are drawn with, a whole number."""
    values: Annotated[str, cut(VALUES_LIMIT)] = ""
    """What parameters are set to, `a=0.5 in.size=4096`."""
    sve: Typed = str(USUAL_RUN.sve_bits)
    """Bits of the emulated vectors."""
    line_bytes: Typed = str(USUAL_RUN.geometry.line_bytes)
    """Bytes in a line of the modelled cache."""
    sets: Typed = str(USUAL_RUN.geometry.sets)
    """Sets of the modelled cache."""
    ways: Typed = str(USUAL_RUN.geometry.ways)
    """Lines in a set of the modelled cache."""
    experiment: Annotated[str, Reading(_experiment)] = ""
    """One of EXPERIMENTS, empty for none."""
    offset: Typed = "1"
    """How many elements apart overlapping arrays begin; may have a sign."""
    loop: Typed = ""
    """The line of the recorded loop, empty for the innermost that is reached first."""
    round: Typed = "1"
    """The loop's round at which the recording starts, from 1."""
    at: Typed = "0"
    """The moment of it that is shown."""
    element: Typed = ""
    """The value whose slice is shown, empty for none, USUAL for the returned one or an element that
    was written; with `!` at its end the page waits for it, else it comes in parts."""
    chip: Typed = "generic"
    """On whose roofline the run is placed."""

    def query(self, shown: Collection[str] = ()) -> list[tuple[str, str]]:
        """What differs from the defaults; of PANE_ONLY fields those shown."""
        names = [name for name in _NAMES if name not in PANE_ONLY or name in shown]
        pairs = [(name, getattr(self, name)) for name in names]
        return [(name, value) for name, value in pairs if value != getattr(DEFAULTS, name)]

    @property
    def moment(self) -> int:
        """The moment as a number; 0 for what is none."""
        return whole_number(self.at, TEXT_LIMIT) or 0

    def asked(self, function: str) -> Experiment:
        """The checked experiment for a function, empty for the first with a loop.

        Raises InputError that names the field and says what it can be.
        """
        geometry = CacheGeometry(
            whole("The bytes of a cache line", self.line_bytes),
            whole("The number of cache sets", self.sets),
            whole("The number of cache ways", self.ways),
        )
        return experiment_of(
            function=function,
            n=whole("n", self.n) if self.n.strip() else None,
            seed=whole("The seed", self.seed),
            settings=self.values.split(),
            sve_bits=whole("The vector length", self.sve),
            geometry=geometry,
        )


DEFAULTS = RunSettings()
VECTOR_LENGTHS = tuple(str(bits) for bits in SVE_LENGTHS)
_NAMES = tuple(RunSettings.model_fields)


def run_settings_from(values: Values) -> RunSettings:
    """The settings of a form or query; unknown experiments are none.

    A field `set:a` of the form stands for `a=…` among the values, and wins over it.
    """
    settings = read_as(RunSettings, values)
    texts = {text.partition("=")[0]: text for text in settings.values.split()}
    for field, value in texts_of(values).items():
        if field.startswith(SETTING_PREFIX):
            name = field.removeprefix(SETTING_PREFIX)
            text = "".join(value.split())[:TEXT_LIMIT]
            texts[name] = f"{name}={text}" if text else ""
    return settings.changed(values=" ".join(filter(None, texts.values()))[:VALUES_LIMIT])


def signed_whole(what: str, text: str) -> int:
    """The same with a sign; a browser may send a true minus sign."""
    stripped = text.strip().replace("−", "-")
    if stripped.startswith("-"):
        return -whole(what, stripped[1:])
    return whole(what, stripped)


def whole(what: str, text: str) -> int:
    """A whole number; raises InputError that says what it is for."""
    number = whole_number(text.strip().replace(",", ""), 18)
    if number is None:
        raise InputError(f"{what} must be a whole number, not {text[:20]!r}.", "Write 64 or 1024.")
    return number
