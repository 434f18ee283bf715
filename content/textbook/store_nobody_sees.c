/* Cleared first, and set right after. */
void fill(int *a, int value, int n) {
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        a[i] = value + i;
    }
}
