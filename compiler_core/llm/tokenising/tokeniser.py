"""A model's tokeniser from what its file says: start reading here.

Text is first cut at tokens that are never merged: those the user defined always, control tokens
only if asked, longest first as llama.cpp does. The rest goes to the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compiler_core.errors import InputError, SourceTooLarge
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.records import TokeniserData
from compiler_core.llm.tokenising.byte_level import ByteLevelModel
from compiler_core.llm.tokenising.merge_walk import (
    byte_level_word,
    check_walk_length,
    piece_word,
)
from compiler_core.llm.tokenising.pieces import PieceModel
from compiler_core.llm.tokenising.records import MergeWalk, WordWalk
from compiler_core.llm.tokenising.streaming import TokenStream
from compiler_core.llm.tokenising.vocabulary import (
    CONTROL,
    UNKNOWN,
    USER_DEFINED,
    Vocabulary,
    vocabulary_of,
)

if TYPE_CHECKING:
    import numpy as np

MAXIMUM_TEXT_BYTES = 4 << 20
# A piece of text, or a token that stood in it as a whole.
Fragment = str | int
WholeTokens = tuple[tuple[str, int], ...]


class Tokeniser:
    """Encodes and decodes; tokens are numbers of the file's table.

    Encoding raises SourceTooLarge past 4 MiB, InputError for text that is not Unicode.
    """

    def __init__(self, vocabulary: Vocabulary, model: ByteLevelModel | PieceModel) -> None:
        self.data = vocabulary.data
        self._vocabulary = vocabulary
        self._model = model

    def encode(self, text: str) -> tuple[int, ...]:
        """A user's text, begin token first if the file says so. Control tokens stay text."""
        return (*self._begin(), *self.encode_pieces(text))

    def encode_with_control_tokens(self, text: str) -> tuple[int, ...]:
        """A text whose control tokens, such as <|im_start|>, become their numbers."""
        whole = sorted(
            (*self._vocabulary.control, *self._vocabulary.user_defined),
            key=lambda one: -len(one[0].encode("utf-8", "replace")),
        )
        return (*self._begin(), *self._encode(text, tuple(whole)))

    def encode_pieces(self, text: str) -> tuple[int, ...]:
        """A user's text without a begin token."""
        return self._encode(text, self._vocabulary.user_defined)

    def input_of(self, text: str) -> np.ndarray:
        """The tokens of `encode` as int32 [1, S]."""
        import numpy as np

        return np.array([self.encode(text)], np.int32)

    def decode(self, identifiers: Sequence[int]) -> str:
        """The text of a whole sequence, control tokens left out, the added space removed."""
        text = self.continuation(identifiers)
        return text.removeprefix(" ") if self.data.add_space_before else text

    def continuation(self, identifiers: Sequence[int]) -> str:
        """The text that these tokens add to what came before them."""
        return b"".join(map(self.piece, identifiers)).decode("utf-8", "replace")

    def stream(self) -> TokenStream:
        """Text token by token, as `continuation` gives it."""
        return TokenStream(self.piece)

    def piece(self, identifier: int) -> bytes:
        """The bytes of one token; none for a control token. Raises InputError."""
        kind = self._vocabulary.types[self._checked(identifier)]
        token = self.data.tokens[identifier]
        if kind in (CONTROL, UNKNOWN):
            return b""
        if kind == USER_DEFINED:
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
        return MergeWalk(text, tuple(words), tuple(one for word in words for one in word.ids))

    def _walks(self, fragment: Fragment) -> list[WordWalk]:
        model = self._model
        if isinstance(fragment, int):
            token = self.data.tokens[fragment]
            return [WordWalk(token, (token,), (), True, (token,), (fragment,))]
        words = model.words(fragment)
        if isinstance(model, PieceModel):
            return [piece_word(model, word) for word in words]
        ranks: dict[tuple[str, str], int] = {}
        for rank, pair in enumerate(model.pairs):
            ranks.setdefault(pair, rank)
        return [byte_level_word(model, ranks, word) for word in words]

    def _encode(self, text: str, whole: WholeTokens) -> tuple[int, ...]:
        found: list[int] = []
        for fragment in self._fragments(text, whole):
            if isinstance(fragment, int):
                found.append(fragment)
            else:
                found.extend(self._model.encode(fragment))
        return tuple(found)

    def _fragments(self, text: str, whole: WholeTokens) -> list[Fragment]:
        _check_text(text)
        fragments: list[Fragment] = [text] if text else []
        for token, identifier in whole:
            if token in text:
                fragments = _cut(fragments, token, identifier)
        return fragments

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
    model = ByteLevelModel(vocabulary) if data.model == "gpt2" else PieceModel(vocabulary)
    return Tokeniser(vocabulary, model)


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
