/* Landlock: the process may read the toolchain's directories, read and write its own job directory,
 * and reach no other file, no network port and no process outside.
 * Reference: Linux Documentation/userspace-api/landlock.rst. The header of Debian 12 stops at ABI 2,
 * so later constants are spelled out here. */
#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ACCESS_TRUNCATE (1ULL << 14)      /* ABI 3 */
#define ACCESS_IOCTL_DEVICE (1ULL << 15)  /* ABI 5 */
#define NETWORK_BIND_AND_CONNECT 3ULL     /* ABI 4 */
#define SCOPE_SOCKETS_AND_SIGNALS 3ULL    /* ABI 6 */

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

static const uint64_t read_access =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/* No directories: thousands in one another are hard to measure and to remove. */
static const uint64_t write_access =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_WRITE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE | ACCESS_TRUNCATE;

static const uint64_t tree_access = LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR;

static void allow(int rules, const char *path, uint64_t access)
{
    struct stat status;
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0 && errno == ENOENT) return;
    if (rule.parent_fd < 0 || fstat(rule.parent_fd, &status)) fail(path);
    if (!S_ISDIR(status.st_mode)) rule.allowed_access &= ~LANDLOCK_ACCESS_FS_READ_DIR;
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0)) fail(path);
    close(rule.parent_fd);
}

void confine_files(const struct options *options)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) fail("Landlock");
    struct ruleset handled = {.files = (1ULL << 13) - 1};
    if (version >= 2) handled.files |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) handled.files |= ACCESS_TRUNCATE;
    if (version >= 5) handled.files |= ACCESS_IOCTL_DEVICE;
    if (version >= 4) handled.network = NETWORK_BIND_AND_CONNECT;
    if (version >= 6) handled.scoped = SCOPE_SOCKETS_AND_SIGNALS;
    size_t size = version >= 6 ? sizeof handled : version >= 4 ? 16 : 8;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
    if (rules < 0) fail("Landlock rules");
    for (int i = 0; i < options->readable_count; i++)
        allow(rules, options->readable[i], read_access & handled.files);
    allow(rules, ".", write_access & handled.files);
    if (options->listed) allow(rules, options->listed, LANDLOCK_ACCESS_FS_READ_DIR);
    if (options->writable)
        allow(rules, options->writable, (write_access | tree_access) & handled.files);
    if (!strcmp(options->filter, "record")) allow(rules, ".", LANDLOCK_ACCESS_FS_MAKE_SOCK);
    allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
    allow(rules, "/dev/zero", LANDLOCK_ACCESS_FS_READ_FILE);
    allow(rules, "/dev/urandom", LANDLOCK_ACCESS_FS_READ_FILE);
    if (syscall(SYS_landlock_restrict_self, rules, 0)) fail("Landlock");
    close(rules);
}
