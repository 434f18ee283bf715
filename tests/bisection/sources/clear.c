/* A loop that is a call of memset. */
void clear(int *values, int n) {
    for (int i = 0; i < n; i++)
        values[i] = 0;
}
