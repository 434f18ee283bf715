"""A model's tokeniser from what its file says: start reading here.

Text is first cut at tokens that are never merged: those the user defined always, control tokens
only if asked, longest first as llama.cpp does. The rest goes to the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

from compiler_core.errors import InputError, SourceTooLarge
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.records import TokeniserData
from compiler_core.llm.tokenising.byte_level import ByteLevelModel
from compiler_core.llm.tokenising.merge_walk import (
    byte_level_word,
    check_walk_length,
    merged_piece_word,
    piece_word,
)
from compiler_core.llm.tokenising.merged_pieces import MergedPieceModel
from compiler_core.llm.tokenising.pieces import SPACE, PieceModel
from compiler_core.llm.tokenising.records import MergeWalk, WordWalk
from compiler_core.llm.tokenising.streaming import (
    ByteStreamDecoder,
    PieceDecoder,
    TokenStream,
)
from compiler_core.llm.tokenising.vocabulary import (
    BYTE,
    CONTROL,
    UNKNOWN,
    USER_DEFINED,
    Vocabulary,
    vocabulary_of,
)

if TYPE_CHECKING:
    pass

MAXIMUM_TEXT_BYTES = 4 << 20
# A piece of text, or a token that stood in it as a whole.
Fragment = str | int
Model = ByteLevelModel | MergedPieceModel | PieceModel
WholeTokens = tuple[tuple[str, int], ...]


class Tokeniser:
    """Encodes and decodes; tokens are numbers of the file's table.

    Encoding raises SourceTooLarge past 4 MiB, InputError for text that is not Unicode.
    """

    def __init__(self, vocabulary: Vocabulary, model: Model) -> None:
        self.data = vocabulary.data
        self._vocabulary = vocabulary
        self._model = model

    def encode(self, text: str) -> tuple[int, ...]:
        """A user's text, begin token first if the file says so. Control tokens stay text."""
        return (*self._begin(), *self.encode_pieces(text))

    def encode_pieces(self, text: str) -> tuple[int, ...]:
        """A user's text without a begin token."""
        return self._encode(text, self._vocabulary.user_defined)

    def decode(self, identifiers: Sequence[int]) -> str:
        """The text of a whole sequence, control tokens left out, the added space removed."""
        text = self.continuation(identifiers)
        return text.removeprefix(" ") if self.data.add_space_before else text

    def continuation(self, identifiers: Sequence[int]) -> str:
        """The text that these tokens add to what came before them."""
        stream = self.stream()
        return "".join([*map(stream.push, identifiers), stream.finish()])

    def stream(self) -> TokenStream:
        """Text token by token, as `continuation` gives it."""
        if isinstance(self._model, ByteLevelModel):
            return TokenStream(self._decoded, ByteStreamDecoder())
        wrong = "each" if isinstance(self._model, PieceModel) else "whole run"
        return TokenStream(self._decoded, PieceDecoder(wrong))

    def _decoded(self, identifier: int) -> tuple[bytes, bool]:
        piece = self.piece(identifier)
        return piece, self._vocabulary.types[identifier] == BYTE

    def piece(self, identifier: int) -> bytes:
        """The bytes of one token; none for a control token. Raises InputError."""
        kind = self._vocabulary.types[self._checked(identifier)]
        token = self.data.tokens[identifier]
        if kind in (CONTROL, UNKNOWN):
            return b""
        if kind == USER_DEFINED and isinstance(self._model, ByteLevelModel):
            return token.encode("utf-8", "replace")
        return self._model.piece(token)

    def token_text(self, identifier: int) -> str:
        """A token as the table writes it, control tokens too. Raises InputError."""
        return self.data.tokens[self._checked(identifier)]

    def merge_walk(self, text: str) -> MergeWalk:
        """Every merge of a short text, without a begin token. Raises SourceTooLarge."""
        check_walk_length(text)
        words: list[WordWalk] = []
        for fragment in self._fragments(text, self._vocabulary.user_defined):
            words.extend(self._walks(fragment))
        return MergeWalk(text, tuple(words), tuple(number for word in words for number in word.ids))

    def _walks(self, fragment: Fragment) -> list[WordWalk]:
        model = self._model
        if isinstance(fragment, int):
            token = self.data.tokens[fragment]
            return [
                WordWalk(
                    text=token,
                    symbols=(token,),
                    steps=(),
                    whole=True,
                    final=(token,),
                    ids=(fragment,),
                )
            ]
        words = model.words(fragment)
        if isinstance(model, PieceModel):
            return [piece_word(model, word) for word in words]
        walk = byte_level_word if isinstance(model, ByteLevelModel) else merged_piece_word
        ranks: dict[tuple[str, str], int] = {}
        for rank, pair in enumerate(model.pairs):
            ranks.setdefault(pair, rank)
        return [walk(model, ranks, word) for word in words]  # pyright: ignore[reportArgumentType]

    def _encode(self, text: str, whole: WholeTokens) -> tuple[int, ...]:
        ids: list[int] = []
        for fragment in self._fragments(text, whole):
            if isinstance(fragment, int):
                ids.append(fragment)
            else:
                ids.extend(self._model.encode(fragment))
        return tuple(ids)

    def _fragments(self, text: str, whole: WholeTokens) -> list[Fragment]:
        """Text and whole tokens in order; text normalised, with the space that belongs before."""
        _check_text(text)
        fragments: list[Fragment] = [text] if text else []
        for token, identifier in whole:
            if token in text:
                fragments = _cut(fragments, token, identifier)
        fragments = self._stripped(fragments)
        return [
            fragment if isinstance(fragment, int) else self._prepared(fragment, at)
            for at, fragment in enumerate(fragments)
        ]

    def _prepared(self, text: str, position: int) -> str:
        """position: of the fragment, from 0."""
        data = self.data
        if data.normaliser == "nfc":
            return normalize("NFC", text)
        if data.model != "llama" or not data.add_space_before:
            return text
        if data.space_rule and (
            text.startswith((" ", SPACE)) or (data.space_rule == "first" and position)
        ):
            return text
        return f" {text}"

    def _stripped(self, fragments: list[Fragment]) -> list[Fragment]:
        """Without the white space that whole tokens take with them."""
        before, after = self.data.strips_before, self.data.strips_after
        if not before and not after:
            return fragments
        stripped: list[Fragment] = []
        for at, fragment in enumerate(fragments):
            if isinstance(fragment, str):
                previous = fragments[at - 1] if at else None
                following = fragments[at + 1] if at + 1 < len(fragments) else None
                fragment = fragment.lstrip() if previous in after else fragment
                fragment = fragment.rstrip() if following in before else fragment
            if fragment != "":
                stripped.append(fragment)
        return stripped

    def _begin(self) -> tuple[int, ...]:
        begin = self.data.begin
        return (begin,) if self.data.add_begin and begin is not None else ()

    def _checked(self, identifier: int) -> int:
        if not 0 <= identifier < len(self.data.tokens):
            raise InputError(f"There is no token {identifier} of {len(self.data.tokens):,}.")
        return identifier


def tokeniser_of(data: TokeniserData) -> Tokeniser:
    """The tokeniser of a file. Raises ModelFileRefused if its tokens do not fit together."""
    if data.model not in ("gpt2", "llama"):
        raise ModelFileRefused(
            f"The tokeniser is of the kind {data.model[:40] or '(none)'}.",
            "Byte-level BPE (gpt2) and SentencePiece BPE (llama) are read.",
        )
    vocabulary = vocabulary_of(data)
    if data.model == "gpt2":
        return Tokeniser(vocabulary, ByteLevelModel(vocabulary))
    kind = MergedPieceModel if data.merges_decide else PieceModel
    return Tokeniser(vocabulary, kind(vocabulary))


def _check_text(text: str) -> None:
    try:
        length = len(text.encode())
    except UnicodeEncodeError as error:
        raise InputError("The text holds half a character (a lone surrogate).") from error
    if length > MAXIMUM_TEXT_BYTES:
        raise SourceTooLarge(f"The text has {length:,} bytes; the limit is {MAXIMUM_TEXT_BYTES:,}.")


def _cut(fragments: list[Fragment], token: str, identifier: int) -> list[Fragment]:
    cut: list[Fragment] = []
    for fragment in fragments:
        if isinstance(fragment, int):
            cut.append(fragment)
            continue
        for at, part in enumerate(fragment.split(token)):
            cut.extend([identifier] if at else [])
            cut.extend([part] if part else [])
    return cut
