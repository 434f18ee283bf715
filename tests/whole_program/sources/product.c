float product(const float *left, const float *right, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += left[i] * right[i];
    return sum;
}
