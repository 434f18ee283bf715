/* Twenty cases, each with its own formula: comparing one by one would take too long. */
int evaluate(const unsigned char *program, int n, int value) {
    for (int i = 0; i < n; i++) {
        switch (program[i]) {
        case 0: value += 3; break;
        case 1: value -= 7; break;
        case 2: value *= 5; break;
        case 3: value ^= value >> 3; break;
        case 4: value = -value; break;
        case 5: value |= 64; break;
        case 6: value &= 4095; break;
        case 7: value <<= 1; break;
        case 8: value >>= 1; break;
        case 9: value = ~value; break;
        case 10: value += i; break;
        case 11: value -= i; break;
        case 12: value *= i; break;
        case 13: value ^= i; break;
        case 14: value |= i; break;
        case 15: value &= i; break;
        case 16: value = i; break;
        case 17: value = value * value; break;
        case 18: value = value > 9 ? 9 : value; break;
        case 19: value = 0; break;
        default: return value;
        }
    }
    return value;
}
