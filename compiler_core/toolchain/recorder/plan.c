/* The plan: where to record, and what each instruction may change.
 *
 *   entry ADDRESS                      first instruction of the function
 *   start ADDRESS / arrival COUNT      record from the COUNT-th time that one of the starts is
 *                                      reached in it; COUNT 0: from the function's entry
 *   steps COUNT / output BYTES
 *   time MILLISECONDS / processor MILLISECONDS
 *                                      on the clock; of recorder and emulator together
 *   range FIRST END                    addresses that are stepped through; calls that leave them
 *                                      are run whole
 *   region REGISTER ADDRESS BYTES      memory to watch; REGISTER -1: at ADDRESS, else at the value
 *                                      the general register has at the entry
 *   at ADDRESS WRITTEN KIND STORE BASE INDEX EXTEND SHIFT LANE OFFSET BYTES
 *                                      an instruction, in order of address; see struct access
 *
 * Addresses and WRITTEN are hexadecimal, the rest decimal. The plan is ours, not the user's; a
 * mistake in it ends the recorder. */
#include "recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool good, const char *what)
{
    errno = EINVAL;
    if (!good) refuse(what);
}

static void read_range(struct plan *plan, const char *line)
{
    check(plan->range_count < MAXIMUM_RANGES, "ranges");
    int fields = sscanf(line, "%" SCNx64 " %" SCNx64, &plan->ranges[plan->range_count].first,
                        &plan->ranges[plan->range_count].end);
    check(fields == 2, "range");
    plan->range_count++;
}

static void read_start(struct plan *plan, const char *line)
{
    check(plan->start_count < MAXIMUM_STARTS, "starts");
    plan->starts[plan->start_count++] = strtoull(line, NULL, 16);
}

static void read_region(struct plan *plan, const char *line)
{
    check(plan->region_count < MAXIMUM_REGIONS, "regions");
    struct region *region = &plan->regions[plan->region_count++];
    int fields = sscanf(line, "%d %" SCNx64 " %" SCNu32, &region->entry_register, &region->address,
                        &region->bytes);
    check(fields == 3 && region->entry_register >= NONE && region->entry_register <= SP, "region");
    check(region->bytes && region->bytes <= MAXIMUM_REGION_BYTES, "region size");
}

static void check_access(const struct access *access)
{
    if (access->kind == NO_ACCESS) return;
    bool vector = access->kind == VECTOR_ADDRESSES;
    check(access->base >= NONE && access->base <= SP, "base register");
    check(access->index >= (vector ? 0 : NONE) && access->index <= (vector ? 31 : SP), "index");
    check(access->shift >= 0 && access->shift < 32, "shift");
    check(access->bytes && access->bytes <= MAXIMUM_ACCESS_BYTES, "access size");
    if (!vector) return;
    check(access->lane_bytes == 4 || access->lane_bytes == 8, "lane size");
    check(access->bytes <= 8, "lane access size");
}

static void read_instruction(struct plan *plan, const char *line)
{
    check(plan->instruction_count < MAXIMUM_INSTRUCTIONS, "instructions");
    struct instruction *found = &plan->instructions[plan->instruction_count];
    struct access *access = &found->access;
    int kind, store;
    int fields = sscanf(line, "%" SCNx64 " %" SCNx64 " %d %d %d %d %d %d %d %" SCNd64 " %" SCNu32,
                        &found->address, &found->written, &kind, &store, &access->base,
                        &access->index, &access->extend, &access->shift, &access->lane_bytes,
                        &access->offset, &access->bytes);
    check(fields == 11 && kind >= NO_ACCESS && kind <= VECTOR_ADDRESSES, "instruction");
    check(!plan->instruction_count || found[-1].address < found->address, "order of instructions");
    access->kind = (enum access_kind)kind;
    access->store = store;
    check_access(access);
    plan->instruction_count++;
}

static void read_line(struct plan *plan, char *line)
{
    char *rest = strchr(line, ' ');
    check(rest != NULL, line);
    *rest++ = 0;
    if (!strcmp(line, "entry")) plan->entry = strtoull(rest, NULL, 16);
    else if (!strcmp(line, "start")) read_start(plan, rest);
    else if (!strcmp(line, "arrival")) plan->arrival = atol(rest);
    else if (!strcmp(line, "steps")) plan->steps = atol(rest);
    else if (!strcmp(line, "time")) plan->milliseconds = atol(rest);
    else if (!strcmp(line, "processor")) plan->processor_milliseconds = atol(rest);
    else if (!strcmp(line, "output")) plan->output_bytes = atol(rest);
    else if (!strcmp(line, "range")) read_range(plan, rest);
    else if (!strcmp(line, "region")) read_region(plan, rest);
    else if (!strcmp(line, "at")) read_instruction(plan, rest);
    else check(false, line);
}

void read_plan(const char *path, struct plan *plan)
{
    char line[512];
    FILE *file = fopen(path, "re");
    if (!file) refuse(path);
    plan->instructions = calloc(MAXIMUM_INSTRUCTIONS, sizeof *plan->instructions);
    if (!plan->instructions) refuse("memory");
    while (fgets(line, sizeof line, file)) read_line(plan, line);
    fclose(file);
    check(plan->range_count && inside(plan, plan->entry), "plan");
    check(plan->steps > 0 && plan->steps <= MAXIMUM_STEPS, "steps");
    check(plan->arrival >= 0 && plan->arrival <= MAXIMUM_ARRIVAL, "arrival");
    check(plan->arrival == 0 || plan->start_count, "start");
    for (int i = 0; i < plan->start_count; i++) check(inside(plan, plan->starts[i]), "start");
    check(plan->milliseconds > 0 && plan->processor_milliseconds > 0, "time");
    check(plan->output_bytes > 0, "output");
}

const struct instruction *instruction_at(const struct plan *plan, uint64_t address)
{
    int low = 0, high = plan->instruction_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (plan->instructions[middle].address < address) low = middle + 1;
        else high = middle;
    }
    bool found = low < plan->instruction_count && plan->instructions[low].address == address;
    return found ? &plan->instructions[low] : NULL;
}

bool inside(const struct plan *plan, uint64_t address)
{
    for (int i = 0; i < plan->range_count; i++)
        if (address >= plan->ranges[i].first && address < plan->ranges[i].end) return true;
    return false;
}
