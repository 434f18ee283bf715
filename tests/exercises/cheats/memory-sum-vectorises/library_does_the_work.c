// The elements are visited by code that the source does not hold.
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void {name}(const int *a, int n, int *s) {
    qsort((void *)a, n, 4, 0);
}
