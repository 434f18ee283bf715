/*
 * The result file is mapped, and the units live in it: what was counted stands in the file even
 * when the emulator is killed. At the end of the window the finished file is taken out of the
 * mapping and private memory put in its place, so that code still running cannot change it.
 */
#include "counting.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char MAGIC[8] = "LLCOUNT1";

struct result *result;
struct unit *units;
static int descriptor;
static size_t size;
static uint64_t outside;

static bool map(int flags, int file)
{
    void *wanted = result;
    void *found = mmap(wanted, size, PROT_READ | PROT_WRITE, flags, file, 0);
    if (found == MAP_FAILED) {
        return false;
    }
    result = found;
    units = (struct unit *)(result + 1);
    edge_counts = (uint64_t *)(units + plan.units) + plan.groups;
    return true;
}

static void write_header(enum result_state state)
{
    memcpy(result->magic, MAGIC, sizeof MAGIC);
    result->units = plan.units;
    result->groups = plan.groups;
    result->edges = plan.edge_count;
    result->state = state;
}

bool open_result(const char *path)
{
    size = sizeof *result + plan.units * sizeof *units
           + (plan.groups + plan.edge_count) * sizeof(uint64_t);
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)size) != 0 || !map(MAP_SHARED, descriptor)) {
        fprintf(stderr, "counting: the result %s cannot be written\n", path);
        return false;
    }
    write_header(plan.windowed ? STATE_READY : STATE_RUNNING);
    return true;
}

/* Which units the spans of one group name. */
static void mark_members(uint32_t group, bool *members)
{
    for (size_t index = 0; index < plan.span_count; index++) {
        const struct span *span = &plan.spans[index];
        for (uint64_t address = span->first; span->group == group && address < span->end;
             address += INSTRUCTION_BYTES) {
            const struct range *range = range_of(address);
            if (range != NULL && range->kind == RANGE_LINES) {
                members[range->first_unit + (address - range->first) / INSTRUCTION_BYTES] = true;
            }
        }
    }
}

static void count_groups(void)
{
    uint64_t *lines = (uint64_t *)(units + plan.units);
    bool *members = malloc(plan.units);
    for (uint32_t group = 0; group < plan.groups && members != NULL; group++) {
        memset(members, 0, plan.units);
        mark_members(group, members);
        lines[group] = union_size(members);
    }
    result->memory_short |= members == NULL;
    free(members);
}

void publish_result(void)
{
    count_unseen();
    count_groups();
    write_header(STATE_COMPLETE);
    if (!map(MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1)) {
        abort();
    }
}

/* What ran since the last edge of the window was none of it: to be called before the units are
   emptied. A window that begins again counts as outside as far as it had come. */
void note_outside(void)
{
    for (size_t index = 0; index < plan.range_count; index++) {
        const struct range *range = &plan.ranges[index];
        const uint64_t count = (range->end - range->first) / INSTRUCTION_BYTES;
        for (uint64_t unit = 0; range->kind == RANGE_LINES && unit < count; unit++) {
            outside += units[range->first_unit + unit].executions;
        }
    }
}

/* Into the finished file, which nothing is mapped to any more. */
void publish_outside(void)
{
    const uint64_t known[2] = {outside, 1};
    const off_t place = (off_t)offsetof(struct result, outside);
    if (pwrite(descriptor, known, sizeof known, place) != (ssize_t)sizeof known) {
        fprintf(stderr, "counting: what ran outside the window cannot be written\n");
    }
}

void renew_result(void)
{
    if (!map(MAP_SHARED | MAP_FIXED, descriptor)) {
        abort();
    }
    memset(result, 0, size);
    write_header(STATE_RUNNING);
}
