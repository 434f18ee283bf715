/*
 * What the counting plugin uses of the emulator's plugin interface, version 1, declared here because
 * distributions do not ship the emulator's own header. Names and types are the interface's, as
 * described in "QEMU TCG Plugins" of the emulator's developer documentation; qemu-user 7.2 to 8.1
 * offer this version.
 */
#ifndef EMULATOR_INTERFACE_H
#define EMULATOR_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORTED __attribute__((visibility("default")))

enum { INTERFACE_VERSION = 1 };
enum { INLINE_ADD = 0 };
enum { CALLBACK_NO_REGISTERS = 0 };
enum { MEMORY_READ_AND_WRITE = 3 };

typedef uint64_t plugin_id;
typedef uint32_t access_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* The start of the record the emulator passes; the plugin reads only the name and the versions. */
struct emulator_info {
    const char *target_name;
    struct {
        int min;
        int cur;
    } version;
};

typedef void (*translated_callback)(plugin_id id, struct qemu_plugin_tb *block);
typedef void (*ended_callback)(plugin_id id, void *data);
typedef void (*executed_callback)(unsigned int processor, void *data);
typedef void (*accessed_callback)(unsigned int processor, access_info info, uint64_t address,
                                  void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, translated_callback callback);
void qemu_plugin_register_atexit_cb(plugin_id id, ended_callback callback, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction,
                                            executed_callback callback, int flags, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, int operation,
                                                void *counter, uint64_t amount);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                      accessed_callback callback, int flags, int kinds, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *instruction);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);

unsigned int qemu_plugin_mem_size_shift(access_info info);
bool qemu_plugin_mem_is_store(access_info info);

#endif
