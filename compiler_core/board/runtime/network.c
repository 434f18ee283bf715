/* board DIGEST RUNS REPORT
 *
 * In the directory of the bundle: run the network on the inputs that were sent along, compare its
 * outputs with those that were, then time every kernel and write the report. */
#define _GNU_SOURCE
#include "measure.h"
#include "model.h"
#include "network.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_RUNS = 100000 };
#define BEYOND 1e300

static const void *weights, *inputs[MODEL_INPUTS + 1], *expected[MODEL_OUTPUTS + 1];

void lowlab_begin(int kernel)
{
    measure_begin(kernel);
}

void lowlab_end(int kernel)
{
    measure_end(kernel);
}

static int fail(const char *name, const char *what)
{
    fprintf(stderr, "%s %s\n", name, what);
    return 2;
}

static const void *mapped(const char *name, size_t bytes)
{
    static const double nothing = 0;
    struct stat status;
    int file = open(name, O_RDONLY);
    if (file < 0 || fstat(file, &status) || (size_t)status.st_size != bytes) return NULL;
    if (!bytes) return &nothing;
    void *place = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return place == MAP_FAILED ? NULL : place;
}

/* Where the files are; what is missing, or NULL. */
static const char *map_files(void)
{
    static char name[64];
    strcpy(name, "weights.bin");
    if (!(weights = mapped(name, MODEL_WEIGHT_BYTES))) return name;
    for (int i = 0; i < MODEL_INPUTS; i++) {
        snprintf(name, sizeof name, "input%d.bin", i);
        if (!(inputs[i] = mapped(name, model_inputs[i].bytes))) return name;
    }
    for (int i = 0; i < MODEL_OUTPUTS; i++) {
        snprintf(name, sizeof name, "expected%d.bin", i);
        if (!(expected[i] = mapped(name, model_outputs[i].bytes))) return name;
    }
    return NULL;
}

/* A run may write over its inputs: they share the arena with what comes later. */
static void run_once(void)
{
    for (int i = 0; i < MODEL_INPUTS; i++)
        memcpy(model_inputs[i].data, inputs[i], model_inputs[i].bytes);
    model_run(weights);
}

static double half(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31  ? fraction ? NAN : INFINITY
                   : exponent      ? ldexp(1024 + fraction, exponent - 25)
                                   : ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

static double element(enum kind kind, const void *data, size_t at)
{
    switch (kind) {
    case FLOAT16: return half(((const uint16_t *)data)[at]);
    case FLOAT32: return ((const float *)data)[at];
    case FLOAT64: return ((const double *)data)[at];
    case INT8: return ((const int8_t *)data)[at];
    case UINT8: return ((const uint8_t *)data)[at];
    case INT16: return ((const int16_t *)data)[at];
    case UINT16: return ((const uint16_t *)data)[at];
    case INT32: return ((const int32_t *)data)[at];
    case UINT32: return ((const uint32_t *)data)[at];
    case INT64: return (double)((const int64_t *)data)[at];
    case UINT64: return (double)((const uint64_t *)data)[at];
    }
    return 0;
}

/* Two that are no numbers are the same; one alone is beyond all others. */
static double distance(double ours, double theirs)
{
    if (isnan(ours) || isnan(theirs)) return isnan(ours) && isnan(theirs) ? 0 : BEYOND;
    if (ours == theirs) return 0;
    return fmin(fabs(ours - theirs), BEYOND);
}

static void compare(struct measure_subject *subject)
{
    for (int i = 0; i < MODEL_OUTPUTS; i++) {
        const struct lowlab_tensor *output = &model_outputs[i];
        size_t count = output->bytes / element_bytes[output_kinds[i]];
        if (memcmp(output->data, expected[i], output->bytes)) subject->same_bytes = 0;
        for (size_t at = 0; at < count; at++) {
            double theirs = element(output_kinds[i], expected[i], at);
            double ours = element(output_kinds[i], output->data, at);
            subject->difference = fmax(subject->difference, distance(ours, theirs));
            if (isfinite(theirs)) subject->largest = fmax(subject->largest, fabs(theirs));
        }
    }
}

int main(int count, char **arguments)
{
    int runs = count == 4 ? atoi(arguments[2]) : 0;
    if (runs < 1 || runs > MOST_RUNS) return fail(arguments[0], "DIGEST RUNS REPORT");
    const char *missing = map_files();
    if (missing) return fail(missing, "is missing or has another size");
    struct measure_subject subject = {"network", arguments[1], KERNELS, kernel_names, 1, 0, 0};
    run_once();
    compare(&subject);
    if (!measure_all(KERNELS, runs, run_once)) return fail("memory", "for the times is missing");
    if (!measure_write(arguments[3], &subject)) return fail(arguments[3], "cannot be written");
    if (subject.same_bytes) puts("The output is the one that was sent along, byte for byte.");
    else printf("The output differs from the one that was sent along by at most %.3g; its largest "
                "amount is %.3g.\n", subject.difference, subject.largest);
    return subject.difference <= TOLERANCE * subject.largest ? 0 : 1;
}
