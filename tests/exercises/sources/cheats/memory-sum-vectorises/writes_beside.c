// The right sum, and another one next to it.
void {name}(const int *a, int n, int *restrict s) {
    int sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    s[0] = sum;
    s[1] = sum;
}
