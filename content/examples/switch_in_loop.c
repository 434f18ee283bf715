/* A tiny machine with six instructions, and one choice in every step. */
int run(const unsigned char *program, int n, int value) {
    for (int i = 0; i < n; i++) {
        switch (program[i]) {
        case 0: value += 3; break;
        case 1: value -= 7; break;
        case 2: value *= 5; break;
        case 3: value ^= value >> 3; break;
        case 4: value = -value; break;
        case 5: value /= 9; break;
        default: return value;
        }
    }
    return value;
}
