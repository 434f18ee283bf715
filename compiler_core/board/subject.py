"""What is known of a bundle, as a file in it: so that reports can be read without the page."""

from __future__ import annotations

from pathlib import Path

import msgspec

from compiler_core.board.records import BoardSubject
from compiler_core.errors import InputError

COUNTED = "counted.json"
_LARGEST = 16 << 20


def subject_text(subject: BoardSubject) -> bytes:
    """As JSON; the same subject gives the same bytes."""
    return msgspec.json.format(msgspec.json.encode(subject), indent=1) + b"\n"


def read_subject(directory: Path) -> BoardSubject:
    """Of a bundle's directory. Raises InputError for one that is none."""
    path = directory / COUNTED
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise InputError(f"{path} is larger than {_LARGEST:,} bytes.")
        return msgspec.json.decode(content, type=BoardSubject)
    except OSError as error:
        raise InputError(
            f"{directory} is no bundle for boards: {COUNTED} cannot be read.",
            "Give a directory that lowlab graph compile or lowlab bundle wrote.",
        ) from error
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(f"{path} is not what a bundle holds.", "Make the bundle again.") from error
