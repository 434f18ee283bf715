/* The self-test's parts; see probe.c. */
#ifndef LOWLAB_PROBE_H
#define LOWLAB_PROBE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/* A filter's refusal, not a kernel's: what an unprivileged user may not do anyway has to be refused
 * before the kernel looks at it. */
#define REFUSED(call) (errno = 0, (call) < 0 && errno == EPERM)

struct attempt {
    const char *name;
    bool refused;
};

/* probe.c: `NAME holds|broken DETAIL` on a line of its own. */
__attribute__((format(printf, 3, 4)))
void tell(const char *name, bool holds, const char *format, ...);
void tell_attempts(const char *name, const struct attempt *attempts, size_t count);
void check_host_files(int count, char **files);
void check_no_socket(void);
void check_writing_outside(void);
void check_descriptors(void);
void check_devices(void);

/* probe_run.c: the checks of the filters for users' programs, by the filter's name. */
int run_filter_checks(int count, char **arguments);

#endif
