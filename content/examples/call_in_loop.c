/* The loop calls a function that this file only declares. */
float adjust(float value);

void adjust_all(float *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = adjust(values[i]);
    }
}
