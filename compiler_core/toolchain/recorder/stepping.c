/* From the start of the program to the wanted arrival, then one instruction after another. */
#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIGNAL_TRAP 5
#define MAXIMUM_SIGNALS 1000
#define MAXIMUM_RETURNS 10000
#define MOST_UNLISTED 4 /* per step; an alignment's `nop`s are run, but not counted */
#define MAXIMUM_PIECES (VECTOR_BYTES / 4)

static struct state now;

/* Run until the program stops; the signal it stopped for, as the protocol numbers signals. */
static int resume(const char *how)
{
    const char *answer;
    size_t length = ask(how, &answer);
    if (answer[0] == 'F') end_record("semihosting", 0);
    int high = length > 2 ? hex_digit(answer[1]) : -1, low = length > 2 ? hex_digit(answer[2]) : -1;
    if (high < 0 || low < 0) end_record("protocol", 0);
    int number = high << 4 | low;
    if (answer[0] == 'W') end_record("exited", (uint64_t)number);
    if (answer[0] == 'X') end_record("killed", (uint64_t)number);
    if (answer[0] != 'T' && answer[0] != 'S') end_record("protocol", 0);
    read_general(&now);
    return number;
}

/* Signals are the program's own business: hand them on, but not for ever. */
static void run_to_breakpoint(void)
{
    char request[8] = "c";
    for (int passed = 0; passed < MAXIMUM_SIGNALS; passed++) {
        int number = resume(request);
        if (number == SIGNAL_TRAP) return;
        snprintf(request, sizeof request, "C%02x", (unsigned)number & 255);
    }
    end_record("signals", MAXIMUM_SIGNALS);
}

static void set_breakpoint(const char *kind, uint64_t address)
{
    const char *answer;
    ask_number(kind, address, ",4", &answer);
    if (strcmp(answer, "OK")) end_record("protocol", 0);
}

static uint32_t word_at(uint64_t address)
{
    uint8_t bytes[4] = {0};
    read_memory(address, sizeof bytes, bytes);
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Encodings: Arm Architecture Reference Manual, C6.2. */
static bool is_call(uint32_t word)
{
    return word >> 26 == 0x25 || (word & 0xfffffc1f) == 0xd63f0000;
}

static bool is_return(uint32_t word)
{
    return (word & 0xfffffc1f) == 0xd65f0000;
}

static bool is_trap(uint32_t word)
{
    return (word & 0xffe0001f) == 0xd4200000;
}

/* A breakpoint at the current address would stop the program at once, so it steps off first. */
static void leave_breakpoint(void)
{
    int number = resume("s");
    if (number != SIGNAL_TRAP) end_record("signal", (uint64_t)number);
}

static void reach_entry(const struct plan *plan)
{
    if (now.general[PC] == plan->entry) return;
    set_breakpoint("Z0,", plan->entry);
    run_to_breakpoint();
    set_breakpoint("z0,", plan->entry);
    if (now.general[PC] != plan->entry) end_record("trap", now.general[PC]);
}

static bool at_return(uint64_t address, uint64_t stack)
{
    return now.general[PC] == address && now.general[SP] == stack;
}

static int start_here(const struct plan *plan)
{
    for (int i = 0; i < plan->start_count; i++)
        if (now.general[PC] == plan->starts[i]) return i;
    return NONE;
}

static void set_starts(const struct plan *plan, const char *kind, uint64_t back)
{
    for (int i = 0; i < plan->start_count; i++) set_breakpoint(kind, plan->starts[i]);
    set_breakpoint(kind, back);
}

/* Run on to the next place where a start is reached; false when the function has returned. */
static bool reach_next(const struct plan *plan, uint64_t back, uint64_t stack)
{
    for (int returns = 0; returns < MAXIMUM_RETURNS; returns++) {
        leave_breakpoint();
        if (start_here(plan) == NONE && now.general[PC] != back) run_to_breakpoint();
        if (start_here(plan) != NONE) return true;
        if (at_return(back, stack)) return false;
        if (now.general[PC] != back) end_record("trap", now.general[PC]);
    }
    end_record("recursion", back);
}

/* Ends the recording when the function returns before the arrival. */
static void reach_arrival(const struct plan *plan)
{
    uint64_t back = now.general[30], stack = now.general[SP];
    long seen[MAXIMUM_STARTS] = {0}, most = 0;
    if (!plan->arrival) return;
    if (start_here(plan) != NONE) most = seen[start_here(plan)] = 1;
    if (most == plan->arrival) return;
    set_starts(plan, "Z0,", back);
    while (most < plan->arrival) {
        if (!reach_next(plan, back, stack)) end_record("arrivals", (uint64_t)most);
        long count = ++seen[start_here(plan)];
        if (count > most) most = count;
    }
    set_starts(plan, "z0,", back);
}

static void place_regions(struct plan *plan)
{
    for (int i = 0; i < plan->region_count; i++) {
        struct region *region = &plan->regions[i];
        if (region->entry_register != NONE) region->address = now.general[region->entry_register];
        now.regions[i] = calloc(1, region->bytes);
        if (!now.regions[i]) refuse("memory");
    }
}

static void write_first_state(const struct plan *plan)
{
    write_header(vector_bytes(), has_wide(P0) ? vector_bytes() / 8 : 0);
    for (int number = 0; number < GENERAL_COUNT; number++)
        write_general(number, now.general[number]);
    for (int number = 0; number < WIDE_COUNT; number++) {
        if (!has_wide(number)) continue;
        read_wide(&now, number);
        write_wide(number, now.wide[number]);
    }
    for (int i = 0; i < plan->region_count; i++) {
        const struct region *region = &plan->regions[i];
        if (read_memory(region->address, region->bytes, now.regions[i]))
            write_region(i, region->address, 0, now.regions[i], region->bytes);
    }
    write_mark("begin");
}

static void note_general(const uint64_t *before)
{
    for (int number = 0; number < GENERAL_COUNT; number++)
        if (now.general[number] != before[number]) write_general(number, now.general[number]);
}

/* Reads one wide register; true if it is not as last seen. */
static bool wide_changed(int number)
{
    uint8_t before[VECTOR_BYTES];
    memcpy(before, now.wide[number], sizeof before);
    read_wide(&now, number);
    return memcmp(before, now.wide[number], wide_size(number));
}

static void note_wide(uint64_t which)
{
    for (int number = 0; number < WIDE_COUNT; number++)
        if (which >> number & 1 && has_wide(number) && wide_changed(number))
            write_wide(number, now.wide[number]);
}

/* Writes the bytes of a watched region from the first to the last that changed. */
static bool note_region(const struct plan *plan, int number)
{
    static uint8_t fresh[MAXIMUM_REGION_BYTES];
    const struct region *region = &plan->regions[number];
    uint8_t *known = now.regions[number];
    if (!read_memory(region->address, region->bytes, fresh)) return false;
    uint32_t first = 0, end = region->bytes;
    while (first < end && fresh[first] == known[first]) first++;
    while (end > first && fresh[end - 1] == known[end - 1]) end--;
    if (first == end) return false;
    memcpy(known, fresh, region->bytes);
    write_region(number, region->address, first, fresh + first, end - first);
    return true;
}

/* A store into a watched region: keep the copy in step, so that the last check compares like. */
static void keep_regions(const struct plan *plan, const struct touched *touched,
                         const uint8_t *after)
{
    for (int i = 0; i < plan->region_count; i++) {
        const struct region *region = &plan->regions[i];
        for (uint32_t byte = 0; byte < touched->bytes; byte++) {
            uint64_t offset = touched->address + byte - region->address;
            if (offset < region->bytes) now.regions[i][offset] = after[byte];
        }
    }
}

static void note_touched(const struct plan *plan, bool store, const struct touched *touched,
                         int count)
{
    uint8_t after[MAXIMUM_ACCESS_BYTES];
    for (int i = 0; i < count; i++) {
        bool readable = store && touched[i].readable &&
                        read_memory(touched[i].address, touched[i].bytes, after);
        write_touched(&touched[i], store, readable ? after : NULL);
        if (readable) keep_regions(plan, &touched[i], after);
    }
}

/* The call at `from` left the range: let it run until it comes back to this stack frame. */
static void finish_call(uint64_t from, uint64_t stack)
{
    uint64_t back = from + 4;
    set_breakpoint("Z0,", back);
    for (int returns = 0; returns < MAXIMUM_RETURNS; returns++) {
        run_to_breakpoint();
        if (now.general[PC] != back) end_record("trap", now.general[PC]);
        if (now.general[SP] == stack) break;
        leave_breakpoint();
    }
    set_breakpoint("z0,", back);
    if (!at_return(back, stack)) end_record("recursion", from);
}

/* True if the step was a call that has been run whole; ends the recording if the function left. */
static bool came_back(const struct plan *plan, const uint64_t *before)
{
    uint64_t from = before[PC];
    if (now.general[PC] == from && is_trap(word_at(from))) end_record("trap", from);
    if (inside(plan, now.general[PC])) return false;
    if (!is_call(word_at(from))) return false;
    finish_call(from, before[SP]);
    return true;
}

static void note_after(const struct plan *plan, const struct instruction *instruction, bool called)
{
    note_wide(called || !instruction ? ~0ULL : instruction->written);
    for (int i = 0; called && i < plan->region_count; i++) note_region(plan, i);
    if (called) write_mark("call");
}

static void step(const struct plan *plan)
{
    static struct touched touched[MAXIMUM_PIECES];
    uint64_t before[GENERAL_COUNT];
    memcpy(before, now.general, sizeof before);
    const struct instruction *instruction = instruction_at(plan, before[PC]);
    bool touches = instruction && instruction->access.kind != NO_ACCESS;
    bool store = touches && instruction->access.store;
    int count = touches ? find_touched(&instruction->access, &now, touched) : 0;
    int number = resume("s");
    write_step(before[PC]);
    if (number != SIGNAL_TRAP) {
        for (int i = 0; i < count; i++) write_touched(&touched[i], store, NULL);
        end_record("signal", (uint64_t)number);
    }
    bool called = came_back(plan, before);
    note_general(before);
    note_touched(plan, store, touched, count);
    note_after(plan, instruction, called);
    step_is_whole();
}

/* Every register once more: what changed without the plan listing it would be missing above. */
static void check_at_end(const struct plan *plan)
{
    char line[32];
    for (int number = 0; number < WIDE_COUNT; number++) {
        if (!has_wide(number) || !wide_changed(number)) continue;
        snprintf(line, sizeof line, "unlisted %x", (unsigned)number);
        write_mark(line);
    }
    for (int i = 0; i < plan->region_count; i++) {
        if (!note_region(plan, i)) continue;
        snprintf(line, sizeof line, "unseen %x", (unsigned)i);
        write_mark(line);
    }
}

static _Noreturn void end_outside(uint64_t from)
{
    if (is_return(word_at(from))) end_record("returned", now.general[PC]);
    end_record("left", now.general[PC]);
}

void record_run(const struct plan *plan)
{
    static struct plan placed;
    uint64_t from = 0;
    placed = *plan;
    read_target_description();
    read_general(&now);
    reach_entry(&placed);
    place_regions(&placed);
    reach_arrival(&placed);
    read_vector_length();
    write_first_state(&placed);
    long done = 0;
    for (long run = 0; done < placed.steps && run < MOST_UNLISTED * placed.steps; run++) {
        if (!inside(&placed, now.general[PC])) break;
        from = now.general[PC];
        done += instruction_at(&placed, from) != NULL;
        step(&placed);
    }
    check_at_end(&placed);
    if (!inside(&placed, now.general[PC])) end_outside(from);
    end_record("steps", (uint64_t)done);
}
