int next(int *counter) {
    return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
}
