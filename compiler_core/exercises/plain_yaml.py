"""YAML of anyone's: plain values alone, bounded in size and depth before anything is built of it.

The events of the parser are looked at first: an alias or an anchor (a few bytes that become
gigabytes), a tag (a type of somebody's choice), a key that stands twice, or too many levels end
the reading with their line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from compiler_core.content_files import ContentError

MOST_BYTES = 32 * 1024
MOST_LEVELS = 12
_LONGEST_NUMBER = 1 << 53


def read_plain_yaml(text: str, named: str = "The exercise file") -> Mapping[str, Any]:
    """The mapping that the text holds: texts, numbers, truths, lists and mappings alone.

    named: the text, as a sentence about it begins.

    Raises ContentError.
    """
    import yaml  # only where it is used: the command line starts without it

    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise ContentError(
            f"{named} is {size:,} bytes; the limit is {MOST_BYTES:,}.",
            "Move sources into files of their own.",
        )
    try:
        _look_at_events(text)
        document = yaml.load(text, yaml.CSafeLoader)
    except yaml.YAMLError as error:
        words = " ".join(str(error).split())
        raise ContentError(f"{named} is no YAML: {words}") from error
    except ValueError as error:  # a number of thousands of digits, a surrogate, a date of no month
        raise ContentError(f"{named} holds a value that is none: {error}") from error
    if not isinstance(document, dict):
        raise ContentError(f"{named} must hold keys and values, such as `id: my-loop`.")
    return _plain("", document)


def _look_at_events(text: str) -> None:
    """Raises ContentError for what no exercise file may hold, yaml.YAMLError for no YAML."""
    import yaml

    keys: list[_Level] = []
    for event in yaml.parse(text, yaml.CSafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ContentError(
                f"line {line}: anchors and aliases (`&`, `*`) are not read.",
                "Write the value twice, or put a text that begins with one of them in quotes.",
            )
        if getattr(event, "tag", None):
            raise ContentError(f"line {line}: tags (`!`) are not read; write the value plainly.")
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            keys.pop()
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        if keys:
            keys[-1].take(event, line)
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(keys) == MOST_LEVELS:
                raise ContentError(f"line {line}: more than {MOST_LEVELS} levels.")
            keys.append(_Level(isinstance(event, yaml.MappingStartEvent)))


class _Level:
    """An open list or mapping: in a mapping every second node is a key."""

    def __init__(self, is_mapping: bool) -> None:
        self._is_mapping = is_mapping
        self._at_key = True
        self._seen: set[str] = set()

    def take(self, event: Any, line: int) -> None:
        if not self._is_mapping:
            return
        name = getattr(event, "value", None)
        if self._at_key and not isinstance(name, str):
            raise ContentError(f"line {line}: a key must be a word.")
        if self._at_key and name in self._seen:
            raise ContentError(f"line {line}: the key {name!r} stands twice.")
        if self._at_key:
            self._seen.add(str(name))
        self._at_key = not self._at_key


def _plain(location: str, value: Any) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int) and abs(value) <= _LONGEST_NUMBER:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list):
        return [_plain(f"{location}[{number}]", part) for number, part in enumerate(value)]
    if isinstance(value, dict):
        return {
            _key(location, key): _plain(f"{location}.{key}", part) for key, part in value.items()
        }
    shown = f"{value:.0f}" if isinstance(value, float) else type(value).__name__
    raise ContentError(
        f"{location.lstrip('.') or 'The file'}: {shown} is no text, number or list.",
        "Write dates and the like in quotes.",
    )


def _key(location: str, key: object) -> str:
    """YAML 1.1 takes a bare `on` or `no` for a truth and `12` for a number, also as a key."""
    if isinstance(key, str):
        return key
    raise ContentError(f"{location.lstrip('.') or 'The file'}: write the key {key!r} in quotes.")
