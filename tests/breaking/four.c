void four(int *a) {
    for (int i = 0; i < 4; i++)
        a[i] = a[i] + i;
}
