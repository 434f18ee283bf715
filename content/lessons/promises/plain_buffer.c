#include <stdint.h>
float buffer[1024];
int starts_a_cache_line(void) {
    return (uintptr_t)buffer % 64 == 0;
}
