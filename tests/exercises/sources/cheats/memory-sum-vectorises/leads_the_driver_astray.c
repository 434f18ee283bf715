// No loop bound is n, so that a driver made from this source would choose a small one.
void {name}(const int *a, int count, int *s) {
    for (int i = 0; i < (count & 15); i++)
        *s += a[i];
}
