/* A set-associative cache with least-recently-used replacement, write-allocate: a model. */
#include "counting.h"

#include <stdlib.h>
#include <string.h>

uint64_t *cache_places;

bool make_cache(void)
{
    cache_places = calloc((size_t)plan.sets * plan.ways, sizeof *cache_places);
    return cache_places != NULL;
}

void empty_cache(void)
{
    memset(cache_places, 0, (size_t)plan.sets * plan.ways * sizeof *cache_places);
}

bool cache_misses(uint64_t line)
{
    uint64_t *set = cache_places + (line & (plan.sets - 1)) * plan.ways;
    const uint64_t tag = line + 1;
    uint32_t way = 0;
    while (way < plan.ways && set[way] != tag) {
        way++;
    }
    const bool missed = way == plan.ways;
    const uint32_t moved = missed ? plan.ways - 1 : way;
    memmove(set + 1, set, moved * sizeof *set);
    set[0] = tag;
    return missed;
}
