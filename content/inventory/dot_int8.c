int dot(const signed char *weights, const signed char *x, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += weights[i] * x[i];
    return sum;
}
