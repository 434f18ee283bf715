/* A floating-point sum: the order of the additions is part of the program. */
float dot_product(const float *a, const float *b, int n) {
    float total = 0.0f;
    for (int i = 0; i < n; i++) {
        total += a[i] * b[i];
    }
    return total;
}
