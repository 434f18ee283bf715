static unsigned rotate(unsigned value, int count) { return value << count | value >> (32 - count); }
unsigned step(unsigned state, unsigned char byte) { return rotate(state ^ byte, 5) * 16777619u; }
