void swap(int *restrict a, int *restrict b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}
