int table[64];
int apply(int code, int a, int b) {
    switch (code) {
    case 0: return a + b;
    case 1: return a - b * table[b & 63];
    case 2: table[a & 63] = b; return a * b;
    case 3: return a ^ (b << 3);
    case 4: return (a & b) * 3;
    case 5: return a / (b | 1);
    case 6: table[b & 31]++; return a;
    default: return b;
    }
}
