/* Attaches counters to code as it is translated, and begins and ends the window. */
#include "counting.h"
#include "emulator_interface.h"

#include <stdlib.h>
#include <string.h>

EXPORTED int qemu_plugin_version = INTERFACE_VERSION;
struct site *sites;
bool counting;
static bool published;

/* Arm A64, "Loads and Stores": the four forms of prfm. */
static bool is_prefetch(uint32_t code)
{
    return (code & 0xff000000) == 0xd8000000 || (code & 0xffc00000) == 0xf9800000
           || (code & 0xffe00c00) == 0xf8800000 || (code & 0xffe00c00) == 0xf8a00800;
}

/* Arm A64, "Top-level encodings": bits 28 to 25 are x1x0 for loads and stores; SVE memory has bit
   31 set and bits 28 to 25 0010; `dc zva` is one system instruction with a register. */
static bool may_touch_memory(uint32_t code)
{
    const bool load_or_store = (code & 0x0a000000) == 0x08000000 && !is_prefetch(code);
    const bool scalable = (code & 0x9e000000) == 0x84000000;
    const bool zeroes_a_block = (code & 0xffffffe0) == 0xd50b7420;
    return load_or_store || scalable || zeroes_a_block;
}

/* Arm A64, SVE "STR (predicate)". */
static bool is_predicate_store(uint32_t code)
{
    return (code & 0xffc0e010) == 0xe5800000;
}

static void begin(unsigned int processor, void *data)
{
    (void)processor;
    (void)data;
    note_outside();
    renew_result();
    reset_sites();
    empty_cache();
    empty_line_sets();
    counting = true;
}

static void end(unsigned int processor, void *data)
{
    (void)processor;
    (void)data;
    if (counting) {
        counting = false;
        publish_result();
        published = true;
    }
}

static void ended(plugin_id id, void *data)
{
    (void)id;
    if (!plan.windowed) {
        end(0, data);
    } else if (published && !counting) {
        note_outside();
        publish_outside();
    }
}

static void count_memory(struct qemu_plugin_insn *instruction, struct site *site)
{
    if (plan.memory != MEMORY_NONE) {
        qemu_plugin_register_vcpu_mem_cb(instruction, memory_accessed, CALLBACK_NO_REGISTERS,
                                         MEMORY_READ_AND_WRITE, site);
    }
}

static void count_in_lines(struct qemu_plugin_insn *instruction, const struct range *range,
                           uint32_t offset, bool memory)
{
    struct unit *unit = &units[range->first_unit + offset];
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, INLINE_ADD, &unit->executions, 1);
    if (!memory) {
        return;
    }
    struct site *site = &sites[range->first_site + offset];
    site->unit = range->first_unit + offset;
    site->executions = &unit->executions;
    struct vector *vector = vector_of(qemu_plugin_insn_vaddr(instruction));
    if (vector == NULL) {
        count_memory(instruction, site);
    } else if (plan.memory != MEMORY_NONE) {
        vector->site = site;
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, vector_executed, CALLBACK_NO_REGISTERS,
                                               vector);
    }
}

/* Probes: the first one shows the stack pointer, the predicate's the vector length. */
static void read_probe(struct qemu_plugin_insn *instruction, uint32_t code)
{
    const uint64_t address = qemu_plugin_insn_vaddr(instruction);
    struct vector *vector = vector_of(address);
    if (vector == NULL) {
        return;
    }
    if (address + vector->probes * INSTRUCTION_BYTES == vector->address) {
        vector->base = (uint64_t)(uintptr_t)qemu_plugin_insn_haddr(instruction) - address;
        qemu_plugin_register_vcpu_mem_cb(instruction, stack_shown, CALLBACK_NO_REGISTERS,
                                         MEMORY_READ_AND_WRITE, vector);
    } else if (is_predicate_store(code)) {
        qemu_plugin_register_vcpu_mem_cb(instruction, length_shown, CALLBACK_NO_REGISTERS,
                                         MEMORY_READ_AND_WRITE, vector);
    }
}

static void count_in_symbol(struct qemu_plugin_insn *instruction, const struct range *range,
                            uint32_t offset, bool memory)
{
    if (memory) {
        struct site *site = &sites[range->first_site + offset];
        site->unit = range->first_unit;
        site->executions = &site->own;
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, INLINE_ADD, &site->own, 1);
        count_memory(instruction, site);
    }
}

/* Where a run of instructions is counted with one addition per block: NULL if it is not. */
static uint64_t *shared_counter(const struct range *range)
{
    if (range == NULL) {
        return &result->elsewhere;
    }
    return range->kind == RANGE_SYMBOL ? &units[range->first_unit].executions : NULL;
}

static void count_instruction(struct qemu_plugin_insn *instruction, const struct range *range)
{
    const uint64_t address = qemu_plugin_insn_vaddr(instruction);
    uint32_t code;
    memcpy(&code, qemu_plugin_insn_data(instruction), sizeof code);
    if (plan.windowed && address == plan.start) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, begin, CALLBACK_NO_REGISTERS, NULL);
    }
    if (plan.windowed && address == plan.stop) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, end, CALLBACK_NO_REGISTERS, NULL);
    }
    watch_edges(instruction, address);
    if (range == NULL) {
        return;
    }
    const uint32_t offset = (uint32_t)((address - range->first) / INSTRUCTION_BYTES);
    if (range->kind == RANGE_IGNORED) {
        read_probe(instruction, code);
    } else if (range->kind == RANGE_LINES) {
        count_in_lines(instruction, range, offset, may_touch_memory(code));
    } else {
        count_in_symbol(instruction, range, offset, may_touch_memory(code));
    }
}

/* How many instructions from index on are counted by the same shared counter. A window's edge ends
   the run, so that what comes before it is not counted with what follows. */
static size_t run_length(const struct qemu_plugin_tb *block, size_t index, const uint64_t *counter)
{
    const size_t count = qemu_plugin_tb_n_insns(block);
    size_t end = index + 1;
    while (end < count) {
        const uint64_t address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, end));
        const bool edge = plan.windowed && (address == plan.start || address == plan.stop);
        if (edge || shared_counter(range_of(address)) != counter) {
            break;
        }
        end++;
    }
    return end - index;
}

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(block);
    size_t counted = 0;
    for (size_t index = 0; index < count; index++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, index);
        const struct range *range = range_of(qemu_plugin_insn_vaddr(instruction));
        count_instruction(instruction, range);
        uint64_t *counter = shared_counter(range);
        if (counter != NULL && index >= counted) {
            const size_t length = run_length(block, index, counter);
            qemu_plugin_register_vcpu_insn_exec_inline(instruction, INLINE_ADD, counter, length);
            counted = index + length;
        }
    }
}

/* Arguments: plan=PATH result=PATH. */
static const char *argument(int count, char **words, const char *name)
{
    const size_t length = strlen(name);
    for (int index = 0; index < count; index++) {
        if (strncmp(words[index], name, length) == 0 && words[index][length] == '=') {
            return words[index] + length + 1;
        }
    }
    return NULL;
}

EXPORTED int qemu_plugin_install(plugin_id id, const struct emulator_info *info, int count,
                                 char **words)
{
    const char *plan_path = argument(count, words, "plan");
    const char *result_path = argument(count, words, "result");
    if (strcmp(info->target_name, "aarch64") != 0 || plan_path == NULL || result_path == NULL) {
        fprintf(stderr, "counting: needs plan=PATH and result=PATH, and an AArch64 guest\n");
        return 1;
    }
    if (!read_plan(plan_path) || !open_result(result_path)) {
        return 1;
    }
    sites = calloc(plan.sites + 1, sizeof *sites);
    if (sites == NULL || !make_cache() || !make_line_sets(plan.units + 1)) {
        fprintf(stderr, "counting: not enough memory for the plan\n");
        return 1;
    }
    counting = !plan.windowed;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
