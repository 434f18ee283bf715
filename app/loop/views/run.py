"""The run pane: what the function did in one measured run, and what it was run on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.loop.run_settings import LINE_SIZES, SETTING_PREFIX, VECTOR_LENGTHS, RunSettings
from app.loop.views.experiments import ExperimentsView
from app.loop.views.flow import FlowView
from app.loop.views.heat import HeatTable, code_heat, source_heat
from app.loop.views.run_roof import RunRoof
from app.loop.views.subject import Subject
from app.site.views.setting_fields import SettingChoice, choices_of
from app.words import count
from compiler_core.host.counting.record import library_words
from compiler_core.host.running.plan import ValueSetting
from compiler_core.host.running.record import Counts, LoopCount, ShownArray
from compiler_core.host.running.refusal import without_options
from compiler_core.host.running.run_words import of_length

DIGEST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the run: its name, in all, and per element (empty without)."""

    name: str
    total: str
    per_element: str


@dataclass(frozen=True, slots=True)
class InputRow:
    """One parameter or array: the form's field for it, and what was typed.

    size_field: the field for the array's length, empty for a plain value.
    """

    setting: ValueSetting
    field: str
    value: str
    size_field: str
    size: str


@dataclass(frozen=True, slots=True)
class OutputRow:
    """One array that the function may have changed, the start of its digest, its first values."""

    array: ShownArray
    digest: str
    head: str


@dataclass(frozen=True, slots=True)
class LoopRunRow:
    """One loop of the listing. key: of its line. per_round: instructions, None if it never ran."""

    counted: LoopCount
    key: str
    per_round: float | None


@dataclass(frozen=True, slots=True)
class RunForm:
    """What the run is set to. n_hint: the size that is taken without one. vectors: lengths of SVE
    vectors, for code that uses them. lines: sizes of a cache line. takes_length: whether n makes a
    difference to this function."""

    settings: RunSettings
    n_hint: str
    vectors: tuple[SettingChoice, ...]
    lines: tuple[SettingChoice, ...]
    takes_length: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """The pane."""

    message: str
    """Why there are no counts, or empty."""
    form: RunForm
    """What the run is set to, with its choices."""
    headline: str = ""
    """The function and its n."""
    figures: tuple[Figure, ...] = ()
    """Numbers of the whole run, each in all and per element; empty where it did not end well."""
    measured: str = ""
    """How and by what."""
    loops: tuple[LoopRunRow, ...] = ()
    """The function's loops, with how often each ran."""
    source: tuple[HeatTable, ...] = ()
    """Source lines with their heat, by file."""
    code: tuple[HeatTable, ...] = ()
    """Assembly lines with their heat, by function."""
    inputs: tuple[InputRow, ...] = ()
    """Parameters and arrays, with the fields that set them."""
    outputs: tuple[OutputRow, ...] = ()
    """Arrays that the function may have changed."""
    digest: str = ""
    """The first digits of the digest of all outputs."""
    printed: str = ""
    """What the program wrote."""
    notes: tuple[str, ...] = ()
    """Plain sentences about the run."""
    command: str = ""
    """Builds the program at home."""
    experiments: ExperimentsView | None = None
    """What can be tried on the same inputs, None where nothing ran."""
    roof: RunRoof | None = None
    """The run on a chip's roofline, None where nothing ran."""
    flow: FlowView | None = None
    """Counts on the function's blocks and edges, None where nothing ran."""
    loops_note: str = ""
    """Why it is not known how often a loop was entered."""


def refused_run(subject: Subject, message: str) -> RunView:
    """The pane for settings that no run can have, or a function that cannot be run."""
    return RunView(message=without_options(message), form=_form(subject.request.run, "", ()))


def run_view(
    subject: Subject, counts: Counts, experiments: ExperimentsView | None = None
) -> RunView:
    """The pane for a run, also for one that was stopped."""
    settings = subject.request.run
    is_scalable = experiments is not None and experiments.scalable
    vectors = vector_options(settings) if is_scalable else ()
    return RunView(
        message=without_options(counts.message) if not counts.ok else "",
        headline=_headline(counts),
        form=replace(
            _form(settings, str(counts.n), vectors), takes_length=counts.length is not None
        ),
        figures=tuple(_figures(counts)) if counts.ok else (),
        measured=_measured(counts),
        loops=tuple(_loops(subject, counts)),
        source=source_heat(subject, counts),
        code=code_heat(subject, counts),
        inputs=tuple(_input(setting, settings) for setting in counts.settings),
        outputs=tuple(_output(array) for array in counts.outputs),
        digest=counts.output_digest[:DIGEST_SHOWN],
        printed=counts.printed,
        notes=tuple(without_options(note) for note in counts.notes),
        command=counts.command,
        experiments=experiments,
    )


def vector_options(settings: RunSettings) -> tuple[SettingChoice, ...]:
    """The lengths of emulated SVE vectors to choose from."""
    return choices_of(((bits, f"{bits} bits") for bits in VECTOR_LENGTHS), settings.sve)


def _measured(counts: Counts) -> str:
    how = f"{counts.measured}; misses are modelled" if counts.measured else ""
    return ". ".join(filter(None, (how, counts.no_round)))


def _headline(counts: Counts) -> str:
    elements = f", {count(counts.elements, 'element')}" if counts.elements else ""
    what = f"{of_length(counts.function, counts.length)}{elements}"
    if not counts.ok:
        return what
    library = library_words(counts.functions)
    return f"{what}: {count(counts.instructions, 'instruction')} executed{library}."


def _form(settings: RunSettings, n: str, vectors: tuple[SettingChoice, ...]) -> RunForm:
    lines = choices_of(((size, f"{size} bytes") for size in LINE_SIZES), settings.line_bytes)
    return RunForm(settings, n, vectors, lines)


def _figures(counts: Counts) -> Iterator[Figure]:
    totals, each = counts.totals, None if counts.no_round else counts.per_element
    rows = (
        ("instructions", totals.instructions, each and each.instructions),
        ("loads", totals.loads, each and each.loads),
        ("stores", totals.stores, each and each.stores),
        ("bytes read", totals.bytes_loaded, each and each.bytes_loaded),
        ("bytes written", totals.bytes_stored, each and each.bytes_stored),
        ("cache lines", totals.cache_lines, each and each.cache_lines),
        ("misses", totals.misses, each and each.misses),
    )
    for name, total, share in rows:
        each_text = f"{share:,.3g} / element" if share is not None else ""
        yield Figure(name, f"{total:,}", each_text)


def _loops(subject: Subject, counts: Counts) -> Iterator[LoopRunRow]:
    names = [source.name for source in subject.sources]
    for loop in counts.loops:
        known = loop.unit < len(names)
        key = subject.places.key(names[loop.unit], loop.source_line) if known else ""
        each = loop.totals.instructions / loop.iterations if loop.iterations else None
        yield LoopRunRow(loop, key, each)


def _input(setting: ValueSetting, settings: RunSettings) -> InputRow:
    pairs = (text.partition("=") for text in settings.values.split())
    typed = {name: value for name, _, value in pairs}
    size = f"{setting.path}.size"
    has_size = setting.kind == "array" and bool(setting.count)
    return InputRow(
        setting=setting,
        field=f"{SETTING_PREFIX}{setting.path}",
        value=typed.get(setting.path, ""),
        size_field=f"{SETTING_PREFIX}{size}" if has_size else "",
        size=typed.get(size, ""),
    )


def _output(array: ShownArray) -> OutputRow:
    head: Sequence[str] = array.head
    more = ", …" if array.count > len(head) else ""
    return OutputRow(array, array.digest[:DIGEST_SHOWN], f"{', '.join(head)}{more}")
