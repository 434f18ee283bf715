"""The command that gives a tool's answer at home; what was sent is in the file it names."""

from __future__ import annotations

import shlex

from app.assistants.bodies import (
    AnswerBody,
    ChipDecodeBody,
    ChipNetworkBody,
    ClaimsBody,
    ExercisesBody,
    HeaderBody,
    LessonsBody,
    NoBody,
    RegistersBody,
)
from app.assistants.model_files import asked_model
from app.loop.api_bodies import (
    BisectBody,
    CompileBody,
    CompilersBody,
    CyclesBody,
    DiffBody,
    MatrixBody,
    OneFileBody,
    PassesBody,
    Setting,
    Sources,
)
from app.loop.api_run_bodies import (
    BreakBody,
    BreakVerdictBody,
    CountBody,
    LedgerBody,
    OutputsBody,
    OverlapBody,
    ProfileBody,
    RunBody,
    SkipBody,
    SliceBody,
    StepBody,
    SweepBody,
    WholeBody,
)
from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.llm.evaluation.shipped import shipped_language_model
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.networks.layer_tables import TABLES


def compile_words(asked: CompileBody) -> list[str]:
    """`lowlab compile`."""
    return ["compile", *_files(asked), *_setting(asked)]


def diff_words(asked: DiffBody) -> list[str]:
    """`lowlab diff`."""
    return ["diff", *_files(asked), "--left", _side(asked.left), "--right", _side(asked.right)]


def passes_words(asked: PassesBody) -> list[str]:
    """`lowlab passes`, of the one file where one is named."""
    named = [f"--function={asked.function}"] if asked.function else []
    files = _files(asked)
    if asked.file:
        files = [files[min(asked.file, len(files)) - 1]]
    return ["passes", *files, *_setting(asked), *named]


def why_words(asked: OneFileBody) -> list[str]:
    """`lowlab why`."""
    return ["why", asked.chosen().name, *_setting(asked)]


def cycles_words(asked: CyclesBody) -> list[str]:
    """`lowlab cycles`."""
    return ["cycles", *_files(asked), *_setting(asked), f"--cpu={asked.cpu}"]


def compilers_words(asked: CompilersBody) -> list[str]:
    """`lowlab compilers`."""
    return ["compilers", asked.chosen().name, f"--flags={asked.flags}"]


def matrix_words(asked: MatrixBody) -> list[str]:
    """`lowlab matrix`."""
    return ["matrix", *_files(asked), *_setting(asked)]


def bisect_words(asked: BisectBody) -> list[str]:
    """`lowlab bisect`, of the first file."""
    levels = [f"--low={asked.low}", f"--high={asked.high}"]
    return ["bisect", _files(asked)[0], f"--compiler={asked.compiler}", *levels]


def whole_words(asked: WholeBody) -> list[str]:
    """`lowlab whole`."""
    return ["whole", *_files(asked), *_setting(asked)]


def profile_words(asked: ProfileBody) -> list[str]:
    """`lowlab profile`."""
    named = [f"--function={asked.function}"] if asked.function else []
    size = [] if asked.n is None else [f"--n={asked.n}"]
    inputs = [f"--input={' '.join(run_input.settings)}" for run_input in asked.inputs]
    return ["profile", asked.chosen().name, *_setting(asked), *named, *size, *inputs]


def count_words(asked: CountBody) -> list[str]:
    """`lowlab count`."""
    cache = asked.cache
    shape = [] if cache is None else [f"--cache={cache.line_bytes}x{cache.sets}x{cache.ways}"]
    return [*run_words("count", asked), *shape]


def run_words(command: str, asked: RunBody) -> list[str]:
    """A command that runs a function."""
    named = [f"--function={asked.function}"] if asked.function else []
    size = [] if asked.n is None else [f"--n={asked.n}"]
    inputs = [f"--set={setting}" for setting in asked.settings]
    run = [f"--seed={asked.seed}", f"--sve-bits={asked.sve_bits}"]
    return [command, *_files(asked), *_setting(asked), *named, *size, *run, *inputs]


def outputs_words(asked: OutputsBody) -> list[str]:
    """`lowlab count`, beside another setting."""
    other = f"{asked.right.compiler} {asked.right.flags}".strip()
    return [*run_words("count", asked), f"--compare={other}"]


def sweep_words(asked: SweepBody) -> list[str]:
    """`lowlab count` at five lengths."""
    return [*run_words("count", asked), "--sweep"]


def overlap_words(asked: OverlapBody) -> list[str]:
    """`lowlab count` with the promise broken."""
    return [*run_words("count", asked), f"--overlap={asked.offset}"]


def ledger_words(asked: LedgerBody) -> list[str]:
    """`lowlab ledger`."""
    return [*run_words("ledger", asked), *(["--parts"] if asked.parts else [])]


def skip_words(asked: SkipBody) -> list[str]:
    """`lowlab ledger`, less one pass."""
    return [*run_words("ledger", asked), f"--without={asked.step}"]


def step_words(asked: StepBody) -> list[str]:
    """`lowlab step`, of one step."""
    loop = [f"--line={asked.line}"] if asked.line is not None else []
    return [*run_words("step", asked), *loop, f"--arrival={asked.round}", f"--at={asked.step}"]


def slice_words(asked: SliceBody) -> list[str]:
    """`lowlab slice`."""
    return [*run_words("slice", asked), *([f"--element={asked.element}"] if asked.element else [])]


def break_words(asked: BreakBody) -> list[str]:
    """`lowlab break`, of a claim."""
    named = [f"--compiler={asked.compiler}"] if asked.compiler else []
    return ["break", asked.claim, *named, f"--seconds={asked.seconds:g}"]


def break_verdict_words(asked: BreakVerdictBody) -> list[str]:
    """`lowlab break`, of the verdict on a loop."""
    place = [f"--line={asked.line}", f"--seconds={asked.seconds:g}"]
    return ["break", asked.chosen().name, *_setting(asked), *place]


def claims_words(asked: ClaimsBody) -> list[str]:
    """`lowlab claims`."""
    folder = LESSONS_FOLDER.relative_to(CONTENT_FOLDER.parent)
    return ["claims", str(folder / asked.lesson)]


def lessons_words(asked: LessonsBody) -> list[str]:
    """`lowlab lessons`."""
    return ["lessons", *([asked.lesson] if asked.lesson else [])]


def exercises_words(asked: ExercisesBody) -> list[str]:
    """`lowlab exercise show`."""
    opened = [f"--hints={asked.hints}"] if asked.hints else []
    return ["exercise", "show", *([asked.exercise] if asked.exercise else []), *opened]


def answer_words(asked: AnswerBody) -> list[str]:
    """`lowlab exercise try`, with the answer as JSON in a file."""
    return ["exercise", "try", asked.exercise, "answer.json"]


def registers_words(asked: RegistersBody) -> list[str]:
    """`lowlab compile`: its JSON has the registers of each function."""
    return ["compile", *_files(asked), *_setting(asked), "--json"]


def inspect_words(asked: HeaderBody) -> list[str]:
    """`lowlab llm inspect`."""
    return ["llm", "inspect", _model_path(asked.model)]


def chips_words(_: NoBody) -> list[str]:
    """`lowlab soc list`."""
    return ["soc", "list"]


def chip_network_words(asked: ChipNetworkBody) -> list[str]:
    """`lowlab soc cnn`."""
    choices = [f"--precision={asked.precision}", f"--buffering={asked.buffering}"]
    return ["soc", "cnn", _network_name(asked.model), f"--soc={asked.soc}", *choices]


def chip_decode_words(asked: ChipDecodeBody) -> list[str]:
    """`lowlab soc decode`."""
    if asked.model in [model.name for model in known_language_models()]:
        named = [f"--config={asked.model}", f"--type={asked.type}"]
    else:
        named = [f"--gguf={_model_path(asked.model)}"]
    amount = [f"--context={asked.context}", f"--batch={asked.batch}", f"--prompt={asked.prompt}"]
    chosen = {"--engine": asked.engine, "--unit": asked.unit}
    way = [f"{option}={value}" for option, value in chosen.items() if value]
    return ["soc", "decode", f"--soc={asked.soc}", *named, *amount, *way]


def _network_name(name: str) -> str:
    return name if name in TABLES else asked_model(name).name


def _model_path(name: str) -> str:
    """Where a language model that ships lies in the project; where a file lies. Raises
    InputError."""
    known = asked_model(name)
    if known.track != "language":
        raise InputError(f"{name} is a network.", "Ask `network` or `chip_network` about it.")
    if known.kind == "uploaded":
        return known.name
    return str(shipped_language_model(name).folder.relative_to(CONTENT_FOLDER.parent))


def spoken(words: list[str] | str) -> str:
    """As one types it; a text is typed already."""
    if isinstance(words, str):
        return words
    return shlex.join(["lowlab", *words])


def _files(asked: Sources) -> list[str]:
    return [source.name for source in asked.sources()]


def _setting(asked: Setting) -> list[str]:
    return [f"--compiler={asked.compiler}", f"--flags={asked.flags}"]


def _side(setting: Setting) -> str:
    return f"{setting.compiler} {setting.flags}".strip()
