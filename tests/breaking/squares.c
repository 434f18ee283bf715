static float square(float x) {
    return x * x;
}

void squares(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = square(x[i]);
}
