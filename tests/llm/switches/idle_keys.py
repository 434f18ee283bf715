"""Keys with values other than usual, tried one by one on every kind of model."""

from __future__ import annotations

from typing import Any

IDLE_KEYS: dict[str, Any] = {
    "_name_or_path": "somewhere/else", "name_or_path": "somewhere", "_commit_hash": "abc",
    "architectures": ["OtherForCausalLM"], "dtype": "float32", "torch_dtype": "float32",
    "transformers_version": "4.0.0", "use_cache": False, "initializer_range": 0.5,
    "attention_dropout": 0.3, "hidden_dropout": 0.3, "resid_pdrop": 0.3, "embd_pdrop": 0.3,
    "pretraining_tp": 2, "bos_token_id": 3, "eos_token_id": 4, "pad_token_id": 5,
    "unk_token_id": 6, "sep_token_id": 7, "decoder_start_token_id": 8, "image_token_id": 9,
    "output_attentions": True, "output_hidden_states": True, "return_dict": True,
    "torchscript": False, "use_bfloat16": True, "tf_legacy_loss": True,
    "chunk_size_feed_forward": 2, "is_encoder_decoder": False, "is_decoder": True,
    "cross_attention_hidden_size": 8, "add_cross_attention": True, "tie_encoder_decoder": True,
    "gradient_checkpointing": True, "finetuning_task": "x", "id2label": {"0": "a", "1": "b"},
    "label2id": {"a": 0, "b": 1}, "num_labels": 3, "task_specific_params": {"a": 1},
    "problem_type": "regression", "tokenizer_class": "X", "prefix": "x", "max_length": 7,
    "min_length": 3, "do_sample": True, "early_stopping": True, "num_beams": 3,
    "num_beam_groups": 1, "diversity_penalty": 0.5, "temperature": 0.3, "top_k": 3, "top_p": 0.3,
    "typical_p": 0.3, "repetition_penalty": 1.5, "length_penalty": 0.5, "no_repeat_ngram_size": 2,
    "encoder_no_repeat_ngram_size": 2, "bad_words_ids": [[1]], "num_return_sequences": 2,
    "output_scores": True, "return_dict_in_generate": True, "forced_bos_token_id": 1,
    "forced_eos_token_id": 1, "remove_invalid_values": True,
    "exponential_decay_length_penalty": [1, 1.5], "suppress_tokens": [1],
    "begin_suppress_tokens": [1], "cache_implementation": "static", "unsloth_version": "1",
    "unsloth_fixed": True, "model_max_length": 9, "tokenizer_model_max_length": 9,
    "neftune_noise_alpha": 3.0, "auto_map": {}, "_flash_attn_2_enabled": True,
    "_attn_implementation": "eager", "attn_implementation": "eager",
    "_experts_implementation": "eager", "experts_implementation": "eager",
}  # fmt: skip
OTHER_KEYS: dict[str, Any] = {
    "attention_bias": True, "mlp_bias": True, "hidden_act": "relu", "hidden_activation": "relu",
    "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 1,
    "layer_types": ["sliding_attention", "full_attention", "full_attention"],
    "query_pre_attn_scalar": 7, "norm_topk_prob": False, "partial_rotary_factor": 0.5,
    "final_logit_softcapping": 1.5, "attn_logit_softcapping": 0.5, "attention_multiplier": 0.3,
    "residual_multiplier": 0.3, "logits_scaling": 3.0, "embedding_multiplier": 3.0,
    "rope_local_base_freq": 50.0, "sliding_window_pattern": 2,
    "original_max_position_embeddings": 8,
    "use_bidirectional_attention": True, "is_causal": False, "qkv_bias": False, "clip_qkv": 0.1,
    "use_qk_norm": True,
    "rope_interleaved": True, "no_rope_layers": [0, 1, 1], "attention_chunk_size": 3,
    "output_router_logits": False, "router_aux_loss_coef": 0.5, "router_jitter_noise": 0.5,
    "mm_tokens_per_image": 3, "boi_token_index": 1, "eoi_token_index": 2, "image_token_index": 3,
    "_sliding_window_pattern": 2, "lm_head_bias": True, "alibi": True,
}  # fmt: skip
