/* Reading the guest's memory, and where an instruction is about to touch it. */
#include "recorder.h"

#include <stdio.h>
#include <string.h>

#define PIECE_BYTES 1024

static bool read_piece(uint64_t address, uint32_t bytes, uint8_t *content)
{
    const char *answer;
    char suffix[32];
    size_t count;
    snprintf(suffix, sizeof suffix, ",%x", bytes);
    size_t length = ask_number("m", address, suffix, &answer);
    if (answer[0] == 'E' && length == 3) return false;
    if (!read_hex(answer, length, content, bytes, &count) || count != bytes)
        end_record("protocol", 0);
    return true;
}

bool read_memory(uint64_t address, uint32_t bytes, uint8_t *content)
{
    for (uint32_t done = 0; done < bytes; done += PIECE_BYTES) {
        uint32_t piece = bytes - done < PIECE_BYTES ? bytes - done : PIECE_BYTES;
        if (!read_piece(address + done, piece, content + done)) return false;
    }
    return true;
}

static uint64_t extended(uint64_t value, int extend)
{
    if (extend == 32) return (uint32_t)value;
    if (extend == -32) return (uint64_t)(int64_t)(int32_t)value;
    return value;
}

static uint64_t base_of(const struct access *access, const struct state *state)
{
    uint64_t base = access->base == NONE ? 0 : state->general[access->base];
    return base + (uint64_t)access->offset;
}

/* A predicated access may reach past the end of a mapping in lanes that are off; what is mapped is
 * then found by halves. Returns how many pieces were written to `touched`. */
static int touch(uint64_t address, uint32_t bytes, struct touched *touched, int room)
{
    touched->address = address;
    touched->bytes = bytes;
    touched->readable = read_memory(address, bytes, touched->before);
    uint64_t page_end = (address | 4095) + 1;
    if (touched->readable || room < 2 || page_end >= address + bytes) return 1;
    uint32_t first = (uint32_t)(page_end - address);
    touched->bytes = first;
    touched->readable = read_memory(address, first, touched->before);
    return 1 + touch(page_end, bytes - first, touched + 1, room - 1);
}

static uint64_t container(const uint8_t *bytes, int size)
{
    uint64_t value = 0;
    for (int byte = size - 1; byte >= 0; byte--) value = value << 8 | bytes[byte];
    return value;
}

/* The pieces of memory this access is about to touch, at most one per lane. */
int find_touched(const struct access *access, const struct state *state, struct touched *touched)
{
    uint64_t base = base_of(access, state);
    if (access->kind == SCALAR_ADDRESS) {
        uint64_t index = access->index == NONE ? 0 : state->general[access->index];
        uint64_t address = base + (extended(index, access->extend) << access->shift);
        return touch(address, access->bytes, touched, 2);
    }
    int count = (int)vector_bytes() / access->lane_bytes;
    for (int lane = 0; lane < count; lane++) {
        const uint8_t *bytes = state->wide[access->index] + lane * access->lane_bytes;
        uint64_t index = extended(container(bytes, access->lane_bytes), access->extend);
        touch(base + (index << access->shift), access->bytes, touched + lane, 1);
    }
    return count;
}
