typedef {type} lanes __attribute__((vector_size(16), aligned(4)));
void {name}(const {type} *a, int n, {type} *s) {
    lanes sums = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        sums += *(const lanes *)(a + i);
    for (int lane = 0; lane < 4; lane++)
        *s += sums[lane];
    for (; i < n; i++)
        *s += a[i];
}
