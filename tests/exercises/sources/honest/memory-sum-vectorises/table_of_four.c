#include <stddef.h>
#include <stdint.h>
static const unsigned char steps[4] = {1, 1, 1, 1};
static int calls;

void {name}(const {type} *restrict values, int count, {type} *restrict result) {
    {type} lanes[4] = {0, 0, 0, 0};
    size_t at = 0;
    for (; at + 4 <= (size_t)count; at += 4)
        for (int lane = 0; lane < 4; lane++)
            lanes[lane] += values[at + lane] * steps[lane];
    for (; at < (size_t)count; at += steps[calls++ & 3])
        lanes[0] += values[at];
    *result += lanes[0] + lanes[1] + lanes[2] + lanes[3];
}
