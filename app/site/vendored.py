"""The vendored files, as static/vendor/README.md lists them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from app.settings import PROJECT

TABLE = PROJECT / "static" / "vendor" / "README.md"


@dataclass(frozen=True, slots=True)
class VendoredFile:
    """path: in the repository. what: package and version. licence: its name. texts: files in
    static/vendor/licences. sha256: of the file.
    """

    path: str
    what: str
    licence: str
    texts: tuple[str, ...]
    sha256: str


@lru_cache(maxsize=1)
def vendored_files() -> tuple[VendoredFile, ...]:
    """Every row of the table."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in TABLE.read_text(encoding="utf-8").splitlines()
        if line.startswith(("| static/", "| tests/"))
    ]
    return tuple(
        VendoredFile(path, what, licence, tuple(texts.split(", ")), digest)
        for path, what, licence, texts, digest in rows
    )
