/* A condition that is true in the first iterations and false in the rest. */
double total(const double *values, int n, int border) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (i < border)
            sum += values[i];
        else
            sum -= values[i];
    }
    return sum;
}
