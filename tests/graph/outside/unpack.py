"""Take the ONNX files out of packages, without installing them.

    python -m tests.graph.outside.unpack ARCHIVES FOLDER

Each file goes to FOLDER/package/name.onnx, where package is the folder that it has in the archive.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath


def files_of(archive: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """The path in the archive, and what is there."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                if name.endswith(".onnx"):
                    yield PurePosixPath(name), opened.read(name)
        return
    with tarfile.open(archive) as opened:
        for member in opened:
            content = opened.extractfile(member) if member.name.endswith(".onnx") else None
            if content is not None:
                yield PurePosixPath(*PurePosixPath(member.name).parts[1:]), content.read()


def main(archives: Path, folder: Path) -> None:
    """All archives of one folder."""
    for archive in sorted(archives.iterdir()):
        for path, content in files_of(archive):
            place = folder / path.parts[0]
            place.mkdir(parents=True, exist_ok=True)
            (place / path.name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
