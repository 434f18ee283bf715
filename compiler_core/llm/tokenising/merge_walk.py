"""Merges step by step: how a text becomes tokens, as records for a page.

Our own plain loop, a pair at a time: byte-level BPE takes the pair of the lowest rank,
SentencePiece the pair whose result has the highest score, the leftmost of equals. Its result is
compared with the library's in tests.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.errors import SourceTooLarge
from compiler_core.llm.tokenising.byte_level import ByteLevelModel
from compiler_core.llm.tokenising.merged_pieces import MergedPieceModel
from compiler_core.llm.tokenising.pieces import PieceModel
from compiler_core.llm.tokenising.records import MergeStep, Symbols, WordWalk
from compiler_core.llm.tokenising.vocabulary import UNUSED

MAXIMUM_CHARACTERS = 512
Rank = Callable[[str, str], float | None]


def check_walk_length(text: str) -> None:
    """Raise SourceTooLarge if a text is too long to be shown merge by merge."""
    if len(text) > MAXIMUM_CHARACTERS:
        raise SourceTooLarge(
            f"{len(text):,} characters are more than the {MAXIMUM_CHARACTERS} that are shown "
            "merge by merge.",
            "Take a shorter piece of the text.",
        )


def byte_level_word(
    model: ByteLevelModel, ranks: dict[tuple[str, str], int], word: str
) -> WordWalk:
    """The walk of one word of a byte-level model."""
    known = model.vocabulary.identifiers
    symbols = tuple(symbol for symbol in word if symbol in known)
    if model.takes_whole_words and word in known:
        return WordWalk(
            text=word, symbols=symbols, steps=(), whole=True, final=(word,), ids=(known[word],)
        )
    steps = _merge(symbols, lambda left, right: ranks.get((left, right)))
    final = steps[-1].after if steps else symbols
    return WordWalk(
        text=word,
        symbols=symbols,
        steps=steps,
        whole=False,
        final=final,
        ids=tuple(known[piece] for piece in final),
    )


def piece_word(model: PieceModel, text: str) -> WordWalk:
    """The walk of a text in a SentencePiece model."""
    known = model.vocabulary.identifiers

    def rank(left: str, right: str) -> float | None:
        identifier = known.get(left + right)
        return None if identifier is None else -model.scores[identifier]

    symbols = tuple(text)
    steps = _merge(symbols, rank)
    merged = steps[-1].after if steps else symbols
    parts = {step.result: (step.left, step.right) for step in reversed(steps)}
    final = tuple(token for symbol in merged for token in _in_use(model, symbol, parts))
    ids = _without_runs(tuple(number for part in final for number in _numbers(model, part)), model)
    tokens = tuple(model.vocabulary.data.tokens[token_id] for token_id in ids)
    return WordWalk(text=text, symbols=symbols, steps=steps, whole=False, final=tokens, ids=ids)


def merged_piece_word(
    model: MergedPieceModel, ranks: dict[tuple[str, str], int], text: str
) -> WordWalk:
    """The walk of a text in a model of pieces that is merged by its list."""
    vocabulary = model.vocabulary
    symbols = model.symbols(text)
    steps = _merge(symbols, lambda left, right: ranks.get((left, right)))
    final = steps[-1].after if steps else symbols
    numbers = vocabulary.identifiers | {
        token: model.byte_tokens[value] for token, value in model.bytes.items()
    }
    identifiers = [numbers.get(piece, model.unknown) for piece in final]
    known = tuple(identifier for identifier in identifiers if identifier is not None)
    ids = tuple(
        number
        for at, number in enumerate(known)
        if number != model.unknown or at == 0 or known[at - 1] != number
    )
    return WordWalk(
        text=text,
        symbols=symbols,
        steps=steps,
        whole=False,
        final=tuple(vocabulary.data.tokens[token_id] for token_id in ids),
        ids=ids,
    )


def _merge(symbols: Symbols, rank: Rank) -> tuple[MergeStep, ...]:
    steps: list[MergeStep] = []
    while (best := _best_pair(symbols, rank)) is not None:
        value, at = best
        left, right = symbols[at], symbols[at + 1]
        after = (*symbols[:at], left + right, *symbols[at + 2 :])
        steps.append(
            MergeStep(
                rank=value,
                left=left,
                right=right,
                result=left + right,
                position=at,
                before=symbols,
                after=after,
            )
        )
        symbols = after
    return tuple(steps)


def _best_pair(symbols: Symbols, rank: Rank) -> tuple[float, int] | None:
    ranks = (
        (value, at)
        for at in range(len(symbols) - 1)
        if (value := rank(symbols[at], symbols[at + 1])) is not None
    )
    return min(ranks, default=None)


def _in_use(model: PieceModel, symbol: str, parts: dict[str, tuple[str, str]]) -> list[str]:
    """SentencePiece takes a token that is not in use apart again."""
    identifier = model.vocabulary.identifiers.get(symbol)
    if identifier is None or model.types[identifier] != UNUSED or symbol not in parts:
        return [symbol]
    return [token for part in parts[symbol] for token in _in_use(model, part, parts)]


def _numbers(model: PieceModel, symbol: str) -> list[int]:
    identifier = model.vocabulary.identifiers.get(symbol)
    if identifier is not None:
        return [identifier]
    if not model.falls_back_to_bytes:
        return [model.unknown]
    return [model.byte_tokens[byte] for byte in symbol.encode()]


def _without_runs(ids: tuple[int, ...], model: PieceModel) -> tuple[int, ...]:
    """SentencePiece gives one unknown token for a run of them."""
    return tuple(
        token_id
        for at, token_id in enumerate(ids)
        if token_id != model.unknown or at == 0 or ids[at - 1] != token_id
    )
