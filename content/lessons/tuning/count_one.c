void count_one(int *counter) {
    __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}
