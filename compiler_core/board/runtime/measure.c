#define _GNU_SOURCE
#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#ifdef __has_include
#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <sys/syscall.h>
#define HAS_COUNTERS
#endif
#endif

enum { TEXT = 80, COUNTED_RUNS = 5, CLOCK_TRIES = 1000 };

struct counts {
    unsigned long long number, instructions, cycles;
};

/* Of one part: seconds of each run, and counters of the runs that were counted. */
struct part {
    double begun;
    struct counts counted_from, counted;
};

static struct part *parts;
static double *seconds, *whole, given_clock;
static int part_count, run_count, run_now, counting, counters = -1;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#ifdef HAS_COUNTERS
static int open_counter(unsigned long long what, int group)
{
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = what;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    wanted.read_format = PERF_FORMAT_GROUP;
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, group, 0UL);
}

/* Where the kernel does not allow them there are no counters, and the report says null. */
static void open_counters(void)
{
    counters = open_counter(PERF_COUNT_HW_INSTRUCTIONS, -1);
    if (counters >= 0 && open_counter(PERF_COUNT_HW_CPU_CYCLES, counters) < 0) {
        close(counters);
        counters = -1;
    }
}

static struct counts read_counters(void)
{
    struct counts found = {0, 0, 0};
    if (read(counters, &found, sizeof found) != (ssize_t)sizeof found) counters = -1;
    return found;
}
#else
static void open_counters(void) {}

static struct counts read_counters(void)
{
    struct counts none = {0, 0, 0};
    return none;
}
#endif

void measure_begin(int part)
{
    if (!parts) return;
    if (counting) parts[part].counted_from = read_counters();
    else parts[part].begun = now();
}

void measure_end(int part)
{
    if (!parts) return;
    struct part *one = &parts[part];
    if (!counting) {
        seconds[(size_t)part * (size_t)run_count + (size_t)run_now] += now() - one->begun;
        return;
    }
    struct counts ended = read_counters();
    one->counted.instructions += ended.instructions - one->counted_from.instructions;
    one->counted.cycles += ended.cycles - one->counted_from.cycles;
    one->counted.number = 1;
}

int measure_all(int count, int runs, void (*once)(void))
{
    seconds = calloc((size_t)count * (size_t)runs, sizeof *seconds);
    whole = calloc((size_t)runs, sizeof *whole);
    struct part *made = calloc((size_t)count, sizeof *made);
    if (!seconds || !whole || !made) return 0;
    part_count = count;
    run_count = runs;
    parts = made;
    for (run_now = 0; run_now < runs; run_now++) {
        double started = now();
        once();
        whole[run_now] = now() - started;
    }
    open_counters();
    counting = 1;
    for (int run = 0; run < COUNTED_RUNS && counters >= 0; run++) once();
    counting = 0;
    return 1;
}

int measure_given(const unsigned long long *samples, int runs)
{
    seconds = calloc((size_t)runs, sizeof *seconds);
    whole = calloc((size_t)runs, sizeof *whole);
    parts = calloc(1, sizeof *parts);
    if (!seconds || !whole || !parts) return 0;
    part_count = 1;
    run_count = runs;
    for (int run = 0; run < runs; run++) seconds[run] = whole[run] = 1e-9 * (double)samples[run];
    given_clock = 1e-9 * (double)samples[runs];
    if (samples[runs + 1]) {
        counters = 0;
        parts[0].counted.number = 1;
        parts[0].counted.instructions = samples[runs + 1] * COUNTED_RUNS;
        parts[0].counted.cycles = samples[runs + 2] * COUNTED_RUNS;
    }
    return 1;
}

static int by_size(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

/* Between the two runs around it, as numpy's default does. */
static double quantile(const double *sorted, double share)
{
    double place = share * (run_count - 1);
    int below = (int)place;
    int above = below + 1 < run_count ? below + 1 : below;
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

static void write_seconds(FILE *file, double *times)
{
    qsort(times, (size_t)run_count, sizeof *times, by_size);
    fprintf(file,
            "{\"minimum\": %.9g, \"first_quartile\": %.9g, \"median\": %.9g, "
            "\"third_quartile\": %.9g}",
            times[0], quantile(times, 0.25), quantile(times, 0.5), quantile(times, 0.75));
}

static void write_counts(FILE *file, const struct counts *found)
{
    if (counters < 0 || !found->number) {
        fprintf(file, ", \"instructions\": null, \"cycles\": null");
        return;
    }
    fprintf(file, ", \"instructions\": %llu, \"cycles\": %llu",
            found->instructions / COUNTED_RUNS, found->cycles / COUNTED_RUNS);
}

/* Letters, digits and what JSON takes as it is. */
static void write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (int at = 0; text[at] && at < TEXT; at++)
        fputc(text[at] < ' ' || text[at] > '~' || strchr("\"\\<>&", text[at]) ? '_' : text[at], file);
    fputc('"', file);
}

/* The value of a line of /proc/cpuinfo, cut to fit; "" where no line has that name. */
static void find_value(const char *name, char *value, size_t room)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    value[0] = 0;
    while (file && !value[0] && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, name, strlen(name))) continue;
        colon += strspn(colon, ": \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(value, room, "%.*s", (int)room - 1, colon);
    }
    if (file) fclose(file);
}

/* Arm's processors have numbers, others a name. */
static void find_processor(char *text, size_t room)
{
    char maker[TEXT / 4], part[TEXT / 4];
    find_value("CPU implementer", maker, sizeof maker);
    find_value("CPU part", part, sizeof part);
    if (part[0]) snprintf(text, room, "implementer %s part %s", maker, part);
    else find_value("model name", text, room);
}

static double clock_step(void)
{
    if (given_clock > 0) return given_clock;
    double started = now();
    for (int at = 0; at < CLOCK_TRIES; at++) (void)now();
    return (now() - started) / CLOCK_TRIES;
}

static void write_machine(FILE *file)
{
    char processor[TEXT + 1];
    struct utsname system;
    find_processor(processor, sizeof processor);
    if (uname(&system)) memset(&system, 0, sizeof system);
    fprintf(file, " \"machine\": {\"architecture\": ");
    write_text(file, system.machine);
    fprintf(file, ", \"processor\": ");
    write_text(file, processor);
    fprintf(file, ", \"kernel\": ");
    write_text(file, system.release);
    fprintf(file, "},\n");
}

int measure_write(const char *path, const struct measure_subject *subject)
{
    FILE *file = fopen(path, "w");
    if (!file) return 0;
    fprintf(file, "{\"form\": 1,\n \"kind\": \"%s\",\n \"digest\": \"%s\",\n \"runs\": %d,\n",
            subject->kind, subject->digest, run_count);
    write_machine(file);
    fprintf(file, " \"clock_seconds\": %.9g,\n", clock_step());
    fprintf(file, " \"output\": {\"same_bytes\": %s, \"difference\": %.9g, \"largest\": %.9g},\n",
            subject->same_bytes ? "true" : "false", subject->difference, subject->largest);
    fprintf(file, " \"whole\": ");
    write_seconds(file, whole);
    fprintf(file, ",\n \"kernels\": [");
    for (int part = 0; part < part_count; part++) {
        fprintf(file, "%s\n  {\"name\": \"%s\", \"seconds\": ", part ? "," : "", subject->names[part]);
        write_seconds(file, seconds + (size_t)part * (size_t)run_count);
        write_counts(file, &parts[part].counted);
        fprintf(file, "}");
    }
    fprintf(file, "\n ]}\n");
    return !fclose(file);
}
