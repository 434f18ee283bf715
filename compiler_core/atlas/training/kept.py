"""What a step of training keeps of the way forward, in three ways, and what each computes again.

The gradient of an operator needs what went into it. Attention keeps the shares of each token among
all tokens, tokens² · heads · layers numbers; or a number a row, from which they are computed again
(Dao et al., "FlashAttention", 2022, section 3.1). A block keeps all of its values; or its input,
from which the block is computed again (Chen et al., "Training Deep Nets with Sublinear Memory
Cost", 2016). No mask is made use of: every token looks at every token.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.records import ModelConfiguration

# A multiplication and an addition for each weight; the way back does both for the gradient of the
# input and for that of the weight.
_OPERATIONS, _BACK = 2, 2
# A weight, its gradient and two moments, each a float (Kingma and Ba, "Adam", 2015).
_STATE_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """tokens: of a sequence. number_bytes: of each value that is kept."""

    tokens: int
    sequences: int
    number_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to keep. bytes: of the way forward. again: operations that are done once more."""

    name: str
    bytes: int
    again: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingMemory:
    """All in bytes and operations of one step, over all layers."""

    scores: int
    """The shares of attention."""
    rows: int
    """What stands for them."""
    values: int
    """All others that operators of blocks need."""
    inputs: int
    """Bytes of what goes into each block, kept where blocks are computed again."""
    state: int
    """Weights, gradients and moments."""
    score_operations: int
    """Products of queries and keys alone, in one way forward."""
    block_operations: int
    """All that blocks compute in one way forward, attention included and the head not."""
    step: int
    """Operations of the way forward and the way back, head included, with nothing computed
    again."""
    layers: int
    """Blocks of the model; its sizes above are over all of them."""

    @property
    def ways(self) -> tuple[Way, Way, Way]:
        """From the most memory to the least."""
        one_block = (self.values + self.rows) // self.layers
        return (
            Way(
                name="all is kept", bytes=self.values + self.scores, again=0,
                reason="Every operator finds on the way back what went into it.",
            ),
            Way(
                name="shares are computed again", bytes=self.values + self.rows,
                again=self.score_operations,
                reason="Of each row of shares one number is kept; queries and keys are there "
                "anyway, and their product is done once more.",
            ),
            Way(
                name="blocks are computed again", bytes=self.inputs + one_block,
                again=self.block_operations + self.score_operations,
                reason="Of each block its input is kept. On the way back one block at a time is "
                "computed again, and within it the shares.",
            ),
        )  # fmt: skip


def training_memory(shape: ModelConfiguration, parameters: int, batch: Batch) -> TrainingMemory:
    """parameters: all weights of the model. Tokens are multiplied with those of blocks and of the
    head; embeddings are looked up."""
    places = batch.tokens * batch.sequences
    pairs = batch.tokens * places * shape.heads * shape.layers
    value_size = shape.value_size or shape.head_size
    scores = _OPERATIONS * pairs * shape.head_size
    weights = shape.layers * weights_of_block(shape)
    blocks = _OPERATIONS * (places * weights + pairs * value_size) + scores
    head = _OPERATIONS * places * shape.vocabulary * shape.hidden
    return TrainingMemory(
        scores=pairs * batch.number_bytes,
        rows=places * shape.heads * shape.layers * batch.number_bytes,
        values=places * shape.layers * numbers_of_block(shape) * batch.number_bytes,
        inputs=places * shape.layers * shape.hidden * batch.number_bytes,
        state=parameters * _STATE_BYTES,
        score_operations=scores,
        block_operations=blocks,
        step=(1 + _BACK) * (blocks + head),
        layers=shape.layers,
    )


def numbers_of_block(shape: ModelConfiguration) -> int:
    """That operators of one block need of one token on the way back, without shares.

    Inputs of the two norms and of the products behind them; queries, keys and values; the result of
    attention; gate, up, and their product.
    """
    value_size = shape.value_size or shape.head_size
    looked_up = (shape.heads + shape.key_value_heads) * shape.head_size
    carried = (shape.key_value_heads + shape.heads) * value_size
    return 4 * shape.hidden + looked_up + carried + 3 * shape.feed_forward


def weights_of_block(shape: ModelConfiguration) -> int:
    """That one token is multiplied with: for queries, keys and values, behind attention, and three
    matrices of the feed-forward part."""
    value_size = shape.value_size or shape.head_size
    looked_up = (shape.heads + shape.key_value_heads) * shape.head_size
    carried = (shape.key_value_heads + shape.heads) * value_size
    return shape.hidden * (looked_up + carried + 3 * shape.feed_forward)
