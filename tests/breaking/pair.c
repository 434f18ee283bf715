void pair(int *a, float *b) {
    *a = 1;
    *b = 2.0f;
    if (*a != 1)
        *a = 5;
}
