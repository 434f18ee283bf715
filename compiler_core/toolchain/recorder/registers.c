/* Which registers the stub offers, by its target description, and reading them.
 *
 * target.xml includes one file per feature; registers are numbered through in that order, unless
 * `regnum` sets the number anew. Only names and sizes matter here, so the text is scanned for its
 * `<reg …>` elements instead of being parsed as XML. The vector registers are called v0… without
 * SVE and z0… with it. */
#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DESCRIPTION_BYTES 65536
#define PIECE_BYTES 0x7f0
#define MAXIMUM_FEATURES 8

static struct { int number; size_t bytes; } wide[WIDE_COUNT];
static int granules_number = NONE; /* vg: 64-bit granules in a vector */
static size_t vector_size = 16;

static size_t read_annex(const char *name, char *text)
{
    size_t length = 0;
    for (const char *answer;;) {
        char request[160];
        snprintf(request, sizeof request, "qXfer:features:read:%.64s:%zx,%x", name, length,
                 PIECE_BYTES);
        size_t got = ask(request, &answer);
        if (!got || (answer[0] != 'm' && answer[0] != 'l')) end_record("protocol", 0);
        if (length + got > DESCRIPTION_BYTES) end_record("protocol", 0);
        memcpy(text + length, answer + 1, got - 1);
        length += got - 1;
        if (answer[0] == 'l' || got == 1) break;
    }
    text[length] = 0;
    return length;
}

/* The value of ` name="…"` in an element that ends at `end`; NULL if it has none. */
static const char *attribute(const char *element, const char *end, const char *name)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *found = strstr(element, wanted);
    return found && found < end ? found + strlen(wanted) : NULL;
}

/* Our number of the register whose name is at `name`, NONE if it is not recorded. */
static int wide_number(const char *name)
{
    static const struct { char letter; int first, count; } families[] = {
        {'v', 0, 32}, {'z', 0, 32}, {'p', P0, 16},
    };
    if (!strncmp(name, "ffr\"", 4)) return FFR;
    if (!strncmp(name, "fpcr\"", 5)) return FPCR;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        char *end;
        if (name[0] != families[i].letter || name[1] < '0' || name[1] > '9') continue;
        long number = strtol(name + 1, &end, 10);
        if (*end == '"' && number < families[i].count) return families[i].first + (int)number;
    }
    return NONE;
}

static int scan_registers(const char *text, int next)
{
    for (const char *at = text; (at = strstr(at, "<reg ")); next++) {
        const char *end = strchr(at, '>');
        if (!end) end_record("protocol", 0);
        const char *name = attribute(at, end, "name"), *size = attribute(at, end, "bitsize");
        const char *number = attribute(at, end, "regnum");
        if (number) next = atoi(number);
        if (!name || !size) end_record("protocol", 0);
        int ours = wide_number(name);
        if (ours != NONE) {
            wide[ours].number = next;
            wide[ours].bytes = (size_t)atoi(size) / 8;
            if (wide[ours].bytes > VECTOR_BYTES) end_record("protocol", 0);
        }
        if (!strncmp(name, "vg\"", 3)) granules_number = next;
        at = end;
    }
    return next;
}

static bool offers_vectors(void)
{
    return wide[0].bytes >= 16 && wide[31].bytes == wide[0].bytes;
}

static size_t read_register(int number, uint8_t *bytes, size_t room)
{
    const char *answer;
    size_t count;
    size_t length = ask_number("p", (uint64_t)number, "", &answer);
    if (!read_hex(answer, length, bytes, room, &count)) end_record("protocol", 0);
    return count;
}

/* The program may change its vector length (prctl), so this is asked when the recording starts. */
void read_vector_length(void)
{
    uint8_t granules[8] = {0};
    if (granules_number == NONE) return;
    if (read_register(granules_number, granules, sizeof granules) != sizeof granules)
        end_record("protocol", 0);
    vector_size = (size_t)granules[0] * 8;
    if (vector_size < 16 || vector_size > wide[0].bytes) end_record("protocol", 0);
}

void read_target_description(void)
{
    static char top[DESCRIPTION_BYTES + 1], part[DESCRIPTION_BYTES + 1];
    int next = 0, features = 0;
    read_annex("target.xml", top);
    for (const char *at = top; (at = strstr(at, "<xi:include")) && !offers_vectors(); at++) {
        char name[65] = "";
        const char *end = strchr(at, '>'), *target = end ? attribute(at, end, "href") : NULL;
        if (!target || sscanf(target, "%64[a-z0-9.-]", name) != 1) end_record("protocol", 0);
        if (++features > MAXIMUM_FEATURES) end_record("protocol", 0);
        read_annex(name, part);
        next = scan_registers(part, next);
    }
    if (!offers_vectors()) end_record("protocol", 0);
}

size_t vector_bytes(void)
{
    return vector_size;
}

bool has_wide(int number)
{
    return wide[number].bytes > 0;
}

/* The stub gives room for the longest vector; what counts is the length in force. */
size_t wide_size(int number)
{
    if (number < P0) return vector_size;
    return number <= FFR ? vector_size / 8 : wide[number].bytes;
}

void read_wide(struct state *state, int number)
{
    uint8_t bytes[VECTOR_BYTES];
    size_t count = read_register(wide[number].number, bytes, sizeof bytes);
    if (count < wide_size(number)) end_record("protocol", 0);
    memcpy(state->wide[number], bytes, wide_size(number));
}

/* Packet `g`: 33 registers of 8 bytes and cpsr of 4, little-endian. */
void read_general(struct state *state)
{
    const char *answer;
    uint8_t bytes[512];
    size_t count;
    size_t length = ask("g", &answer);
    if (!read_hex(answer, length, bytes, sizeof bytes, &count)) end_record("protocol", 0);
    if (count < CPSR * 8 + 4) end_record("protocol", 0);
    for (int number = 0; number < GENERAL_COUNT; number++) {
        uint64_t value = 0;
        for (int byte = number == CPSR ? 3 : 7; byte >= 0; byte--)
            value = value << 8 | bytes[number * 8 + byte];
        state->general[number] = value;
    }
}
