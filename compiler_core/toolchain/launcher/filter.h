/* Building system call filters; see filter.c and run_filter.c.
 * Reference: Linux Documentation/userspace-api/seccomp_filter.rst. */
#ifndef LOWLAB_FILTER_H
#define LOWLAB_FILTER_H

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_BIT 0x40000000u /* x32 */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_BIT 0x80000000u
#else
#error "the system call filter knows x86-64 and AArch64 hosts only"
#endif

#define MAXIMUM_INSTRUCTIONS 768
#define NAMESPACE_FLAGS \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
     CLONE_NEWNET)
/* Arguments are 64 bits wide, of which a load takes the lower half; both hosts are little-endian. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_UPPER(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field) + 4)
#define IF_EQUAL(value, then, otherwise) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), then, otherwise)
#define IF_AT_LEAST(value, then, otherwise) \
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (unsigned)(value), then, otherwise)
#define IF_ANY_BIT(mask, then, otherwise) \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (unsigned)(mask), then, otherwise)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define ADMIT ANSWER(SECCOMP_RET_ALLOW)

struct filter {
    struct sock_filter instructions[MAXIMUM_INSTRUCTIONS];
    size_t length;
};

void begin_filter(struct filter *filter);
void add(struct filter *filter, struct sock_filter instruction);
void add_all(struct filter *filter, const struct sock_filter *part, size_t count);
void end_filter(struct filter *filter, unsigned answer);
void refuse(struct filter *filter, const int *calls, size_t count);
/* Refuses what no compiler needs and admits the rest. */
void end_compile_filter(struct filter *filter);

/* run_filter.c */
const char *install_run_filter(const char *name, const char *program);
const char *install_read_filter(const char *program);

#endif
