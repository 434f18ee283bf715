float dot(const float *weights, const float *x, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += weights[i] * x[i];
    return sum;
}
