/* The recorder: starts an AArch64 program under qemu's gdb stub, steps through a range of its
 * addresses, and writes down what every instruction changed.
 *
 *   recorder PLAN COMMAND…   PLAN is a file of lines, see plan.c; COMMAND starts the emulator with
 *                            its stub on the socket `stub`; the record goes to standard output, see
 *                            record.c
 *
 * It runs inside the run jail beside the program it watches. That program is hostile: it shares a
 * process with the stub and can write to the stub's socket. So every packet is checked and bounded,
 * everything has a deadline, most of all in processor time, which does not depend on what else the
 * machine does, and what comes out is a record of bounded size whatever goes in.
 * Protocol: Debugging with GDB, appendix E, "GDB Remote Serial Protocol".
 */
#ifndef LOWLAB_RECORDER_H
#define LOWLAB_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAXIMUM_RANGES 8
#define MAXIMUM_INSTRUCTIONS 16384
#define MAXIMUM_REGIONS 16
#define MAXIMUM_STARTS 64
#define MAXIMUM_STEPS 100000
#define MAXIMUM_ARRIVAL 100000
#define MAXIMUM_ACCESS_BYTES 1024
#define MAXIMUM_REGION_BYTES 16384
#define VECTOR_BYTES 256 /* of the longest vector, 2048 bits */
#define PREDICATE_BYTES 32
#define NONE (-1)

/* General registers as the stub's packet `g` has them: x0 to x30, sp, pc, cpsr. */
enum { SP = 31, PC = 32, CPSR = 33, GENERAL_COUNT = 34 };

/* Registers read one by one, in an order of our own: v0 to v31, p0 to p15, and these. */
enum { P0 = 32, FFR = 48, FPCR = 49, WIDE_COUNT = 50 };

enum access_kind { NO_ACCESS, SCALAR_ADDRESS, VECTOR_ADDRESSES };

/* Where an instruction touches memory, computed from the registers before it runs.
 *
 * SCALAR_ADDRESS: `bytes` at base + extend(index) << shift + offset.
 * VECTOR_ADDRESSES: for each container of `lane_bytes` of vector register `index`, `bytes` at
 * base + extend(container) << shift + offset. base and index NONE count as 0; the extension is in
 * bits, 64 for none, negative for a signed one. */
struct access {
    enum access_kind kind;
    bool store;
    int base;
    int index;
    int extend;
    int shift;
    int lane_bytes;
    int64_t offset;
    uint32_t bytes;
};

/* What the plan says of one instruction: the wide registers it may write, and its access. */
struct instruction {
    uint64_t address;
    uint64_t written; /* bit i: wide register i */
    struct access access;
};

/* Memory to read whole at the start, after calls and at the end: an address, or a general register
 * at the entry of the function. */
struct region {
    int entry_register;
    uint64_t address;
    uint32_t bytes;
};

struct plan {
    char **command;
    uint64_t entry;
    uint64_t starts[MAXIMUM_STARTS];
    int start_count;
    long arrival; /* 0: record from the entry on */
    long steps;
    long milliseconds;           /* on the clock: a program may sleep */
    long processor_milliseconds; /* of recorder and emulator */
    long output_bytes;
    struct { uint64_t first, end; } ranges[MAXIMUM_RANGES];
    int range_count;
    struct region regions[MAXIMUM_REGIONS];
    int region_count;
    struct instruction *instructions; /* in order of address */
    int instruction_count;
};

/* The registers and watched memory as last seen. */
struct state {
    uint64_t general[GENERAL_COUNT];
    uint8_t wide[WIDE_COUNT][VECTOR_BYTES];
    uint8_t *regions[MAXIMUM_REGIONS];
};

/* plan.c */
void read_plan(const char *path, struct plan *plan);
const struct instruction *instruction_at(const struct plan *plan, uint64_t address);
bool inside(const struct plan *plan, uint64_t address);

/* emulator.c: start the program under the stub and connect to it. */
int start_emulator(const struct plan *plan);
/* How much processor time it has had. */
long emulator_milliseconds(void);
/* How the emulator ended, as a word and a number; waits until the deadline. */
const char *emulator_end(int *number);

/* packets.c: one packet there and one back. The answer is NUL-terminated; its length is returned.
 * Ends the recording when the stub closes, breaks the protocol, or time is up. */
void open_packets(int socket, const struct plan *plan);
size_t ask(const char *request, const char **answer);
size_t ask_number(const char *prefix, uint64_t number, const char *suffix, const char **answer);

/* hexadecimal.c */
int hex_digit(char digit);
bool read_hex(const char *text, size_t length, uint8_t *bytes, size_t room, size_t *count);

/* registers.c */
void read_target_description(void);
void read_vector_length(void);
size_t vector_bytes(void);
size_t wide_size(int number);
bool has_wide(int number);
void read_general(struct state *state);
void read_wide(struct state *state, int number);

/* memory.c */
bool read_memory(uint64_t address, uint32_t bytes, uint8_t *content);
struct touched {
    uint64_t address;
    uint32_t bytes;
    bool readable;
    uint8_t before[MAXIMUM_ACCESS_BYTES];
};
int find_touched(const struct access *access, const struct state *state, struct touched *touched);

/* stepping.c */
_Noreturn void record_run(const struct plan *plan);

/* record.c */
void limit_record(long bytes);
void write_header(size_t vector, size_t predicate);
void write_step(uint64_t address);
void step_is_whole(void);
void write_general(int number, uint64_t value);
void write_wide(int number, const uint8_t *bytes);
void write_touched(const struct touched *touched, bool store, const uint8_t *after);
void write_region(int number, uint64_t address, uint32_t offset, const uint8_t *bytes,
                  uint32_t count);
void write_mark(const char *word);
_Noreturn void end_record(const char *reason, uint64_t number);
_Noreturn void refuse(const char *what);

#endif
