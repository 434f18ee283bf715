"""What a model is fed with: the picture to classify, and samples to calibrate on."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from compiler_core.errors import InputError
from compiler_core.graph.expected_inputs.drawing import drawn
from compiler_core.graph.expected_inputs.search import expected_of
from compiler_core.graph.importing.reader import ImportedModel
from compiler_core.graph.picture_input.prepare import PreparedPicture, prepare_picture
from compiler_core.graph.picture_input.resampling import resized
from compiler_core.graph.picture_input.settings import PictureSettings
from compiler_core.graph.running.arrays import read_arrays
from compiler_core.graph.source_model import SourceModel

SAMPLE_LABEL = 3
SAMPLES = 8
CALIBRATION_PICTURES = 64
_SEED = 5
# Of integer inputs of which nothing is known: from, and up to without the end.
_WHOLE_NUMBERS = (0, 8)

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class ModelInputs:
    """picture: the prepared one, None when the input is no picture. run: arrays for one run, by
    input name. samples: for calibration, one array per input each. origin: what the samples are, in
    words. own: whether the picture is the reader's.
    """

    picture: PreparedPicture | None
    run: Arrays
    samples: tuple[Arrays, ...]
    origin: str
    own: bool = False


def inputs_of(source: SourceModel, picture: bytes | None = None) -> ModelInputs:
    """The picture given, else a drawn sign, else random numbers; samples of the same kind.

    Raises PictureRefused for a picture that cannot be read.
    """
    if source.picture is None:
        samples = tuple(random_arrays(source, seed) for seed in range(SAMPLES))
        return ModelInputs(None, samples[0], samples, f"{SAMPLES} inputs of random numbers")
    camera = source.pixels.camera if source.pixels else None
    prepared = prepare_picture(
        sample_picture() if picture is None else picture, source.picture, camera=camera
    )
    samples, origin = _samples(source, source.picture)
    run = {_input_name(source): prepared.seen[None] if source.pixels else prepared.tensor}
    batch = (source.imported.report.inputs[0].shape or (1,))[0]
    if batch > 1:
        run, samples = _repeated(run, batch), tuple(_repeated(sample, batch) for sample in samples)
        origin = f"{origin}, each {batch} times: the batch"
    return ModelInputs(prepared, run, samples, origin, own=picture is not None)


def _repeated(arrays: Arrays, batch: int) -> Arrays:
    """The same picture at every place of the batch."""
    return {name: np.repeat(array, batch, axis=0) for name, array in arrays.items()}


def inputs_from_file(source: SourceModel, path: Path) -> ModelInputs:
    """Samples from an .npz file: an array by input name, the first axis counting samples.

    Raises InputError for a file without the model's inputs.
    """
    samples = _read_samples(source, path)
    usual = inputs_of(source)
    return ModelInputs(usual.picture, usual.run, samples, f"{len(samples)} samples of {path.name}")


def random_arrays(source: SourceModel, seed: int) -> Arrays:
    """As `drawn_arrays`."""
    return drawn_arrays(source.imported, seed)


def drawn_arrays(imported: ImportedModel, seed: int) -> Arrays:
    """By input name numbers as the network expects them (`expected_inputs`); where nothing says
    what these are, standard normal ones, or small whole numbers for integer inputs."""
    generator = np.random.default_rng(seed + _SEED)
    expected = expected_of(imported.model)
    return {
        entry.name: drawn(
            generator,
            entry.shape or (),
            np.dtype(entry.element_type),
            expected.get(entry.name),
            _WHOLE_NUMBERS,
        )
        for entry in imported.report.inputs
    }


def sample_picture() -> bytes:
    """A drawn sign, as a PNG file."""
    from compiler_core.graph.evaluation.signs.drawing import draw_sign

    file = io.BytesIO()
    Image.fromarray(draw_sign(SAMPLE_LABEL, _SEED)).save(file, "PNG")
    return file.getvalue()


def _samples(source: SourceModel, settings: PictureSettings) -> tuple[tuple[Arrays, ...], str]:
    """Of a trained net its calibration split; else a few signs, enlarged."""
    from compiler_core.graph.evaluation.splits import split

    name, pictures = _input_name(source), split("calibration").pictures
    if (settings.height, settings.width) == pictures.shape[1:3]:
        tensors = _tensors(source, settings, pictures[:CALIBRATION_PICTURES])
        samples = tuple({name: tensor[None]} for tensor in tensors)
        return samples, f"{len(samples)} pictures of the calibration split"
    large = (
        resized(picture, settings.height, settings.width, "bilinear")
        for picture in pictures[:SAMPLES]
    )
    samples = tuple({name: _tensors(source, settings, picture[None])} for picture in large)
    return samples, f"{SAMPLES} drawn signs enlarged to {settings.width} × {settings.height}"


def _tensors(source: SourceModel, settings: PictureSettings, pictures: np.ndarray) -> np.ndarray:
    """What the model reads of pictures in the network's size, uint8 [n, height, width, 3]."""
    return source.pixels.pixels(pictures) if source.pixels else settings.tensors(pictures)


def _input_name(source: SourceModel) -> str:
    return source.imported.report.inputs[0].name


def _read_samples(source: SourceModel, path: Path) -> tuple[Arrays, ...]:
    arrays = read_arrays(path)
    for model_input in source.imported.report.inputs:
        if model_input.name not in arrays or arrays[model_input.name].ndim == 0:
            raise InputError(
                f"{path.name} has no array of samples for the input {model_input.name}.",
                "Save one array per input, under the input's name.",
            )
    counts = {len(arrays[entry.name]) for entry in source.imported.report.inputs}
    if len(counts) != 1 or counts == {0}:
        raise InputError(f"The arrays of {path.name} do not hold the same number of samples.")
    return tuple(_sample(source, arrays, number) for number in range(counts.pop()))


def _sample(source: SourceModel, arrays: Arrays, number: int) -> Arrays:
    """One sample of each array, in the input's own shape and type."""
    sample: Arrays = {}
    for entry in source.imported.report.inputs:
        value = np.asarray(arrays[entry.name][number], dtype=np.dtype(entry.element_type))
        shape = entry.shape or ()
        if value.size != int(np.prod(shape)):
            raise InputError(
                f"A sample of {entry.name} has {value.size} numbers; the model takes shape {shape}."
            )
        sample[entry.name] = value.reshape(shape)
    return sample
