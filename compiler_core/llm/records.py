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
    """The shape of a decoder-only transformer of the Llama, Qwen, Gemma or Mistral kind.

    architecture: as GGUF's general.architecture ("llama", "qwen2", "qwen3", "gemma2", …).
    hidden, feed_forward: widths. heads, key_value_heads: of queries, of keys and values; a group of
    heads / key_value_heads queries shares one key head. head_size: of keys; value_size: of values.
    context: positions the model was trained for. rotary_size: elements of a head that are rotated;
    rotary_base: theta; rotary_pairing: which elements are rotated together (ggml's NORM is
    "adjacent", NEOX "halves"). sliding_window: positions a windowed layer attends to, 0 for all;
    windowed_layers: which layers are windowed (empty with a window: all of them).
    experts, experts_used: of a mixture, 0 for a dense model. tied: the output head is the input
    embedding. query_key_norm: queries and keys are normalised by head. query_key_value_bias: those
    products have a bias. embedding_scale: embeddings are multiplied by it. final_softcap,
    attention_softcap: c·tanh(x/c) of the logits, of the scores; 0 for none. norm_offset: added to
    norm weights when they are read (already applied in a GGUF). post_norms: a norm after attention
    and after the feed-forward part as well. expert_feed_forward: width of one expert, 0 if it is
    feed_forward. rotary_scaling: "", "linear" (positions divided by rotary_scale), "llama3" (in a
    GGUF the factors are the tensor rope_freqs.weight), "yarn", "longrope"; rotary_original_context,
    rotary_low_factor, rotary_high_factor: its parameters. windowed_rotary_base: theta of windowed
    layers, 0 if it is rotary_base. attention_scale: of the scores, 0 for 1/√head_size.
    attention_output_bias, feed_forward_bias: the product behind attention, and all three of the
    feed-forward part, have a bias. packed_projections: queries, keys and values are one matrix of
    the file, and so are gate and up (Phi-3). expert_weights_sum_to_one: the weights of the experts
    that are used are divided by their sum.
    """

    architecture: str
    layers: int
    hidden: int
    feed_forward: int
    heads: int
    key_value_heads: int
    head_size: int
    vocabulary: int
    context: int
    value_size: int = 0
    rotary_size: int = 0
    rotary_base: float = 10000.0
    rotary_scale: float = 1.0
    rotary_pairing: RotaryPairing = "adjacent"
    norm_epsilon: float = 1e-5
    norm_offset: float = 0.0
    activation: Activation = "silu"
    sliding_window: int = 0
    windowed_layers: tuple[int, ...] = ()
    experts: int = 0
    experts_used: int = 0
    tied: bool = False
    query_key_norm: bool = False
    query_key_value_bias: bool = False
    post_norms: bool = False
    embedding_scale: float = 1.0
    final_softcap: float = 0.0
    attention_softcap: float = 0.0
    expert_feed_forward: int = 0
    rotary_scaling: str = ""
    rotary_original_context: int = 0
    rotary_low_factor: float = 1.0
    rotary_high_factor: float = 1.0
    windowed_rotary_base: float = 0.0
    attention_scale: float = 0.0
    attention_output_bias: bool = False
    feed_forward_bias: bool = False
    packed_projections: bool = False
    expert_weights_sum_to_one: bool = True

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
    """One row of a file's tensor table.

    name: as in the file. type: GGML's name ("F32", "Q4_0", "Q4_K", "BF16", …), also for
    safetensors. shape: rows first, as numpy has it (GGUF stores the reverse). offset: of the first
    byte in the file. size: bytes. file: which of a directory's files, empty for a file by itself.
    """

    name: str
    type: str
    shape: tuple[int, ...]
    offset: int
    size: int
    file: str = ""

    @property
    def elements(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokeniserData:
    """What a file says about text and tokens; absent parts are empty.

    model: GGUF's tokenizer.ggml.model ("gpt2" is byte-level BPE, "llama" SentencePiece BPE, "t5"
    unigram). pre: which way text is cut before merging. tokens: by id. scores: of SentencePiece.
    types: by id, 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte. merges: pairs
    with one space between, best first. chat_template: Jinja, shown and never rendered.
    normaliser: "nfc" where text is composed first (Qwen), else empty. merges_decide: a model of
    pieces is merged by its list of merges, as Hugging Face does, and not by scores. whole_words:
    whether a word that is a token needs no merge, None where `pre` says it. space_rule: where the
    space before is put: "" before each part between whole tokens, "where none" if there is none
    already, "first" at the start of the text if there is none. strips_before,
    strips_after: whole tokens that take the white space on that side with them.
    """

    model: str = ""
    pre: str = ""
    tokens: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    types: tuple[int, ...] = ()
    merges: tuple[str, ...] = ()
    begin: int | None = None
    end: int | None = None
    unknown: int | None = None
    add_begin: bool = False
    add_space_before: bool = True
    chat_template: str = ""
    normaliser: str = ""
    merges_decide: bool = False
    whole_words: bool | None = None
    space_rule: str = ""
    strips_before: tuple[int, ...] = ()
    strips_after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MetadataEntry:
    """One key of a GGUF header (or of config.json) as text, long values cut; count: of an array."""

    key: str
    type: str
    value: str
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelHeader:
    """A model file as its header describes it; nothing here needed the weights.

    file_bytes: of the whole file, also where only its first part was there. header_bytes: read to
    know all this. tokeniser: complete only where the file carries one. problems: sentences that say
    what cannot be computed from this header, and why; numbers of the configuration that are not
    known are 0. directory_files: names of the files with weights, where a directory was read.
    warnings: sentences about keys that nothing here knows, by name. refusals: sentences about keys
    and tensors that change the logits and are not computed with, by name: such a model is shown,
    but neither converted nor run.
    """

    format: FileFormat
    name: str
    configuration: ModelConfiguration
    tensors: tuple[TensorEntry, ...]
    metadata: tuple[MetadataEntry, ...] = ()
    tokeniser: TokeniserData = field(default_factory=TokeniserData)
    version: int = 3
    alignment: int = 32
    file_bytes: int = 0
    header_bytes: int = 0
    problems: tuple[str, ...] = ()
    directory_files: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
