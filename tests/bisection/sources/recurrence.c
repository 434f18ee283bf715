/* Each value is made of three before it. */
void chain(double *values, int n) {
    for (int i = 0; i < n; i++)
        values[i + 3] = values[i] * values[i + 1] + values[i + 2];
}
