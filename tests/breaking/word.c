int word(int k) {
    switch (k) {
    case 0: return 17;
    case 1: return 4;
    case 2: return 99;
    case 3: return 31;
    case 4: return 8;
    case 5: return 62;
    case 6: return 5;
    case 7: return 40;
    default: return -1;
    }
}
