"""Installs Triton without NVIDIA's programs: the files of its wheel that are under its own licence.

Triton's wheel carries NVIDIA's ptxas, nvdisasm, libraries and headers, which only those may take
who accept NVIDIA's licence. A wheel is a zip archive, and an index of packages serves parts of
files: only the members of `is_open` are fetched, everything else stays where it is. What Triton
itself does without (AMD's code generator, the profiler, headers, test programs) is left too.

    python -m script.atlas.open_triton               install into the Python that runs this
    python -m script.atlas.open_triton --write-pins  pin the RECORD of every wheel of this version

`open_triton.json` pins for each wheel the SHA-256 of its RECORD, which has that of every member.
Where a wheel is to be found is asked of pip, as it is configured here. The Python that runs this
has pip 23 or later and remotezip.
"""

# pip and remotezip are those of the atlas's environment, which is not checked.
# pyright: reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VERSION = "3.9.0"
PINS_FILE = Path(__file__).with_suffix(".json")
PTXAS = "triton/backends/nvidia/bin/ptxas"
_INFO = f"triton-{VERSION}.dist-info"
_RECORD = f"{_INFO}/RECORD"
NAME = "triton-open"
"""Of what is installed: no package of another name is taken to be there."""
_OWN_INFO = f"{NAME.replace('-', '_')}-{VERSION}.dist-info"
_OPEN = re.compile(
    rf"{re.escape(_INFO)}/(?:licenses/)?\w+(?:\.txt)?|triton/_C/libtriton\.so|triton/[\w/]+\.pyi?"
)
_NVIDIA = re.compile(r"triton/backends/nvidia/(?:bin|lib|include)/.*")
_NEEDLESS = re.compile(r"triton/(?:profiler|instrumentation|plugins|include|experimental/gsan)/.*")
_PYTHONS = (("311", "cp311"), ("312", "abi3"), ("314", "cp314t"), ("315", "cp315t"))
"""Of the wheels that there are: the least version of Python, and its binary interface."""
_MACHINES = ("x86_64", "aarch64")


def is_open(member: str) -> bool:
    """Whether a file of the wheel is installed: Python text, Triton's own library, its notes."""
    if _NVIDIA.fullmatch(member) or _NEEDLESS.fullmatch(member):
        return False
    return _OPEN.fullmatch(member) is not None


def digests_of(record: bytes) -> dict[str, str]:
    """SHA-256 in hexadecimal by member; the record itself has none."""
    rows = csv.reader(io.StringIO(record.decode()))
    return {
        name: base64.urlsafe_b64decode(digest.removeprefix("sha256=") + "=").hex()
        for name, digest, _ in rows
        if digest.startswith("sha256=")
    }


def check(name: str, content: bytes, expected: str | None) -> None:
    """Raises ValueError for bytes that are not those that were pinned."""
    if expected is None:
        raise ValueError(f"{name}: nothing is pinned for it")
    if hashlib.sha256(content).hexdigest() != expected:
        raise ValueError(f"{name}: not the bytes that were pinned")


def chosen_members(record: bytes) -> dict[str, str]:
    """What is installed, with its digest."""
    return {name: digest for name, digest in digests_of(record).items() if is_open(name)}


def placed(member: str, content: bytes) -> tuple[str, bytes]:
    """Where it is put, and as what: the notes name what they are of."""
    if not member.startswith(f"{_INFO}/"):
        return member, content
    path = member.replace(_INFO, _OWN_INFO, 1)
    if path == f"{_OWN_INFO}/METADATA":
        content = content.replace(b"\nName: triton\n", f"\nName: {NAME}\n".encode(), 1)
    return path, content


def record_row(path: str, content: bytes) -> str:
    """By which pip removes it again."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"{path},sha256={digest},{len(content)}\n"


@contextmanager
def _wheel(python: str = "", interface: str = "", machine: str = "") -> Iterator[tuple[str, Any]]:
    """Name and archive of the wheel that pip would choose, read by parts."""
    from pip._internal.commands import create_command
    from pip._internal.models.target_python import TargetPython
    from pip._vendor.packaging.specifiers import SpecifierSet
    from remotezip import RemoteZip

    command = create_command("download")
    options, _ = command.parse_args(["--quiet", "--no-deps", "--only-binary=:all:", "triton"])
    target = TargetPython()
    if python:
        target = TargetPython(
            platforms=[f"manylinux_2_{at}_{machine}" for at in (27, 28)],
            py_version_info=(3, int(python[1:])),
            implementation="cp",
            abis=[interface],
        )
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(options, session, target_python=target)
        wheel = finder.find_best_candidate("triton", SpecifierSet(f"=={VERSION}")).best_candidate
        if wheel is None:
            raise ValueError(f"the index has no wheel of Triton {VERSION} for this Python")
        # Compressed on their way, parts of a file would be other parts.
        plain = {"Accept-Encoding": "identity"}
        with RemoteZip(wheel.link.url_without_fragment, session=session, headers=plain) as archive:
            yield wheel.link.filename, archive


def install(folder: Path) -> str:
    """Into this site-packages; gives what was done in a line. Raises ValueError for other bytes
    than those pinned, of which none is written. The record comes last: without it nothing is
    installed yet."""
    own_record = folder / _OWN_INFO / "RECORD"
    if (folder / PTXAS).exists() or own_record.exists():
        return f"Triton {VERSION} is there already."
    pins = json.loads(PINS_FILE.read_text("utf-8"))
    rows: list[str] = []
    with _wheel() as (name, archive):
        record = archive.read(_RECORD)
        check(f"RECORD of {name}", record, pins.get(name))
        for member, digest in chosen_members(record).items():
            content = archive.read(member)
            check(member, content, digest)
            path, content = placed(member, content)
            rows.append(record_row(path, content))
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    own_record.write_text("".join((*rows, f"{_OWN_INFO}/RECORD,,\n")), "utf-8")
    return f"Triton {VERSION}: {len(rows)} files, none of them NVIDIA's."


def write_pins() -> str:
    """Of each wheel of this version. For whoever changes the version."""
    pins = {}
    for python, interface in _PYTHONS:
        for machine in _MACHINES:
            with _wheel(python, interface, machine) as (name, archive):
                pins[name] = hashlib.sha256(archive.read(_RECORD)).hexdigest()
    PINS_FILE.write_text(json.dumps(pins, indent=2, sort_keys=True) + "\n", "utf-8")
    return f"{len(pins)} wheels"


def main(arguments: list[str]) -> int:
    try:
        if arguments == ["--write-pins"]:
            print(write_pins())
        else:
            places = arguments or [sysconfig.get_paths()["purelib"]]
            print(install(Path(places[0])))
    except ValueError as error:
        print(f"open_triton: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
