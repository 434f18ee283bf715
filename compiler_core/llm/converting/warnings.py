"""What a reader has to know of a converted file beyond its tensors."""

from __future__ import annotations

from compiler_core.llm.reading.architectures import architecture_named, windowed_layers
from compiler_core.llm.reading.gguf_configuration import WINDOW_PATTERN, usual_attention_scale
from compiler_core.llm.reading.text_cutting import UNRECOGNISED
from compiler_core.llm.records import ModelConfiguration, ModelHeader


def conversion_warnings(header: ModelHeader) -> tuple[str, ...]:
    """Sentences: keys that are left out, tokens, and what llama.cpp would compute otherwise."""
    if header.format == "gguf":
        return header.warnings
    return (*_of_tokens(header), *header.warnings, *_beyond_llama_cpp(header.configuration))


def _of_tokens(header: ModelHeader) -> list[str]:
    data, vocabulary = header.tokeniser, header.configuration.vocabulary
    warnings = []
    if not data.tokens:
        warnings.append("There is no tokenizer.json: the file carries no tokens.")
    if data.pre == UNRECOGNISED:
        warnings.append(
            "The way tokenizer.json cuts text is not one GGUF has a name for: the file says "
            "default, and its tokens can differ from the model's."
        )
    if len(data.tokens) > vocabulary:
        warnings.append(
            f"{len(data.tokens):,} tokens are more than the {vocabulary:,} rows of the embedding: "
            "the last ones are left out."
        )
    return warnings


def _beyond_llama_cpp(model: ModelConfiguration) -> list[str]:
    """What our reader finds in the file's keys, and llama.cpp does not look for there."""
    known = architecture_named(model.architecture)
    if known is None:
        return []
    head_scale = model.head_size**-0.5 if model.head_size else 0.0
    usual_scale = (
        usual_attention_scale(known, model.layers, model.hidden, model.heads) or head_scale
    )
    usual_layers = windowed_layers(known, model.layers, model.sliding_window)
    different = {
        "hidden_activation": model.activation != known.activation,
        "attention.sliding_window": bool(model.sliding_window) and not known.window_period,
        WINDOW_PATTERN: bool(known.window_period) and model.windowed_layers != usual_layers,
        "attention.scale": bool(model.attention_scale)
        and abs(model.attention_scale - usual_scale) > 1e-6 * usual_scale,
        "expert_weights_norm": bool(model.experts)
        and model.expert_weights_sum_to_one != known.expert_weights_sum_to_one,
    }
    keys = [key for key, differs in different.items() if differs]
    if not keys:
        return []
    return [
        f"llama.cpp does not read {', '.join(keys)} for models of the kind {model.architecture}: "
        "it takes this file and computes other logits. lowlab computes the model's own."
    ]
