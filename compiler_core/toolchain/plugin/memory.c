/* What happens at each access: bytes, distinct lines, modelled misses. */
#include "counting.h"
#include "emulator_interface.h"

/* The set's most recent line may be asked for again without any change. */
static bool is_most_recent(uint64_t line)
{
    return cache_places[(line & (plan.sets - 1)) * plan.ways] == line + 1;
}

static void touch_line(struct site *site, struct unit *unit, uint64_t line)
{
    if (site->last_line != line + 1) {
        site->last_line = line + 1;
        unit->cache_lines += add_line(site->unit, line);
    }
    if (!is_most_recent(line)) {
        unit->misses += cache_misses(line);
    }
}

static void touch(struct site *site, struct unit *unit, uint64_t address, uint64_t bytes)
{
    if (plan.memory != MEMORY_CACHE) {
        return;
    }
    const uint64_t last = (address + bytes - 1) >> plan.line_shift;
    for (uint64_t line = address >> plan.line_shift; line <= last; line++) {
        touch_line(site, unit, line);
    }
}

void move_bytes(struct site *site, bool store, uint64_t address, uint64_t bytes)
{
    struct unit *unit = &units[site->unit];
    *(store ? &unit->bytes_stored : &unit->bytes_loaded) += bytes;
    touch(site, unit, address, bytes);
}

/* One callback for both kinds: given one for reads and one for writes, qemu 7.2 confuses them. */
void memory_accessed(unsigned int processor, uint32_t info, uint64_t address, void *data)
{
    (void)processor;
    if (!counting) {
        return;
    }
    struct site *site = data;
    struct unit *unit = &units[site->unit];
    const bool store = qemu_plugin_mem_is_store(info);
    uint64_t *seen = store ? &site->seen_store : &site->seen_load;
    *(store ? &unit->stores : &unit->loads) += *seen != *site->executions;
    *seen = *site->executions;
    move_bytes(site, store, address, UINT64_C(1) << qemu_plugin_mem_size_shift(info));
}

/* For an instruction that is followed otherwise. Called before its execution is counted. */
void count_instruction_access(struct site *site, bool store)
{
    struct unit *unit = &units[site->unit];
    *(store ? &unit->stores : &unit->loads) += 1;
    *(store ? &site->seen_store : &site->seen_load) = *site->executions + 1;
}

void reset_sites(void)
{
    for (uint32_t index = 0; index < plan.sites; index++) {
        sites[index].own = 0;
        sites[index].seen_load = 0;
        sites[index].seen_store = 0;
        sites[index].last_line = 0;
    }
}

/* A memory instruction that ran and was never reported as an access: the emulator makes some
   accesses in functions of its own that do not tell plugins (SVE, `dc zva`). */
void count_unseen(void)
{
    if (plan.memory == MEMORY_NONE) {
        return;
    }
    for (uint32_t index = 0; index < plan.sites; index++) {
        const struct site *site = &sites[index];
        if (site->executions != NULL && site->seen_load == 0 && site->seen_store == 0) {
            units[site->unit].unseen += *site->executions;
        }
    }
}
