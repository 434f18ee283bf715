int slow(int value);
int sum_slow(const int *values, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += slow(values[i]);
    return sum;
}
