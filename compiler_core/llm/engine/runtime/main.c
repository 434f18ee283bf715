/* engine MODEL TOKENS PROMPT COUNT [LOGITS]
 *
 * MODEL: the file this program was built for. TOKENS: a file of token numbers as text, or - for the
 * standard input. The first PROMPT of them are read in batches; then COUNT tokens are chosen, each
 * printed on a line of its own as it is known. While TOKENS has more numbers, these are decoded in
 * place of the chosen ones. LOGITS gets what each choice was made from, as 32-bit floats. */
#include "model.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int given[CONTEXT + 1];

static int fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 2;
}

/* Not against malice: a file that was replaced or damaged by accident is found. */
static uint64_t digest_of(const unsigned char *bytes, size_t size)
{
    uint64_t digest = 0, word = 0, factor = 1;
    size_t at = 0;
    for (; at + sizeof word <= size; at += sizeof word, factor += 2) {
        memcpy(&word, bytes + at, sizeof word);
        digest += word * factor;
    }
    word = 0;
    memcpy(&word, bytes + at, size - at);
    return digest + word * factor;
}

static const char *map_model(const char *name, const unsigned char **mapped)
{
    struct stat status;
    const int file = open(name, O_RDONLY);
    if (file < 0 || fstat(file, &status)) return "The model file cannot be opened.";
    if (status.st_size != FILE_BYTES)
        return "The model file has another size than the one this program was built for.";
    void *found = mmap(NULL, FILE_BYTES, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (found == MAP_FAILED) return "The model file cannot be mapped into memory.";
    *mapped = found;
    if (digest_of(found, FILE_BYTES) != FILE_DIGEST)
        return "The model file is not the one this program was built for: compile it again.";
    return NULL;
}

static const char *read_tokens(const char *name, int *count)
{
    FILE *file = strcmp(name, "-") ? fopen(name, "r") : stdin;
    if (!file) return "The file of tokens cannot be opened.";
    long token;
    int read;
    for (*count = 0; (read = fscanf(file, "%ld", &token)) == 1; (*count)++) {
        if (token < 0 || token >= VOCABULARY) return "A token is not in the model's vocabulary.";
        if (*count > CONTEXT) return "There are more tokens than the context has room for.";
        given[*count] = (int)token;
    }
    if (read != EOF) return "The file of tokens holds something that is no number.";
    return NULL;
}

/* Marks between which decoding can be counted. */
__attribute__((noinline)) void decoding_begins(void) { __asm__ volatile(""); }
__attribute__((noinline)) void decoding_ends(void) { __asm__ volatile(""); }

static int run(int tokens, int prompt, int count, FILE *logits)
{
    int next = engine_prefill(given, prompt);
    for (int step = 0; step < count; step++) {
        if (step == 1) decoding_begins();
        if (step > 0) next = engine_decode(next);
        printf("%d\n", next);
        if (fflush(stdout)) return fail("The tokens cannot be written.");
        if (logits && fwrite(engine_logits, sizeof(float), VOCABULARY, logits) != VOCABULARY)
            return fail("The logits cannot be written.");
        if (prompt + step < tokens) next = given[prompt + step];
    }
    decoding_ends();
    return logits && fclose(logits) ? fail("The logits cannot be written.") : 0;
}

int main(int arguments, char **argument)
{
    if (arguments != 5 && arguments != 6) return fail("engine MODEL TOKENS PROMPT COUNT [LOGITS]");
    const unsigned char *model;
    int tokens;
    const char *wrong = map_model(argument[1], &model);
    if (!wrong) wrong = read_tokens(argument[2], &tokens);
    if (wrong) return fail(wrong);
    const long prompt = strtol(argument[3], NULL, 10), count = strtol(argument[4], NULL, 10);
    if (prompt < 1 || prompt > tokens) return fail("The prompt needs at least one token.");
    if (count < 1 || prompt > CONTEXT || count > CONTEXT + 1 - prompt)
        return fail("Prompt and new tokens together are longer than the context.");
    FILE *logits = arguments == 6 ? fopen(argument[5], "wb") : NULL;
    if (arguments == 6 && !logits) return fail("The logits cannot be written.");
    engine_begin(model);
    return run(tokens, (int)prompt, (int)count, logits);
}
