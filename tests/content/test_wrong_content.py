"""Whatever is wrong in a content file ends in one sentence that names the file and the key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.model.views import elsewhere
from app.model.views.language import loop
from app.model_runs.tracks import TRACKS
from compiler_core.atlas.sass import occupancy
from compiler_core.atlas.tensorrt import documented
from compiler_core.claims.reading import read_claims
from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.errors import LoweringLabError
from compiler_core.examples import read_examples
from compiler_core.exercises.shipped import exercises_at
from compiler_core.graph.evaluation import shipped as networks
from compiler_core.graph.exporting import example, hazards
from compiler_core.graph.fusion.catalogue import read_catalogue
from compiler_core.lessons.atlas_questions import read_questions
from compiler_core.lessons.glossary import read_glossary
from compiler_core.lessons.reading import read_lesson
from compiler_core.lessons.track_map import read_map
from compiler_core.llm.attention_fusion.catalogue import read_language_catalogue
from compiler_core.llm.evaluation import shipped as language_models
from compiler_core.loop import samples
from compiler_core.soc import measurements
from compiler_core.soc.decoding import known_language_models
from compiler_core.soc.latency_hiding.parameters import read_parameters
from compiler_core.soc.prompts import measurements as prompts
from compiler_core.soc.reading import load_socs, read_soc
from tests.content.wrong_content import ContentReader, placed


def content(pattern: str) -> tuple[Path, ...]:
    """Shipped files."""
    return tuple(sorted(CONTENT_FOLDER.glob(pattern)))


def through(module: Any, constant: str, *reads: Callable[[], object]) -> Callable[[Path], object]:
    """For readers that are told no path: a constant of their module leads to the file."""

    def read(file: Path) -> object:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, constant, file.parent if "FOLDER" in constant else file)
            return [read() for read in reads]

    return read


CHIPS = tuple(CONTENT_FOLDER / "soc" / f"{soc.name}.yaml" for soc in load_socs())
FITTED = (
    measurements.decode_measurements.__wrapped__,
    measurements.network_measurements.__wrapped__,
)
HELD_OUT = (
    measurements.held_out_decode.__wrapped__,
    measurements.held_out_networks.__wrapped__,
)
ELSEWHERE = partial(elsewhere.all_commands.__wrapped__, TRACKS[0])
WRONG_ENDS = (TypeError, ValueError, LookupError, AttributeError)
SHAPES = known_language_models
READERS = (
    ContentReader("examples", content("examples/index.yaml"),
                  lambda file: read_examples(file.parent)),
    ContentReader("samples", content("textbook/index.yaml"),
                  through(samples, "SAMPLES_FOLDER", samples.load_samples.__wrapped__)),
    ContentReader("glossary", content("glossary.yaml"), read_glossary),
    ContentReader("map", content("lessons/map.yaml"), read_map, free=("facts",)),
    ContentReader("questions", content("atlas/questions.yaml"), read_questions),
    ContentReader("lessons", content("lessons/*/lesson.md"), lambda file: read_lesson(file.parent)),
    ContentReader("claims", content("**/claims.yaml"), read_claims.__wrapped__,
                  free=("of", "expect")),
    ContentReader("chips", CHIPS, read_soc),
    ContentReader("measurements", content("soc/measurements.yaml"),
                  through(measurements, "MEASUREMENTS_FILE", *FITTED),
                  free=("sources",)),
    ContentReader("held out", content("soc/held-out.yaml"),
                  through(measurements, "HELD_OUT_FILE", *HELD_OUT),
                  free=("sources",)),
    ContentReader("prompts", content("soc/prompts.yaml"),
                  through(prompts, "PROMPTS_FILE", prompts.prompt_measurements.__wrapped__),
                  free=("sources",)),
    ContentReader("ladder", content("soc/ladder.yaml"), read_parameters),
    ContentReader("shapes of models", content("soc/language-models.yaml"),
                  through(SHAPES, "LANGUAGE_MODELS_FILE", SHAPES.known_language_models.__wrapped__),
                  free=("sources", "config")),
    ContentReader("networks", content("models/signs/models.yaml"),
                  through(networks, "_LIST", networks.shipped_models.__wrapped__)),
    ContentReader("language models", content("models/language/models.yaml"),
                  language_models.read_list),
    ContentReader("fusion", content("fusion/catalogue.yaml"), read_catalogue),
    ContentReader("fusion of language models", content("fusion/language.yaml"),
                  read_language_catalogue),
    ContentReader("recorded exports", content("exports/recorded.yaml"),
                  through(hazards, "RECORD", hazards.recorded_hazards.__wrapped__)),
    ContentReader("recorded example", content("exports/recorded-example.yaml"),
                  through(example, "RECORD", example.recorded_example.__wrapped__)),
    ContentReader("commands elsewhere", content("models/elsewhere.yaml"),
                  through(elsewhere, "FOLDER", ELSEWHERE)),
    ContentReader("decode loop", content("models/decode-loop.yaml"),
                  through(loop, "LOOP_FILE", loop.decode_loop.__wrapped__)),
    ContentReader("chips of the atlas", content("atlas/sass/chips.yaml"),
                  through(occupancy, "CHIPS_FILE", occupancy.chip_file.__wrapped__)),
    ContentReader("documented commands", content("atlas/tensorrt/commands.yaml"),
                  through(documented, "COMMANDS_FILE", documented.documented.__wrapped__),
                  free=("sources",)),
    # The rest of an exercise's file is checked by functions of its own (`exercises/values.py`).
    ContentReader("checks of exercises", content("exercises/*/exercise.yaml"), exercises_at,
                  free=("expect",), below="checks"),
)  # fmt: skip


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_whatever_is_wrong_is_named(reader: ContentReader, tmp_path: Path) -> None:
    wrong: list[str] = []
    tried = 0
    for shipped, mistake in reader.mistakes():
        file = placed(shipped, mistake.text, tmp_path / str(reader.files.index(shipped)))
        label = f"{shipped.name}: {mistake.steps} {mistake.what}"
        tried += 1
        try:
            reader.read(file)
        except ContentError as error:
            if file.name not in str(error) or not mistake.is_named_in(str(error)):
                wrong.append(f"{label}: says only {error}")
        except (*WRONG_ENDS, LoweringLabError) as error:
            wrong.append(f"{label}: {type(error).__name__}: {error}")
        else:
            if mistake.must_be_refused:
                wrong.append(f"{label}: is read")
    assert tried >= 10
    assert not wrong, "\n".join(wrong)
