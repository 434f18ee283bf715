int column_sum(const int *m, int rows, int cols) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        s += m[i * cols];
    return s;
}
