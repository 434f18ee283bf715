/*
 * The plan: one statement per line, numbers of addresses in hexadecimal, ranges by address.
 *
 *   cache LINE_BYTES SETS WAYS     the modelled cache; powers of two, ways any
 *   memory none|bytes|cache        how closely to follow accesses
 *   window START STOP              count from START's execution to STOP's (default: everything)
 *   lines FIRST END                count each instruction of [FIRST, END)
 *   symbol FIRST END               count [FIRST, END) as one
 *   ignored FIRST END              do not count [FIRST, END)
 *   group                          a new group of instructions
 *   span FIRST END                 belongs to the last group
 *   edge TAIL HEAD                 count HEAD's executions that follow TAIL's; by HEAD
 *   vector ADDRESS NUMBERS         an SVE memory instruction, by address; struct vector in order
 */
#include "counting.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 200 };
struct plan plan = {.line_shift = 6, .sets = 256, .ways = 4, .memory = MEMORY_CACHE};

static bool read_cache(const char *words)
{
    uint32_t line_bytes;
    if (sscanf(words, "%" SCNu32 " %" SCNu32 " %" SCNu32, &line_bytes, &plan.sets, &plan.ways) != 3) {
        return false;
    }
    plan.line_shift = (unsigned int)__builtin_ctz(line_bytes | 1u << 31);
    const bool whole = line_bytes == 1u << plan.line_shift && plan.line_shift >= 3;
    return whole && plan.sets > 0 && (plan.sets & (plan.sets - 1)) == 0 && plan.ways > 0;
}

static bool read_memory(const char *words)
{
    static const char *const names[] = {"none", "bytes", "cache"};
    for (int detail = MEMORY_NONE; detail <= MEMORY_CACHE; detail++) {
        if (strcmp(words, names[detail]) == 0) {
            plan.memory = (enum memory_detail)detail;
            return true;
        }
    }
    return false;
}

static bool read_pair(const char *words, uint64_t *first, uint64_t *end)
{
    return sscanf(words, "%" SCNx64 " %" SCNx64, first, end) == 2;
}

static bool read_range(const char *words, enum range_kind kind)
{
    struct range range = {.kind = kind, .first_unit = plan.units, .first_site = plan.sites};
    if (!read_pair(words, &range.first, &range.end) || range.first >= range.end) {
        return false;
    }
    if (plan.range_count > 0 && range.first < plan.ranges[plan.range_count - 1].end) {
        return false;
    }
    struct range *grown = realloc(plan.ranges, (plan.range_count + 1) * sizeof range);
    if (grown == NULL) {
        return false;
    }
    if (kind != RANGE_IGNORED) {
        const uint32_t instructions = (uint32_t)((range.end - range.first) / INSTRUCTION_BYTES);
        plan.units += kind == RANGE_LINES ? instructions : 1;
        plan.sites += instructions;
    }
    plan.ranges = grown;
    plan.ranges[plan.range_count++] = range;
    return true;
}

static bool read_span(const char *words)
{
    struct span span;
    if (plan.groups == 0 || !read_pair(words, &span.first, &span.end)) {
        return false;
    }
    struct span *grown = realloc(plan.spans, (plan.span_count + 1) * sizeof span);
    if (grown == NULL) {
        return false;
    }
    span.group = plan.groups - 1;
    plan.spans = grown;
    plan.spans[plan.span_count++] = span;
    return true;
}

static bool read_vector(const char *words)
{
    struct vector vector = {0};
    const int read = sscanf(words, "%" SCNx64 " %u %u %u %u %u %u %u %u %u %d %u", &vector.address,
                            &vector.probes, &vector.store, &vector.registers,
                            &vector.element_bytes, &vector.memory_bytes, &vector.mode,
                            &vector.extension, &vector.indexed, &vector.shift, &vector.immediate,
                            &vector.from_stack);
    const bool whole = read == 12 && vector.element_bytes > 0 && vector.element_bytes <= 8
                       && vector.memory_bytes <= vector.element_bytes && vector.shift < 8;
    struct vector *grown =
        whole ? realloc(plan.vectors, (plan.vector_count + 1) * sizeof vector) : NULL;
    if (grown == NULL) {
        return false;
    }
    plan.vectors = grown;
    plan.vectors[plan.vector_count++] = vector;
    return true;
}

static bool read_edge(const char *words)
{
    struct edge edge;
    if (!read_pair(words, &edge.tail, &edge.head)) {
        return false;
    }
    if (plan.edge_count > 0 && edge.head < plan.edges[plan.edge_count - 1].head) {
        return false;
    }
    struct edge *grown = realloc(plan.edges, (plan.edge_count + 1) * sizeof edge);
    if (grown == NULL) {
        return false;
    }
    plan.edges = grown;
    plan.edges[plan.edge_count++] = edge;
    return true;
}

static bool read_statement(const char *word, const char *rest)
{
    if (strcmp(word, "cache") == 0) {
        return read_cache(rest);
    }
    if (strcmp(word, "memory") == 0) {
        return read_memory(rest);
    }
    if (strcmp(word, "window") == 0) {
        plan.windowed = true;
        return read_pair(rest, &plan.start, &plan.stop);
    }
    if (strcmp(word, "lines") == 0) {
        return read_range(rest, RANGE_LINES);
    }
    if (strcmp(word, "symbol") == 0) {
        return read_range(rest, RANGE_SYMBOL);
    }
    if (strcmp(word, "ignored") == 0) {
        return read_range(rest, RANGE_IGNORED);
    }
    if (strcmp(word, "vector") == 0) {
        return read_vector(rest);
    }
    if (strcmp(word, "edge") == 0) {
        return read_edge(rest);
    }
    if (strcmp(word, "group") == 0) {
        plan.groups++;
        return true;
    }
    return strcmp(word, "span") == 0 && read_span(rest);
}

bool read_plan(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "counting: the plan %s cannot be read\n", path);
        return false;
    }
    char line[LONGEST_LINE];
    bool ok = true;
    while (ok && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *rest = strchr(line, ' ');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        ok = read_statement(line, rest == NULL ? "" : rest);
        if (!ok) {
            fprintf(stderr, "counting: the plan's statement %s is refused\n", line);
        }
    }
    fclose(file);
    return ok;
}

/* The range that holds this address, or NULL; ranges are in order. */
const struct range *range_of(uint64_t address)
{
    size_t low = 0;
    size_t high = plan.range_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (address >= plan.ranges[middle].end) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool inside = low < plan.range_count && address >= plan.ranges[low].first;
    return inside ? &plan.ranges[low] : NULL;
}

/* The vector instruction at this address, or the one it is a probe of; NULL for neither. */
struct vector *vector_of(uint64_t address)
{
    size_t low = 0;
    size_t high = plan.vector_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (address > plan.vectors[middle].address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == plan.vector_count) {
        return NULL;
    }
    struct vector *vector = &plan.vectors[low];
    return address + vector->probes * INSTRUCTION_BYTES >= vector->address ? vector : NULL;
}
