/* The trip count lies where an unknown pointer might write, but for its type. */
void clear(double *values, int *count) {
    for (int i = 0; i < *count; i++)
        values[i] = 1.5;
}
