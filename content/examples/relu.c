/* Negative values become zero: a condition without a branch. */
void relu(float *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = values[i] > 0.0f ? values[i] : 0.0f;
    }
}
