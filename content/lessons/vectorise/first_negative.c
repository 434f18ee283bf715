int first_negative(const float *a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] < 0)
            return i;
    return -1;
}
