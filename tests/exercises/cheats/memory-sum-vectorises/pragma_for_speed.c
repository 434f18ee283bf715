// Another level than the exercise gives, for a loop that is still not a vector's.
#pragma GCC optimize("unroll-all-loops")
void {name}(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
