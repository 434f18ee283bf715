int step(int);

int run(const unsigned char *program, int n) {
  int a = 0;
  for (int i = 0; i < n; i++)
    switch (program[i]) {
    case 0: a = step(1); break;
    case 1: a += step(a); break;
    case 2: a -= step(3); break;
    case 3: a *= step(4); break;
    case 4: a ^= step(5); break;
    case 5: a |= step(6); break;
    case 6: a &= step(7); break;
    case 7: a <<= step(8) & 31; break;
    case 8: a >>= step(9) & 31; break;
    case 9: a = -step(10); break;
    case 10: a = ~step(11); break;
    case 11: a = step(12) / 3; break;
    case 12: a = step(13) % 5; break;
    case 13: a += 2 * step(14); break;
    case 14: a -= 3 * step(15); break;
    case 15: a = !step(16); break;
    case 16: a += 7; break;
    case 17: a = a * a + step(18); break;
    case 18: a = step(a) - step(2); break;
    case 19: return a;
    default: a++;
    }
  return a;
}
