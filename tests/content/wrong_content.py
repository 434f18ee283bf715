"""Files of `content` with one thing wrong, and readers that read them in a folder of the test."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

ADDED = "no-such-key"
KEYS = ("added", "left out")
WRONG: tuple[Any, ...] = (date(2026, 1, 2), [[]], {ADDED: 1}, None)
"""What no key of any file takes."""
_BLOCK = re.compile(r"^```(?P<name>figure|scene|predict|exercise)\n(?P<yaml>.*?)^```$", re.M | re.S)
_Steps = tuple[str | int, ...]


@dataclass(frozen=True)
class Mistake:
    """steps: to what was changed. must_be_refused: a key that is left out may have been free."""

    text: str
    steps: _Steps
    what: str
    must_be_refused: bool

    def is_named_in(self, sentence: str) -> bool:
        """Whether it says the last key on the way, or what another one is without this one."""
        key = next((step for step in reversed(self.steps) if isinstance(step, str)), "")
        other = "the key '" in sentence or "unknown key '" in sentence
        return key in sentence or (self.what == "left out" and other)


@dataclass(frozen=True)
class ContentReader:
    """read: a file in the place of a shipped one. free: keys with any keys right below them. below:
    the key of the part that is looked at, "" for all."""

    name: str
    files: tuple[Path, ...]
    read: Callable[[Path], object]
    free: tuple[str, ...] = ()
    below: str = ""

    def mistakes(self) -> Iterator[tuple[Path, Mistake]]:
        """Of each way of keys one, wherever in the files it is."""
        seen: set[tuple[object, ...]] = set()
        free = [(key,) for key in self.free]
        for file in self.files:
            for mistake in _mistakes(file, seen):
                if self.below and mistake.steps[:1] != (self.below,):
                    continue
                if mistake.what not in KEYS or mistake.steps[-2:-1] not in free:
                    yield file, mistake


def placed(file: Path, text: str, folder: Path) -> Path:
    """The file with another text, in a folder that has all that lies around the shipped one."""
    home = folder / file.parent.name
    if not home.is_dir():
        home.mkdir(parents=True)
        around = (*file.parent.parent.iterdir(), *file.parent.iterdir())
        for sibling in around:
            if sibling not in (file, file.parent):
                (folder / sibling.relative_to(file.parent.parent)).symlink_to(sibling)
    (home / file.name).write_text(text, encoding="utf-8")
    return home / file.name


def _mistakes(file: Path, seen: set[tuple[object, ...]]) -> Iterator[Mistake]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".yaml":
        yield from _in_yaml((text, "", ""), (), seen)
        return
    _, head, body = text.split("---\n", 2)
    yield from _in_yaml((head, "---\n", f"---\n{body}"), ("head",), seen)
    for block in _BLOCK.finditer(text):
        around = text[: block.start("yaml")], text[block.end("yaml") :]
        yield from _in_yaml((block["yaml"], *around), (block["name"],), seen)


def _in_yaml(
    parts: tuple[str, str, str], above: _Steps, seen: set[tuple[object, ...]]
) -> Iterator[Mistake]:
    """parts: the YAML, and what stands before and behind it."""
    text, before, after = parts
    whole = yaml.load(text, yaml.CSafeLoader)
    for steps in _ways(whole):
        general = (*above, *("*" if isinstance(step, int) else step for step in steps))
        if general in seen:
            continue
        seen.add(general)
        for what, changed, must in _changes(whole, steps):
            written = yaml.dump(changed, Dumper=yaml.CSafeDumper, sort_keys=False)
            way = (*above, *steps, *([ADDED] if what == "added" else []))
            yield Mistake(f"{before}{written}{after}", way, what, must)


def _ways(value: object) -> Iterator[_Steps]:
    yield ()
    rows: Iterable[tuple[Any, object]] = ()
    if isinstance(value, dict):
        rows = value.items()
    elif isinstance(value, list):
        rows = enumerate(value)
    for step, part in rows:
        for rest in _ways(part):
            yield (step, *rest)


def _changes(whole: Any, steps: _Steps) -> Iterator[tuple[str, Any, bool]]:
    if steps:
        for wrong in WRONG:
            changed, inside = _copy(whole, steps[:-1])
            inside[steps[-1]] = wrong
            yield type(wrong).__name__, changed, True
    if steps and isinstance(steps[-1], str):
        changed, inside = _copy(whole, steps[:-1])
        del inside[steps[-1]]
        yield "left out", changed, False
    changed, inside = _copy(whole, steps)
    if isinstance(inside, dict):
        inside[ADDED] = 1
        yield "added", changed, True


def _copy(whole: Any, steps: _Steps) -> tuple[Any, Any]:
    """A copy of the whole, and what in it lies at the end of the steps."""
    changed = inside = copy.deepcopy(whole)
    for step in steps:
        inside = inside[step]
    return changed, inside
