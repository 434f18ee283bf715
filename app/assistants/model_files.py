"""Which models an assistant may ask about: those that ship, and files of one folder that whoever
starts the tools has named."""

from __future__ import annotations

from pathlib import Path

from app.model_runs.known import KnownModel, offered_models
from compiler_core.errors import InputError, UnknownName

ENDINGS = (".onnx", ".gguf", ".safetensors")
LONGEST_NAME = 300
MOST_BYTES = 4 << 30
_allowed: list[Path] = []


def allow_models_of(folder: Path) -> None:
    """From now on files in here may be asked about. Raises UnknownName where it is no folder."""
    if not folder.is_dir():
        raise UnknownName(f"There is no folder {folder}.", "Name the folder of your models.")
    _allowed[:] = [folder.resolve()]


def asked_model(name: str) -> KnownModel:
    """One that ships by its name, or a file by its path in the folder. Raises UnknownName and
    InputError."""
    shipped = next((model for model in offered_models() if model.id == name), None)
    if shipped is not None:
        return shipped
    path = allowed_file(name)
    track = "graph" if path.suffix == ".onnx" else "language"
    return KnownModel(
        id="file", title=str(path), name=str(path), kind="uploaded", note="Your file", track=track
    )


def allowed_file(name: str) -> Path:
    """Where a model lies; of safetensors the folder. Raises UnknownName and InputError."""
    if not _allowed:
        names = ", ".join(model.id for model in offered_models())
        raise UnknownName(
            f"No model that ships is called {name[:60]!r}, and no folder of models is open.",
            f"There are {names}. Start `lowlab mcp --models FOLDER` for files of yours.",
        )
    folder = _allowed[0]
    unknown = UnknownName(
        f"The open folder has no model {name[:60]!r}.",
        f"Name a file in it that ends in {', '.join(ENDINGS)}.",
    )
    try:
        path = (folder / name[:LONGEST_NAME]).resolve()
        is_model = path.is_relative_to(folder) and path.is_file() and path.suffix in ENDINGS
    except (OSError, ValueError) as error:
        raise unknown from error
    if not is_model:
        raise unknown
    if path.stat().st_size > MOST_BYTES:
        raise InputError(f"{name} is larger than {MOST_BYTES:,} bytes.", "Ask about a smaller one.")
    return path.parent if path.suffix == ".safetensors" else path
