/*
 * The counting plugin: executions, loads, stores, bytes, cache lines and modelled cache misses of
 * chosen instructions of an AArch64 program, without a log.
 *
 * plan.c reads what to count, counting.c attaches counters to code as it is translated, memory.c
 * follows each access, vectors.c works out those the emulator does not report, edges.c counts ways
 * between blocks, cache.c models the cache, lines.c keeps sets of cache lines, result.c owns the result file. One guest thread is
 * assumed: counters are not atomic.
 *
 * A unit is what counts are kept for: one instruction in a `lines` range, a whole range for
 * `symbol`. A site is one translated instruction that may touch memory.
 */
#ifndef COUNTING_H
#define COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { INSTRUCTION_BYTES = 4 };

/* As in the result file. loads and stores count instructions that did so, not single accesses;
   unseen counts executed memory instructions whose addresses the emulator did not report. */
struct unit {
    uint64_t executions;
    uint64_t loads;
    uint64_t stores;
    uint64_t bytes_loaded;
    uint64_t bytes_stored;
    uint64_t cache_lines;
    uint64_t misses;
    uint64_t unseen;
};

/* executions: where this instruction's executions are counted, its unit's or a counter of its own.
   seen_load, seen_store: its count at the last load and store, so that an instruction reported in
   pieces counts once. last_line: the cache line it touched last, plus one. */
struct site {
    uint64_t own;
    uint64_t *executions;
    uint64_t seen_load;
    uint64_t seen_store;
    uint64_t last_line;
    uint32_t unit;
};

enum range_kind { RANGE_LINES, RANGE_SYMBOL, RANGE_IGNORED };

/* [first, end): its units and its sites start at these indices. */
struct range {
    uint64_t first;
    uint64_t end;
    enum range_kind kind;
    uint32_t first_unit;
    uint32_t first_site;
};

/* Part of a group: the instructions in [first, end) of one `lines` range. */
struct span {
    uint64_t first;
    uint64_t end;
    uint32_t group;
};

/* From one block's last instruction to another's first. */
struct edge {
    uint64_t tail;
    uint64_t head;
};

enum address_mode { MODE_CONTIGUOUS, MODE_QUAD, MODE_GATHER };
enum extension { EXTEND_NONE, EXTEND_UNSIGNED_WORD, EXTEND_SIGNED_WORD };

/* An SVE memory instruction with probes in front; counting_plan.py says what each number means.
   stack, length: the guest's stack pointer and vector length as the last probes showed them.
   base: what to add to a guest address to get this process's. */
struct vector {
    uint64_t address;
    uint32_t probes;
    uint32_t store;
    uint32_t registers;
    uint32_t element_bytes;
    uint32_t memory_bytes;
    uint32_t mode;
    uint32_t extension;
    uint32_t indexed;
    uint32_t shift;
    int32_t immediate;
    uint32_t from_stack;
    struct site *site;
    uint64_t stack;
    uint64_t length;
    uint64_t base;
};

enum memory_detail { MEMORY_NONE, MEMORY_BYTES, MEMORY_CACHE };

struct plan {
    unsigned int line_shift;
    uint32_t sets;
    uint32_t ways;
    enum memory_detail memory;
    bool windowed;
    uint64_t start;
    uint64_t stop;
    struct range *ranges;
    size_t range_count;
    struct span *spans;
    size_t span_count;
    struct vector *vectors;
    size_t vector_count;
    struct edge *edges;
    size_t edge_count;
    uint32_t groups;
    uint32_t units;
    uint32_t sites;
};

enum result_state { STATE_READY, STATE_RUNNING, STATE_COMPLETE };

/* The result file: this header, then the units, then for each group its distinct cache lines, then
   for each edge how often it was taken.
   outside: executions of all `lines` before the window and after it; written when the program ends
   by itself after a whole window, else outside_known is 0. */
struct result {
    char magic[8];
    uint32_t state;
    uint32_t memory_short;
    uint32_t units;
    uint32_t groups;
    uint64_t elsewhere;
    uint64_t outside;
    uint64_t outside_known;
    uint64_t edges;
    uint64_t unused;
};

extern struct plan plan;
extern struct result *result;
extern struct unit *units;
extern struct site *sites;
extern bool counting;

/* plan.c: false after a message on standard error. */
bool read_plan(const char *path);
const struct range *range_of(uint64_t address);
struct vector *vector_of(uint64_t address);

/* result.c */
bool open_result(const char *path);
void publish_result(void);
void renew_result(void);
void note_outside(void);
void publish_outside(void);

/* memory.c */
void memory_accessed(unsigned int processor, uint32_t info, uint64_t address, void *site);
void move_bytes(struct site *site, bool store, uint64_t address, uint64_t bytes);
void count_instruction_access(struct site *site, bool store);
void reset_sites(void);
void count_unseen(void);

/* vectors.c: the callbacks of the first probe, the predicate's probe, and the instruction. */
void stack_shown(unsigned int processor, uint32_t info, uint64_t address, void *vector);
void length_shown(unsigned int processor, uint32_t info, uint64_t address, void *vector);
void vector_executed(unsigned int processor, void *vector);

/* edges.c */
struct qemu_plugin_insn;
extern uint64_t *edge_counts;
void watch_edges(struct qemu_plugin_insn *instruction, uint64_t address);

/* cache.c: for each set its lines, the most recently used first; a line is kept as number plus one,
   so that zero is an empty place. */
extern uint64_t *cache_places;
bool make_cache(void);
void empty_cache(void);
bool cache_misses(uint64_t line);

/* lines.c: sets of cache lines, one per unit. */
struct line_set;
bool make_line_sets(uint32_t count);
bool add_line(uint32_t set, uint64_t line);
void empty_line_sets(void);
uint64_t union_size(const bool *members);

#endif
