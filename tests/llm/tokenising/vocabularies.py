"""Small vocabularies for tests, trained by the libraries themselves."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from compiler_core.llm.records import TokeniserData

TEXT = (
    "The quick brown fox jumps over the lazy dog. It's 12345 o'clock, and we'll go home.\n"
    "Compilers lower loops; loops become vectors, vectors become tokens.\n\n"
    "Größe, café, naïve, 東京 and Москва; emoji 🙂🙂.  Two  spaces, a\ttab.\n"
) * 4
CONTROL_TOKENS = ("<|begin|>", "<|end|>")
USER_TOKENS = ("<tool>",)


@cache
def hugging_face_byte_level() -> Any:
    """A tokenizer of the library, with control tokens and one of the user's."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator([TEXT], trainer)
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in CONTROL_TOKENS])
    tokenizer.add_tokens([AddedToken(user_token, normalized=False) for user_token in USER_TOKENS])
    return tokenizer


@cache
def byte_level(pre: str = "gpt-2") -> TokeniserData:
    """Some 400 tokens of byte-level BPE, then control tokens and one of the user's."""
    tokenizer = hugging_face_byte_level()
    model = json.loads(tokenizer.to_str())["model"]
    vocabulary = tokenizer.get_vocab()
    tokens = sorted(vocabulary, key=lambda token: vocabulary[token])
    plain = len(model["vocab"])
    types = [1] * plain + [3] * len(CONTROL_TOKENS) + [4] * len(USER_TOKENS)
    return TokeniserData(
        model="gpt2",
        pre=pre,
        tokens=tuple(tokens),
        types=tuple(types),
        merges=tuple(" ".join(pair) for pair in model["merges"]),
        begin=plain,
        end=plain + 1,
        add_begin=True,
        add_space_before=False,
    )


@cache
def _trained_model() -> bytes:
    from sentencepiece import SentencePieceTrainer

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "text")
        source.write_text(TEXT, encoding="utf-8")
        SentencePieceTrainer.train(
            input=str(source),
            model_prefix=f"{folder}/model",
            vocab_size=420,
            model_type="bpe",
            byte_fallback=True,
            character_coverage=0.98,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            user_defined_symbols=list(USER_TOKENS),
            minloglevel=2,
            num_threads=1,
        )
        return Path(folder, "model.model").read_bytes()


@cache
def trained_pieces() -> Any:
    """The library with the file it trained itself."""
    from sentencepiece import SentencePieceProcessor

    return SentencePieceProcessor(model_proto=_trained_model())


@cache
def pieces(before: str = "space before") -> TokeniserData:
    """SentencePiece BPE with bytes: what a GGUF holds of the trained model."""
    from sentencepiece import sentencepiece_model_pb2

    model = vars(sentencepiece_model_pb2)["ModelProto"]()
    model.ParseFromString(_trained_model())
    return TokeniserData(
        model="llama",
        tokens=tuple(piece.piece for piece in model.pieces),
        scores=tuple(one.score for one in model.pieces),
        types=tuple(one.type for one in model.pieces),
        begin=1,
        end=2,
        unknown=0,
        add_begin=True,
        add_space_before=before == "space before",
    )
