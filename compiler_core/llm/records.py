"""What all parts of the LLM compiler share: a model's shape, its tensor table, its header."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Literal

FileFormat = Literal["gguf", "safetensors"]
# "gelu" is the tanh formula, "gelu_exact" the one with erf, "gelu_quick" x·sigmoid(1.702 x).
Activation = Literal["silu", "gelu", "gelu_exact", "gelu_quick", "relu"]
RotaryPairing = Literal["adjacent", "halves"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfiguration:
    """The shape of a decoder-only transformer of the Llama, Qwen, Gemma or Mistral kind."""

    architecture: str
    """As GGUF's general.architecture ("llama", "qwen2", "qwen3", "gemma2", …)."""
    layers: int
    hidden: int
    """Widths."""
    feed_forward: int
    """Widths."""
    heads: int
    """Of queries, of keys and values; a group of heads / key_value_heads queries shares one key
    head."""
    key_value_heads: int
    """As `heads`."""
    head_size: int
    """Of keys."""
    vocabulary: int
    context: int
    """Positions the model was trained for."""
    value_size: int = 0
    """Of values."""
    rotary_size: int = 0
    """Elements of a head that are rotated."""
    rotary_base: float = 10000.0
    """Theta."""
    rotary_scale: float = 1.0
    rotary_pairing: RotaryPairing = "adjacent"
    """Which elements are rotated together (ggml's NORM is "adjacent", NEOX "halves")."""
    norm_epsilon: float = 1e-5
    norm_offset: float = 0.0
    """Added to norm weights when they are read (already applied in a GGUF)."""
    activation: Activation = "silu"
    sliding_window: int = 0
    """Positions a windowed layer attends to, 0 for all."""
    windowed_layers: tuple[int, ...] = ()
    """Which layers are windowed (empty with a window: all of them)."""
    experts: int = 0
    """Of a mixture, 0 for a dense model."""
    experts_used: int = 0
    """Of a mixture, 0 for a dense model."""
    tied: bool = False
    """The output head is the input embedding."""
    query_key_norm: bool = False
    """Queries and keys are normalised by head."""
    query_key_value_bias: bool = False
    """Those products have a bias."""
    post_norms: bool = False
    """A norm after attention and after the feed-forward part as well."""
    embedding_scale: float = 1.0
    """Embeddings are multiplied by it."""
    final_softcap: float = 0.0
    """c·tanh(x/c) of the logits, of the scores; 0 for none."""
    attention_softcap: float = 0.0
    """c·tanh(x/c) of the logits, of the scores; 0 for none."""
    expert_feed_forward: int = 0
    """Width of one expert, 0 if it is feed_forward."""
    rotary_scaling: str = ""
    """"", "linear" (positions divided by rotary_scale), "llama3" (in a GGUF the factors are the
    tensor rope_freqs.weight), "yarn", "longrope"."""
    rotary_original_context: int = 0
    """Its parameters."""
    rotary_low_factor: float = 1.0
    """Its parameters."""
    rotary_high_factor: float = 1.0
    """Its parameters."""
    windowed_rotary_base: float = 0.0
    """Theta of windowed layers, 0 if it is rotary_base."""
    attention_scale: float = 0.0
    """Of the scores, 0 for 1/√head_size."""
    attention_output_bias: bool = False
    """The product behind attention, and all three of the feed-forward part, have a bias."""
    feed_forward_bias: bool = False
    """As `attention_output_bias`."""
    packed_projections: bool = False
    """Queries, keys and values are one matrix of the file, and so are gate and up (Phi-3)."""
    expert_weights_sum_to_one: bool = True
    """The weights of the experts that are used are divided by their sum."""

    @property
    def size_of_values(self) -> int:
        """Elements of one value head."""
        return self.value_size or self.head_size

    @property
    def group(self) -> int:
        """Query heads that share one key and value head."""
        return self.heads // self.key_value_heads


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorEntry:
    """One row of a file's tensor table."""

    name: str
    """As in the file."""
    type: str
    """GGML's name ("F32", "Q4_0", "Q4_K", "BF16", …), also for safetensors."""
    shape: tuple[int, ...]
    """Rows first, as numpy has it (GGUF stores the reverse)."""
    offset: int
    """Of the first byte in the file."""
    size: int
    """Bytes."""
    file: str = ""
    """Which of a directory's files, empty for a file by itself."""

    @property
    def elements(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokeniserData:
    """What a file says about text and tokens; absent parts are empty."""

    model: str = ""
    """GGUF's tokenizer.ggml.model ("gpt2" is byte-level BPE, "llama" SentencePiece BPE, "t5"
    unigram)."""
    pre: str = ""
    """Which way text is cut before merging."""
    tokens: tuple[str, ...] = ()
    """By id."""
    scores: tuple[float, ...] = ()
    """Of SentencePiece."""
    types: tuple[int, ...] = ()
    """By id, 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte."""
    merges: tuple[str, ...] = ()
    """Pairs with one space between, best first."""
    begin: int | None = None
    end: int | None = None
    unknown: int | None = None
    add_begin: bool = False
    add_space_before: bool = True
    chat_template: str = ""
    """Jinja, shown and never rendered."""
    normaliser: str = ""
    """"nfc" where text is composed first (Qwen), else empty."""
    merges_decide: bool = False
    """A model of pieces is merged by its list of merges, as Hugging Face does, and not by scores.
    """
    whole_words: bool | None = None
    """Whether a word that is a token needs no merge, None where `pre` says it."""
    space_rule: str = ""
    """Where the space before is put: "" before each part between whole tokens, "where none" if
    there is none already, "first" at the start of the text if there is none."""
    strips_before: tuple[int, ...] = ()
    """Whole tokens that take the white space on that side with them."""
    strips_after: tuple[int, ...] = ()
    """As `strips_before`."""


@dataclass(frozen=True, slots=True)
class MetadataEntry:
    """One key of a GGUF header (or of config.json) as text, long values cut; count: of an array."""

    key: str
    type: str
    value: str
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelHeader:
    """A model file as its header describes it; nothing here needed the weights."""

    format: FileFormat
    name: str
    configuration: ModelConfiguration
    tensors: tuple[TensorEntry, ...]
    metadata: tuple[MetadataEntry, ...] = ()
    tokeniser: TokeniserData = field(default_factory=TokeniserData)
    """Complete only where the file carries one."""
    version: int = 3
    alignment: int = 32
    file_bytes: int = 0
    """Of the whole file, also where only its first part was there."""
    header_bytes: int = 0
    """Read to know all this."""
    problems: tuple[str, ...] = ()
    """Sentences that say what cannot be computed from this header, and why; numbers of the
    configuration that are not known are 0."""
    directory_files: tuple[str, ...] = ()
    """Names of the files with weights, where a directory was read."""
    warnings: tuple[str, ...] = ()
    """Sentences about keys that nothing here knows, by name."""
    refusals: tuple[str, ...] = ()
    """Sentences about keys and tensors that change the logits and are not computed with, by name:
    such a model is shown, but neither converted nor run."""
