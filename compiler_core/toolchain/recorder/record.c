/* The record: lines of text on standard output. Bytes are hexadecimal in memory's order, numbers
 * hexadecimal; only what changed is written.
 *
 *   vector BYTES PREDICATE_BYTES       first line
 *   x NUMBER VALUE                     a general register: 0 to 30, 31 sp, 32 pc, 33 cpsr
 *   w NUMBER BYTES                     a wide register, numbered as in recorder.h
 *   a REGION ADDRESS OFFSET BYTES      watched memory
 *   begin                              the state before the first step is complete
 *   step ADDRESS                       the instruction at ADDRESS was run; what it did follows
 *   m ADDRESS SIZE BEFORE AFTER        memory it touched; BEFORE and AFTER are `-` where unreadable,
 *                                      AFTER is `=` when it only reads
 *   call                               it called a function that was run whole
 *   broken                             the recording ends within this step: not all it did follows
 *   unlisted NUMBER / unseen REGION    at the end: changed without the plan having said so
 *   end REASON NUMBER                  last line. Of REASON `exited` the number is the status, of
 *                                      `killed` and `signal` a signal as the protocol numbers it, of
 *                                      `ended` one as this machine does
 */
#include "recorder.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static long left;

void limit_record(long bytes)
{
    left = bytes;
}

static void spend(long bytes)
{
    left -= bytes;
    if (left < 0) end_record("output", 0);
}

static void put_hex(const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        putchar_unlocked(digits[bytes[i] >> 4]);
        putchar_unlocked(digits[bytes[i] & 15]);
    }
}

void write_header(size_t vector, size_t predicate)
{
    spend(printf("vector %zx %zx\n", vector, predicate));
}

/* From the writing of a step's address until all that it changed is written. */
static bool within_step;

void write_step(uint64_t address)
{
    within_step = true;
    spend(printf("step %" PRIx64 "\n", address));
}

void step_is_whole(void)
{
    within_step = false;
}

void write_general(int number, uint64_t value)
{
    spend(printf("x %x %" PRIx64 "\n", (unsigned)number, value));
}

void write_wide(int number, const uint8_t *bytes)
{
    size_t size = wide_size(number);
    spend((long)size * 2 + 8);
    printf("w %x ", (unsigned)number);
    put_hex(bytes, size);
    putchar_unlocked('\n');
}

void write_touched(const struct touched *touched, bool store, const uint8_t *after)
{
    spend((long)touched->bytes * 4 + 32);
    printf("m %" PRIx64 " %x ", touched->address, touched->bytes);
    if (touched->readable) put_hex(touched->before, touched->bytes);
    else putchar_unlocked('-');
    putchar_unlocked(' ');
    if (!store) putchar_unlocked('=');
    else if (after) put_hex(after, touched->bytes);
    else putchar_unlocked('-');
    putchar_unlocked('\n');
}

void write_region(int number, uint64_t address, uint32_t offset, const uint8_t *bytes,
                  uint32_t count)
{
    spend((long)count * 2 + 40);
    printf("a %x %" PRIx64 " %x ", (unsigned)number, address, offset);
    put_hex(bytes, count);
    putchar_unlocked('\n');
}

void write_mark(const char *word)
{
    spend(printf("%s\n", word));
}

_Noreturn void end_record(const char *reason, uint64_t number)
{
    if (within_step) printf("broken\n");
    printf("end %s %" PRIx64 "\n", reason, number);
    fflush(stdout);
    _exit(0);
}
