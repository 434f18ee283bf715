// What runs before main, without the attribute.
static int seen;
static void before(void) { seen = 1; }
__attribute__((section(".init_array"), used)) static void (*const entry)(void) = before;
void {name}(const int *a, int n, int *s) {
    int sum = *s + seen - 1;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
