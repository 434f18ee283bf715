// llama_driver MODEL TOKENS PROMPT COUNT CACHE REPACK OUTPUT
//
// The same interface as our own engine's: TOKENS is a file of token numbers. The first PROMPT of them
// are decoded as one batch; then COUNT steps, each of one token: the next of TOKENS while there are
// any, else the one chosen greedily. Prints the token chosen at each step; OUTPUT gets the logits it
// was chosen from, as float32. CACHE: f16 or f32. REPACK: whether weights may be laid out anew.
#include "llama.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

// Marks between which instructions are counted: the steps after the first.
extern "C" __attribute__((noinline)) void decoding_begins(void) { __asm__ volatile(""); }
extern "C" __attribute__((noinline)) void decoding_ends(void) { __asm__ volatile(""); }

static int fail(const std::string &what)
{
    std::fprintf(stderr, "%s\n", what.c_str());
    return 2;
}

static void only_errors(ggml_log_level level, const char *text, void *)
{
    if (level >= GGML_LOG_LEVEL_ERROR && level != GGML_LOG_LEVEL_CONT) std::fputs(text, stderr);
}

static llama_context *context_of(llama_model *model, const std::string &cache, int room)
{
    llama_context_params settings = llama_context_default_params();
    settings.n_ctx = settings.n_batch = settings.n_ubatch = room;
    settings.n_threads = settings.n_threads_batch = 1;
    settings.type_k = settings.type_v = cache == "f32" ? GGML_TYPE_F32 : GGML_TYPE_F16;
    if (cache == "f32") settings.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
    return llama_init_from_model(model, settings);
}

int main(int count, char **arguments)
{
    if (count != 8) return fail("seven arguments are needed");
    std::ifstream file(arguments[2]);
    std::vector<llama_token> tokens;
    for (llama_token token; file >> token;) tokens.push_back(token);
    const size_t prompt = std::stoul(arguments[3]), steps = std::stoul(arguments[4]);
    llama_log_set(only_errors, nullptr);
    llama_backend_init();
    llama_model_params settings = llama_model_default_params();
    settings.use_extra_bufts = std::string(arguments[6]) == "repack";
    llama_model *model = llama_model_load_from_file(arguments[1], settings);
    if (!model) return fail("the model is not read");
    const int room = std::max<int>(256, (prompt + steps + 255) / 256 * 256);
    llama_context *context = context_of(model, arguments[5], room);
    if (!context) return fail("no context");
    const int vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(model));
    std::ofstream output(arguments[7], std::ios::binary);
    llama_batch batch = llama_batch_get_one(tokens.data(), prompt);
    llama_token next = 0;
    for (size_t step = 0; step < steps; step++) {
        if (step == 1) decoding_begins();
        if (llama_decode(context, batch)) return fail("llama_decode failed");
        const float *logits = llama_get_logits_ith(context, -1);
        const llama_token chosen = std::max_element(logits, logits + vocabulary) - logits;
        output.write((const char *)logits, sizeof(float) * vocabulary);
        std::printf("%d\n", chosen);
        next = prompt + step < tokens.size() ? tokens[prompt + step] : chosen;
        batch = llama_batch_get_one(&next, 1);
    }
    decoding_ends();
    return 0;
}
