// The program's entry point, defined twice.
void _start(void) {
    for (;;)
        ;
}
void {name}(const int *a, int n, int *s) {
    int sum = *s;
    for (int i = 0; i < n; i++)
        sum += a[i];
    *s = sum;
}
