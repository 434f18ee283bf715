/* Sets of cache lines: a hash table of small bitmaps per set, so that a sweep over memory costs one
   bit per line and a single line costs little. */
#include "counting.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_PER_PART = 4096, PART_WORDS = LINES_PER_PART / 64, FIRST_CAPACITY = 4 };

struct part {
    uint64_t key;
    uint64_t words[PART_WORDS];
};

/* last: the line added last plus one, the commonest case of all. */
struct line_set {
    struct part **parts;
    size_t capacity;
    size_t used;
    uint64_t last;
};

static struct line_set *line_sets;
static uint32_t set_count;

bool make_line_sets(uint32_t count)
{
    line_sets = calloc(count, sizeof *line_sets);
    set_count = count;
    return line_sets != NULL;
}

static size_t place_of(const struct line_set *set, uint64_t key)
{
    size_t place = (key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->capacity - 1);
    while (set->parts[place] != NULL && set->parts[place]->key != key) {
        place = (place + 1) & (set->capacity - 1);
    }
    return place;
}

static bool grow(struct line_set *set)
{
    const struct line_set old = *set;
    const size_t capacity = old.capacity == 0 ? FIRST_CAPACITY : old.capacity * 2;
    struct part **parts = calloc(capacity, sizeof(struct part *));
    if (parts == NULL) {
        return false;
    }
    set->parts = parts;
    set->capacity = capacity;
    for (size_t place = 0; place < old.capacity; place++) {
        if (old.parts[place] != NULL) {
            set->parts[place_of(set, old.parts[place]->key)] = old.parts[place];
        }
    }
    free(old.parts);
    return true;
}

/* The part that holds this key, made if missing; NULL when memory is short. */
static struct part *part_of(struct line_set *set, uint64_t key)
{
    if (set->used * 2 >= set->capacity && !grow(set)) {
        return NULL;
    }
    const size_t place = place_of(set, key);
    if (set->parts[place] == NULL) {
        struct part *part = calloc(1, sizeof *part);
        if (part == NULL) {
            return NULL;
        }
        part->key = key;
        set->parts[place] = part;
        set->used++;
    }
    return set->parts[place];
}

static bool add_to(struct line_set *set, uint64_t line)
{
    if (set->last == line + 1) {
        return false;
    }
    struct part *part = part_of(set, line / LINES_PER_PART);
    if (part == NULL) {
        result->memory_short = 1;
        return false;
    }
    set->last = line + 1;
    uint64_t *word = &part->words[line % LINES_PER_PART / 64];
    const uint64_t bit = UINT64_C(1) << line % 64;
    const bool added = (*word & bit) == 0;
    *word |= bit;
    return added;
}

/* Whether the line was not in this set before. */
bool add_line(uint32_t set, uint64_t line)
{
    return add_to(&line_sets[set], line);
}

static void empty(struct line_set *set)
{
    for (size_t place = 0; place < set->capacity; place++) {
        free(set->parts[place]);
    }
    free(set->parts);
    memset(set, 0, sizeof *set);
}

void empty_line_sets(void)
{
    for (uint32_t set = 0; set < set_count; set++) {
        empty(&line_sets[set]);
    }
}

static uint64_t add_part(struct line_set *all, const struct part *part)
{
    struct part *target = part_of(all, part->key);
    if (target == NULL) {
        result->memory_short = 1;
        return 0;
    }
    uint64_t added = 0;
    for (size_t word = 0; word < PART_WORDS; word++) {
        added += (uint64_t)__builtin_popcountll(part->words[word] & ~target->words[word]);
        target->words[word] |= part->words[word];
    }
    return added;
}

/* How many distinct lines the sets marked in members hold together. */
uint64_t union_size(const bool *members)
{
    struct line_set all = {0};
    uint64_t size = 0;
    for (uint32_t set = 0; set < set_count; set++) {
        for (size_t place = 0; members[set] && place < line_sets[set].capacity; place++) {
            if (line_sets[set].parts[place] != NULL) {
                size += add_part(&all, line_sets[set].parts[place]);
            }
        }
    }
    empty(&all);
    return size;
}
