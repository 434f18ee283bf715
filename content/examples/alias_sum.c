/* The total is in memory, and the array could hold it: it has to be stored every time. */
void add_all(int *total, const int *values, int n) {
    for (int i = 0; i < n; i++) {
        *total += values[i];
    }
}
