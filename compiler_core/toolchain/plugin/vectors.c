/*
 * Accesses of SVE memory instructions, worked out from what the probes in front of each wrote below
 * the guest's stack pointer. Arm A64 Instruction Set Architecture, SVE: "LD1W (scalar plus
 * immediate)", "(scalar plus scalar)", "(scalar plus vector)", "(vector plus immediate)", "LD2W",
 * "LD1RQW" and their stores.
 */
#include "counting.h"

#include <string.h>

enum { BASE_BELOW = 8, INDEX_BELOW = 16, PREDICATE_BELOW = 2, OFFSETS_BELOW = 3, QUAD_BYTES = 16 };
enum { SHORTEST_VECTOR = 16, LONGEST_VECTOR = 256, BITS = 8 };

void stack_shown(unsigned int processor, uint32_t info, uint64_t address, void *data)
{
    (void)processor;
    (void)info;
    struct vector *vector = data;
    vector->stack = address + BASE_BELOW;
    vector->length = 0;
}

/* The predicate lies 16 predicate lengths, that is 2 vector lengths, below the stack pointer. It is
   written in pieces; the first is the lowest. */
void length_shown(unsigned int processor, uint32_t info, uint64_t address, void *data)
{
    (void)processor;
    (void)info;
    struct vector *vector = data;
    if (vector->length == 0) {
        vector->length = (vector->stack - address) / PREDICATE_BELOW;
    }
}

static uint64_t guest_number(const struct vector *vector, uint64_t address, size_t bytes)
{
    uint64_t number = 0;
    memcpy(&number, (const void *)(uintptr_t)(address + vector->base), bytes);
    return number;
}

/* A lane is active if the predicate's bit of its lowest byte is set. */
static bool is_active(const struct vector *vector, uint64_t lane)
{
    const uint64_t bit = lane * vector->element_bytes;
    const uint64_t place = vector->stack - vector->length * PREDICATE_BELOW + bit / BITS;
    return guest_number(vector, place, 1) >> bit % BITS & 1;
}

static uint64_t scalar_base(const struct vector *vector)
{
    uint64_t base = vector->stack;
    if (!vector->from_stack) {
        base = guest_number(vector, vector->stack - BASE_BELOW, sizeof base);
    }
    if (vector->indexed) {
        base += guest_number(vector, vector->stack - INDEX_BELOW, sizeof base) << vector->shift;
    }
    return base;
}

static uint64_t lane_offset(const struct vector *vector, uint64_t lane)
{
    const uint64_t lanes = vector->stack - vector->length * OFFSETS_BELOW;
    uint64_t offset =
        guest_number(vector, lanes + lane * vector->element_bytes, vector->element_bytes);
    if (vector->extension == EXTEND_UNSIGNED_WORD) {
        offset = (uint32_t)offset;
    } else if (vector->extension == EXTEND_SIGNED_WORD) {
        offset = (uint64_t)(int64_t)(int32_t)offset;
    }
    return offset << vector->shift;
}

static void count(const struct vector *vector, uint64_t address, uint64_t bytes)
{
    move_bytes(vector->site, vector->store != 0, address, bytes);
}

/* Neighbouring active lanes are one access. */
static void count_lanes(const struct vector *vector, uint64_t address, uint64_t lanes)
{
    const uint64_t step = (uint64_t)vector->memory_bytes * vector->registers;
    uint64_t lane = 0;
    while (lane < lanes) {
        uint64_t end = lane;
        while (end < lanes && is_active(vector, end)) {
            end++;
        }
        if (end > lane) {
            count(vector, address + lane * step, (end - lane) * step);
        }
        lane = end + 1;
    }
}

static void count_gathered(const struct vector *vector, uint64_t base, uint64_t lanes)
{
    for (uint64_t lane = 0; lane < lanes; lane++) {
        if (is_active(vector, lane)) {
            count(vector, base + lane_offset(vector, lane), vector->memory_bytes);
        }
    }
}

/* A gather's index, if it has one beside its vector of bases, is not shifted; a quadword's lanes
   are those of its first 16 bytes. */
void vector_executed(unsigned int processor, void *data)
{
    (void)processor;
    const struct vector *vector = data;
    const bool known = vector->length >= SHORTEST_VECTOR && vector->length <= LONGEST_VECTOR;
    if (!counting || !known) {
        return;
    }
    const uint64_t lanes = vector->length / vector->element_bytes;
    uint64_t base = scalar_base(vector);
    count_instruction_access(vector->site, vector->store != 0);
    switch (vector->mode) {
    case MODE_GATHER:
        count_gathered(vector, base + (uint64_t)(int64_t)vector->immediate, lanes);
        break;
    case MODE_QUAD:
        base += (uint64_t)(int64_t)vector->immediate;
        count_lanes(vector, base, QUAD_BYTES / vector->element_bytes);
        break;
    default:
        base += (uint64_t)((int64_t)vector->immediate * (int64_t)(lanes * vector->memory_bytes));
        count_lanes(vector, base, lanes);
    }
}
