#include <string.h>
void {name}(const {type} *a, int n, {type} *s) {
    {type} block[16], sum = *s;
    for (int first = 0; first < n; first += 16) {
        int length = n - first < 16 ? n - first : 16;
        memset(block, 0, sizeof block);
        memcpy(block, a + first, (unsigned long)length * sizeof *a);
        for (int i = 0; i < 16; i++)
            sum += block[i];
    }
    *s = sum;
}
