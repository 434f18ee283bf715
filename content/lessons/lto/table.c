int table[64];
__attribute__((noinline)) int look_up(int i) {
    return table[i & 63] * 3;
}
