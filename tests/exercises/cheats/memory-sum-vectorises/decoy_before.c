// A loop that vectorises, and the real one after it.
void {name}(const int *a, int n, int *s) {
    int unused = 0;
    for (int i = 0; i < 16 && i < n; i++)
        unused |= a[i] & 0;
    for (int i = 0; i < n; i++)
        *s += a[i];
    *s += unused;
}
