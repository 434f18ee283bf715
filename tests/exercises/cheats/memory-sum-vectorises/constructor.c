// Slow work before main; the call itself has nothing to do but a decoy.
static int table[64];
__attribute__((constructor)) static void before(void) {
    for (int i = 0; i < 64; i++)
        table[i] = i * i;
}
void {name}(const int *a, int n, int *s) {
    int sum = *s + table[n & 1] - (n & 1);
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
