/* A sum whose order decides its last bits. */
float sum(const float *values, int n) {
    float total = 0;
    for (int i = 0; i < n; i++)
        total += values[i];
    return total;
}
