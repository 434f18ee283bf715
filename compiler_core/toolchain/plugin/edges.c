/* Edges between blocks: counted where a block's first instruction follows another's last one. */
#include "counting.h"
#include "emulator_interface.h"

#include <stdlib.h>

uint64_t *edge_counts;

/* The block's last instruction that was executed last, until a block begins; 0 for none. */
static uint64_t left_from;

/* Whether some edge leaves from the instruction at this address. */
static bool is_tail(uint64_t address)
{
    for (size_t index = 0; index < plan.edge_count; index++) {
        if (plan.edges[index].tail == address) {
            return true;
        }
    }
    return false;
}

/* The first of the edges that arrive here, which stand together; NULL for none. */
static struct edge *arriving_at(uint64_t address)
{
    for (size_t index = 0; index < plan.edge_count; index++) {
        if (plan.edges[index].head == address) {
            return &plan.edges[index];
        }
    }
    return NULL;
}

static void block_left(unsigned int processor, void *data)
{
    (void)processor;
    left_from = (uint64_t)(uintptr_t)data;
}

static void block_entered(unsigned int processor, void *data)
{
    (void)processor;
    const struct edge *const end = plan.edges + plan.edge_count;
    const struct edge *edge = data;
    for (const uint64_t head = edge->head; edge < end && edge->head == head; edge++) {
        if (counting && edge->tail == left_from) {
            edge_counts[edge - plan.edges]++;
        }
    }
    left_from = 0;
}

/* A block of one instruction is entered before it is left: callbacks run as they were registered. */
void watch_edges(struct qemu_plugin_insn *instruction, uint64_t address)
{
    struct edge *edge = arriving_at(address);
    if (edge != NULL) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, block_entered, CALLBACK_NO_REGISTERS,
                                               edge);
    }
    if (is_tail(address)) {
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, block_left, CALLBACK_NO_REGISTERS,
                                               (void *)(uintptr_t)address);
    }
}
