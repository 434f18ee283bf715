/* board DIGEST RUNS REPORT
 *
 * In the directory of the bundle: read the prompt and decode the tokens after it, compare them with
 * those that were sent along, then time both again and again and write the report. */
#define _GNU_SOURCE
#include "measure.h"
#include "language.h"

/* Reading the model and its tokens is what the engine's own program does. */
#define main engine_main
#include "main.c"
#undef main

enum { MOST_RUNS = 100000, PROMPT_PART = 0, DECODE_PART = 1, PARTS = 2 };

static const char *const names[] = {"prompt", "decode", 0};
static const unsigned char *model;
static int chosen[DECODED + 1];

static void run_once(void)
{
    engine_begin(model);
    measure_begin(PROMPT_PART);
    chosen[0] = engine_prefill(given, PROMPT);
    measure_end(PROMPT_PART);
    measure_begin(DECODE_PART);
    for (int at = 0; at < DECODED; at++) chosen[at + 1] = engine_decode(chosen[at]);
    measure_end(DECODE_PART);
}

/* Tokens are numbers of words: one that differs is not near the other. */
static int differing(void)
{
    int found = 0;
    for (int at = 0; at <= DECODED; at++) found += chosen[at] != expected[at];
    return found;
}

int main(int count, char **arguments)
{
    int runs = count == 4 ? atoi(arguments[2]) : 0, tokens = 0;
    if (runs < 1 || runs > MOST_RUNS) return fail("board DIGEST RUNS REPORT");
    const char *wrong = map_model("model.gguf", &model);
    if (!wrong) wrong = read_tokens("tokens.txt", &tokens);
    if (wrong) return fail(wrong);
    if (tokens != PROMPT) return fail("tokens.txt is not the one that was sent along.");
    run_once();
    int others = differing();
    struct measure_subject subject = {"language", arguments[1], PARTS, names, !others, others, 0};
    if (!measure_all(PARTS, runs, run_once)) return fail("There is no memory for the times.");
    if (!measure_write(arguments[3], &subject)) return fail("The report cannot be written.");
    if (others) printf("%d of %d tokens differ from those that were sent along.\n", others, DECODED + 1);
    else puts("The tokens are those that were sent along.");
    return others ? 1 : 0;
}
