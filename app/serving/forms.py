"""Forms as browsers send them; what cannot be read as one is refused in plain words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from compiler_core.errors import InputError

_MOST = 1000


class UnreadableForm(InputError):
    """A body that is no form: a broken boundary, a name in an unknown character set."""

    status = 400


def files_of(form: FormData, name: str) -> list[UploadFile]:
    """The files of a field; where none was chosen, browsers send one without a name."""
    return [file for file in form.getlist(name) if isinstance(file, UploadFile)]


@asynccontextmanager
async def form_of(
    request: Request, max_files: int = _MOST, max_fields: int = _MOST
) -> AsyncIterator[FormData]:
    """The form of a request, its files closed at the end. Raises UnreadableForm."""
    try:
        form = await request.form(max_files=max_files, max_fields=max_fields)
    # What the parser's libraries raise for names and headers in character sets that are none.
    except (UnicodeError, LookupError, ValueError) as error:
        raise UnreadableForm(
            "The form cannot be read.", "Send UTF-8, as a browser does by itself."
        ) from error
    try:
        yield form
    finally:
        await form.close()
