volatile int sink;
void busy(const int *a, int n) {
    for (int i = 0; i < n; i++)
        sink = a[i];
}
