"""Stage 1: the prompt as tokens, the merges of one word, and the two regimes."""

from __future__ import annotations

from dataclasses import dataclass

from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.llm.pipeline.tokens_stage import Regime, TokensDetails
from compiler_core.llm.tokenising.records import MergeStep, WordWalk
from compiler_core.typed_numbers import whole_number

COLOURS = 6
TOKENS_SHOWN = 400
MARKS = {"Ġ": "␣", "▁": "␣", "Ċ": "⏎", "\n": "⏎", " ": "␣"}


@dataclass(frozen=True, slots=True)
class TokenChip:
    """A token: its text with blanks made visible, and its number."""

    text: str
    id: int
    classes: str


@dataclass(frozen=True, slots=True)
class WordLink:
    """A word whose merges can be opened."""

    text: str
    tokens: int
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRow:
    """One merge: the word before it, the pair, and what the pair becomes."""

    number: int
    """Place in the order of merges, from 1."""
    symbols: tuple[str, ...]
    """All symbols of the word after this merge, blanks made visible."""
    left: str
    """Left symbol of the merged pair, blanks made visible."""
    right: str
    """Right symbol of the merged pair, blanks made visible."""
    result: str
    """The symbol that the pair becomes, blanks made visible."""
    rank: str
    """The rule's rank or score, with commas if whole, else to three decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensView:
    """The prompt cut into tokens, as the first stage of a language model shows it."""

    prompt: str
    """The text as it was given to the tokeniser."""
    chips: tuple[TokenChip, ...]
    """The first 400 tokens of the prompt, in order."""
    more: str
    """How many tokens are not drawn."""
    kind: str
    """Tokeniser and size of its vocabulary, as in `byte-level BPE, 512 tokens`; empty without
    one."""
    shape: str
    """Of the array of token ids, as `[1, 12]`."""
    words: tuple[WordLink, ...]
    """Words of the prompt in order; empty for one too long to be told merge by merge."""
    word: str
    """The one whose merges are shown."""
    start: tuple[str, ...]
    """The chosen word's symbols before the first merge; empty where no word is shown."""
    merges: tuple[MergeRow, ...]
    """Of the chosen word, in order; empty where it needs none or no word is shown."""
    outcome: str
    """What came of it."""
    regimes: tuple[Regime, ...]
    """Prefill and decode of this prompt, with their operations and bytes of weights."""
    regime_words: str
    """Prefill and decode compared in sentences; empty where one of them is missing."""
    template: str
    """The chat template as the file has it, never rendered; empty if it has none."""


def tokens_view(request: ModelRequest, details: TokensDetails) -> TokensView:
    """The view; asked.view is the place of a word, from 1."""
    words = details.walk.words if details.walk else ()
    number = _chosen(request, words)
    word = words[number - 1] if words else None
    rest = len(details.ids) - TOKENS_SHOWN
    return TokensView(
        prompt=details.text,
        chips=tuple(
            TokenChip(visible(piece), token_id, f"colour-{position % COLOURS + 1}")
            for position, (token_id, piece) in enumerate(
                zip(details.ids[:TOKENS_SHOWN], details.pieces, strict=False)
            )
        ),
        more=f"{count(rest, 'more token')} not drawn." if rest > 0 else "",
        kind=f"{details.kind}, {details.vocabulary:,} tokens" if details.kind else "",
        shape=f"[1, {len(details.ids)}]",
        words=tuple(
            WordLink(
                visible(shown_word.text),
                len(shown_word.ids),
                request.changed(view=str(position)).address("word-title"),
                position == number,
            )
            for position, shown_word in enumerate(words, 1)
        ),
        word=visible(word.text) if word else "",
        start=tuple(visible(symbol) for symbol in word.symbols) if word else (),
        merges=tuple(_merge(position, step) for position, step in enumerate(word.steps, 1))
        if word
        else (),
        outcome=_outcome(word) if word else "",
        regimes=details.regimes,
        regime_words=_regime_words(details.regimes),
        template=details.template,
    )


def visible(text: str) -> str:
    """Blanks and line ends as signs."""
    for mark, sign in MARKS.items():
        text = text.replace(mark, sign)
    return text or "∅"


def _chosen(request: ModelRequest, words: tuple[WordWalk, ...]) -> int:
    """The word asked for, else the one with most merges."""
    number = whole_number(request.view, 6) or 0
    if 1 <= number <= len(words):
        return number
    return max(range(1, len(words) + 1), key=lambda number: len(words[number - 1].steps), default=0)


def _merge(number: int, step: MergeStep) -> MergeRow:
    return MergeRow(
        number=number,
        symbols=tuple(visible(symbol) for symbol in step.after),
        left=visible(step.left),
        right=visible(step.right),
        result=visible(step.result),
        rank=f"{step.rank:,.0f}" if step.rank == int(step.rank) else f"{step.rank:.3f}",
    )


def _outcome(word: WordWalk) -> str:
    if word.whole:
        return "The word is a token as it stands; nothing had to be merged."
    tokens = count(len(word.ids), "token")
    return f"No pair that is left has a rule, so the word is {tokens}."


def _regime_words(regimes: tuple[Regime, ...]) -> str:
    prefill = next((regime for regime in regimes if regime.name == "prefill"), None)
    decode = next((phase for phase in regimes if phase.name == "decode"), None)
    if prefill is None or decode is None or not decode.operations:
        return ""
    if prefill.tokens == 1:
        return (
            f"Prefill of one token is what decode does: each reads all {decode.weight_bytes:,} "
            "bytes of weights for a single token, with few operations a byte. Of a longer prompt, "
            "each weight that is read serves all tokens."
        )
    return (
        f"Prefill takes all {count(prefill.tokens, 'token')} at once, so each weight that is read "
        f"serves {prefill.tokens} times. Decode takes one token at a time and reads all "
        f"{decode.weight_bytes:,} bytes of weights again for each, with few operations a byte."
    )
