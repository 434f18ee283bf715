/* board DIGEST RUNS REPORT
 *
 * In the directory of the bundle: start the program around the function, which times the call and
 * leaves its numbers in lowlab.samples and its results in lowlab.results; compare the results with
 * those that were sent along and write the report. What the function does cannot reach this
 * program. LOWLAB_RUNNER starts the other program too. */
#define _GNU_SOURCE
#include "loop.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_RUNS = 100000, MOST_WORDS = 32, WORD = 256 };

static const char *const names[] = {FUNCTION, 0};

static int fail(const char *name, const char *what)
{
    fprintf(stderr, "%s %s\n", name, what);
    return 2;
}

/* The command: the runner's words, the program, its arguments, how often. */
static void start(char *runs)
{
    static char text[4096];
    const char *program[] = {LOOP_ARGUMENTS, 0};
    char *command[MOST_WORDS + sizeof program / sizeof *program + 2];
    const char *runner = getenv("LOWLAB_RUNNER");
    int count = 0;
    snprintf(text, sizeof text, "%s", runner ? runner : "");
    for (char *word = strtok(text, " "); word && count < MOST_WORDS; word = strtok(NULL, " "))
        command[count++] = word;
    for (int at = 0; program[at]; at++) command[count++] = (char *)program[at];
    command[count++] = runs;
    command[count] = NULL;
    execvp(command[0], command);
    _exit(127);
}

static int run_program(char *runs)
{
    int status = 0;
    pid_t child = fork();
    if (child < 0) return 127;
    if (!child) start(runs);
    if (waitpid(child, &status, 0) < 0) return 127;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int same_files(const char *first, const char *second)
{
    FILE *one = fopen(first, "rb"), *other = fopen(second, "rb");
    int a = 0, b = 0, same = one && other;
    while (same && a != EOF) {
        a = fgetc(one);
        b = fgetc(other);
        same = a == b;
    }
    if (one) fclose(one);
    if (other) fclose(other);
    return same;
}

static int read_samples(unsigned long long *samples, size_t count)
{
    FILE *file = fopen("lowlab.samples", "rb");
    if (!file) return 0;
    size_t found = fread(samples, sizeof *samples, count, file);
    fclose(file);
    return found == count;
}

int main(int count, char **arguments)
{
    int runs = count == 4 ? atoi(arguments[2]) : 0;
    if (runs < 1 || runs > MOST_RUNS) return fail(arguments[0], "DIGEST RUNS REPORT");
    unsigned long long *samples = calloc((size_t)runs + 3, sizeof *samples);
    if (!samples) return fail("memory", "for the times is missing");
    remove("lowlab.samples");
    remove("lowlab.results");
    int status = run_program(arguments[2]);
    if (status) return fail("./loop", "did not end well"), status;
    if (!read_samples(samples, (size_t)runs + 3)) return fail("lowlab.samples", "was not left");
    int same = same_files("lowlab.results", "expected.results");
    struct measure_subject subject = {"loop", arguments[1], 1, names, same, same ? 0 : 1, 0};
    if (!measure_given(samples, runs)) return fail("memory", "for the times is missing");
    if (!measure_write(arguments[3], &subject)) return fail(arguments[3], "cannot be written");
    puts(same ? "The results are those that were sent along, byte for byte."
              : "The results differ from those that were sent along.");
    return same ? 0 : 1;
}
