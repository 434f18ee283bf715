int cost(int kind) {
    switch (kind) {
    case 0: return 3;
    case 1: return 5;
    default: return 9;
    }
}
