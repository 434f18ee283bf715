/* A stride that is usually one. */
void scale(double *values, int n, long stride) {
    for (int i = 0; i < n; i++)
        values[i * stride] = values[i * stride] * 1.5 + values[0];
}
