int find(const int *a, int key, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    return -1;
}
