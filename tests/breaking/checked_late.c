int checked_late(int *p) {
    int value = *p;
    if (!p)
        return -1;
    return value;
}
