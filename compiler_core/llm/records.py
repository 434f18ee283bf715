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
    """Number of transformer blocks; 0 where the file does not say."""
    hidden: int
    """Elements of the vector between blocks."""
    feed_forward: int
    """Width inside the feed-forward part; of one expert see `expert_feed_forward`."""
    heads: int
    """Heads of queries; each group of heads / key_value_heads of them shares one key head."""
    key_value_heads: int
    """Heads of keys and of values."""
    head_size: int
    """Elements of a head of queries or keys."""
    vocabulary: int
    """Number of tokens; 0 where the file does not say."""
    context: int
    """Positions the model was trained for."""
    value_size: int = 0
    """Elements of a head of values; 0 stands for `head_size`."""
    rotary_size: int = 0
    """Elements of a head that are rotated."""
    rotary_base: float = 10000.0
    """Theta of the rotary positions, the base of their frequencies."""
    rotary_scale: float = 1.0
    """Factor by which the context is stretched, from the file's rotary scaling; 1.0 for none."""
    rotary_pairing: RotaryPairing = "adjacent"
    """Which elements are rotated together (ggml's NORM is "adjacent", NEOX "halves")."""
    norm_epsilon: float = 1e-5
    """Added under the root of a norm, so that nothing is divided by 0."""
    norm_offset: float = 0.0
    """Added to norm weights when they are read (already applied in a GGUF)."""
    activation: Activation = "silu"
    """Of the feed-forward part; `gelu` is the tanh formula, `gelu_exact` the one with erf."""
    sliding_window: int = 0
    """Positions a windowed layer attends to, 0 for all."""
    windowed_layers: tuple[int, ...] = ()
    """Which layers are windowed (empty with a window: all of them)."""
    experts: int = 0
    """Experts of a layer of a mixture, 0 for a dense model."""
    experts_used: int = 0
    """Experts that each token goes through in a mixture, 0 for a dense model."""
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
    """The c of c·tanh(x/c), which the logits go through; 0 for none."""
    attention_softcap: float = 0.0
    """The c of c·tanh(x/c), which the attention scores go through; 0 for none."""
    expert_feed_forward: int = 0
    """Width of one expert, 0 if it is feed_forward."""
    rotary_scaling: str = ""
    """"", "linear" (positions divided by rotary_scale), "llama3" (in a GGUF the factors are the
    tensor rope_freqs.weight), "yarn", "longrope"."""
    rotary_original_context: int = 0
    """Positions before the context was stretched by `rotary_scaling`; 0 where not given."""
    rotary_low_factor: float = 1.0
    """The `low_freq_factor` of the scaling "llama3"."""
    rotary_high_factor: float = 1.0
    """The `high_freq_factor` of the scaling "llama3"."""
    windowed_rotary_base: float = 0.0
    """Theta of windowed layers, 0 if it is rotary_base."""
    attention_scale: float = 0.0
    """The factor of the attention scores, 0 for 1/√head_size."""
    attention_output_bias: bool = False
    """The product behind attention, and all three of the feed-forward part, have a bias."""
    feed_forward_bias: bool = False
    """All three products of the feed-forward part have a bias."""
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
    """Of the tensor's first byte, counted from the start of its file."""
    size: int
    """Bytes of the tensor in the file."""
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
    """Each token's text, in the order of their numbers."""
    scores: tuple[float, ...] = ()
    """Of each token of a SentencePiece model, in the order of their numbers."""
    types: tuple[int, ...] = ()
    """By id, 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte."""
    merges: tuple[str, ...] = ()
    """Pairs with one space between, best first."""
    begin: int | None = None
    """Number of the token that opens a text, None where there is none."""
    end: int | None = None
    """Number of the token that ends a text, None where there is none."""
    unknown: int | None = None
    """Number of the token that stands for unknown text, None where there is none."""
    add_begin: bool = False
    """Whether `begin` is put before each text."""
    add_space_before: bool = True
    """Whether a space is put before the text, as SentencePiece does; see `space_rule`."""
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
    """Whole tokens that take the white space behind them with them."""


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
    """Of the file or of the directory's files with weights."""
    name: str
    """What the file calls its model, else another name to show, as the architecture."""
    configuration: ModelConfiguration
    """With 0 for numbers that the file does not give."""
    tensors: tuple[TensorEntry, ...]
    """In the order of the file's table, of a directory of all its files."""
    metadata: tuple[MetadataEntry, ...] = ()
    """Keys and values of the file for display; of a directory also those of `config.json`."""
    tokeniser: TokeniserData = field(default_factory=TokeniserData)
    """Complete only where the file carries one."""
    version: int = 3
    """Of the GGUF format; 1 for safetensors."""
    alignment: int = 32
    """Bytes to whose multiples a GGUF file aligns its tensors; 1 for safetensors."""
    file_bytes: int = 0
    """Size of the whole file, or of a directory's files, also where only the first part was
    there."""
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
