"""Static files from memory, under a path that holds the digest of all of them.

`/static/<digest>/css/app.css` may be cached for ever: any change gives another digest. Relative
links between the files (modules, fonts) keep working because the digest stands in front of all.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.serving.link_styles import common_rules
from app.settings import PROJECT

FOREVER = "public, max-age=31536000, immutable"
BRIEFLY = "public, max-age=60"
COMPRESSED_TYPES = ("text/", "image/svg")
LINKS = "css/links.css"
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".md": "text/plain"}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """Bytes as stored and, for text, compressed once."""

    content: bytes
    compressed: bytes | None
    media_type: str


class StaticFiles:
    """All files below one directory, read at start; they are a few hundred kilobytes."""

    def __init__(self, directory: Path = PROJECT / "static") -> None:
        self.files = {
            path.relative_to(directory).as_posix(): _read(path)
            for path in sorted(directory.rglob("*"))
            if path.is_file()
        }
        self.files[LINKS] = _static_file(common_rules().encode(), "text/css")
        digest = hashlib.sha256()
        for name, file in self.files.items():
            digest.update(name.encode() + b"\0" + file.content)
        self.digest = digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file; KeyError for a name that does not exist, so that links hold."""
        if name not in self.files:
            raise KeyError(f"no static file {name}")
        return f"/static/{self.digest}/{name}"

    async def respond(self, request: Request) -> Response:
        """The file, or 404."""
        file = self.files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        current = request.path_params["digest"] == self.digest
        headers = {"Cache-Control": FOREVER if current else BRIEFLY, "Vary": "Accept-Encoding"}
        if file.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.compressed, media_type=file.media_type, headers=headers)
        return Response(file.content, media_type=file.media_type, headers=headers)


def _read(path: Path) -> StaticFile:
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    return _static_file(path.read_bytes(), media_type)


def _static_file(content: bytes, media_type: str) -> StaticFile:
    is_text = media_type.startswith(COMPRESSED_TYPES)
    return StaticFile(content, gzip.compress(content, 9, mtime=0) if is_text else None, media_type)


static_files = StaticFiles()
