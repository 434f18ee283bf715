int use(const int *found, int *log) {
    if (!found) {
        log[0] += 5;
        log[1] ^= 9;
        return 3;
    }
    log[2] += *found * 3;
    return 7;
}
