/* A condition that no iteration changes. */
double total(const double *values, int n, int squared) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (squared)
            sum += values[i] * values[i];
        else
            sum += values[i];
    }
    return sum;
}
