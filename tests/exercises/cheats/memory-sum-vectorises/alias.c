// The function has two names; the other one is the one that is looked at.
void other(const int *a, int n, int *s) {
    int sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
void {name}(const int *a, int n, int *s) __attribute__((alias("other")));
