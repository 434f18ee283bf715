"""Measure a protobuf file before it is parsed.

A parser allocates for each field it meets, so that a file of two-byte messages takes fifty times
its size. This walk over the wire format allocates nothing: it follows lengths, counts fields, and
refuses what passes a limit. Source: protobuf.dev, "Encoding"; which fields are messages, texts or
packed numbers is asked of the ONNX descriptors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import ImportLimits, hold

FieldKind = Literal["message", "name", "text", "bytes", "packed"]
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_TRUNCATED = "The file ends in the middle of a field, or a length in it is wrong."
_ADVICE = "Copy the file again; if it comes from a repository, check that it is no placeholder."
# Texts that people write, as opposed to names that everything refers to.
_TEXTS = ("doc_string", "value", "key")


@dataclass(frozen=True, slots=True)
class MessageForm:
    """What the fields with a length of one message hold, by number."""

    name: str
    kinds: dict[int, FieldKind]
    inner: dict[int, str]


@cache
def _forms() -> dict[str, MessageForm]:
    """Every message that a model can hold, by its full name."""
    import onnx

    forms: dict[str, MessageForm] = {}
    waiting: list[Any] = [onnx.ModelProto.DESCRIPTOR]
    while waiting:
        descriptor = waiting.pop()
        if descriptor.full_name in forms:
            continue
        forms[descriptor.full_name] = _form_of(descriptor)
        waiting += [field.message_type for field in descriptor.fields if field.message_type]
    return forms


def _form_of(descriptor: Any) -> MessageForm:
    kinds: dict[int, FieldKind] = {field.number: _kind_of(field) for field in descriptor.fields}
    inner = {
        field.number: field.message_type.full_name
        for field in descriptor.fields
        if field.message_type
    }
    return MessageForm(descriptor.full_name, kinds, inner)


def _kind_of(field: Any) -> FieldKind:
    if field.type == field.TYPE_MESSAGE:
        return "message"
    if field.type == field.TYPE_STRING:
        return "text" if field.name in _TEXTS else "name"
    # Packed floating-point numbers take as many bytes in memory as in the file.
    floating = (field.TYPE_FLOAT, field.TYPE_DOUBLE)
    return "bytes" if field.type in (field.TYPE_BYTES, *floating) else "packed"


def measure(content: bytes, limits: ImportLimits) -> int:
    """The number of fields. Raises ModelTooLarge and, for what no parser can read, ModelRefused."""
    hold(limits, "file_bytes", len(content))
    if not content:
        raise ModelRefused("The file is empty.", _ADVICE)
    return _Walk(content, limits).run()


class _Walk:
    """One pass over the bytes; what is nested waits on a stack of its own."""

    def __init__(self, content: bytes, limits: ImportLimits) -> None:
        self.content = content
        self.limits = limits
        self.fields = 0
        self.packed = 0
        self.waiting: list[tuple[int, int, MessageForm, int]] = []

    def run(self) -> int:
        self.waiting.append((0, len(self.content), _forms()["onnx.ModelProto"], 1))
        while self.waiting:
            self._message(*self.waiting.pop())
        return self.fields

    def _message(self, at: int, end: int, form: MessageForm, depth: int) -> None:
        hold(self.limits, "message_depth", depth)
        while at < end:
            tag, at = self._varint(at, end)
            self.fields += 1
            if self.fields > self.limits.fields:
                hold(self.limits, "fields", self.fields)
            if tag & 7 == _LENGTH:
                length, at = self._varint(at, end)
                if length > end - at:
                    raise ModelRefused(_TRUNCATED, _ADVICE)
                self._content(tag >> 3, at, length, form, depth)
                at += length
            else:
                at = self._skip(tag, at, end)

    def _skip(self, tag: int, at: int, end: int) -> int:
        """The position behind a number."""
        wire = tag & 7
        if tag >> 3 == 0 or wire not in (_VARINT, _FIXED64, _FIXED32):
            raise ModelRefused("This is not an ONNX file: a field has no known form.", _ADVICE)
        if wire == _VARINT:
            return self._varint(at, end)[1]
        at += 8 if wire == _FIXED64 else 4
        if at > end:
            raise ModelRefused(_TRUNCATED, _ADVICE)
        return at

    def _varint(self, at: int, end: int) -> tuple[int, int]:
        """A number of at most ten bytes, and the position behind it."""
        content = self.content
        if at < end and content[at] < 128:
            return content[at], at + 1
        value = 0
        for shift in range(0, 70, 7):
            if at >= end:
                raise ModelRefused(_TRUNCATED, _ADVICE)
            byte = content[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value, at
        raise ModelRefused("This is not an ONNX file: a number has too many bytes.", _ADVICE)

    def _content(self, number: int, at: int, length: int, form: MessageForm, depth: int) -> None:
        """What a field with a length holds: more fields, a text, or numbers."""
        kind = form.kinds.get(number)
        if kind == "message":
            self.waiting.append((at, at + length, _forms()[form.inner[number]], depth + 1))
        elif kind == "name":
            hold(self.limits, "name_bytes", length)
            self._text(at, length)
        elif kind == "text":
            hold(self.limits, "text_bytes", length)
            self._text(at, length)
        elif kind == "packed":
            self.packed += length
            hold(self.limits, "packed_bytes", self.packed)

    def _text(self, at: int, length: int) -> None:
        try:
            self.content[at : at + length].decode()
        except UnicodeDecodeError as error:
            raise ModelRefused("A name in the file is not UTF-8 text.", _ADVICE) from error
