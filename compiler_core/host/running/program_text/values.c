/* Seeded values, a function of each leaf's own seed and of how many were drawn before: see
   runtime.c, which stands before this file in one unit. */

static unsigned long draw(struct leaf *leaf) {
    leaf->state ^= leaf->state << 13;
    leaf->state ^= leaf->state >> 7;
    leaf->state ^= leaf->state << 17;
    return leaf->state * 0x2545f4914f6cdd1dUL;
}

static long between(struct leaf *leaf, long least, long greatest) {
    unsigned long span = (unsigned long)greatest - (unsigned long)least + 1;
    unsigned long drawn = draw(leaf) >> 11;
    return least + (long)(span == 0 ? drawn : drawn % span);
}

static long default_integer(struct leaf *leaf, unsigned long size, int kind) {
    long least = size == 1 ? -128 : size == 2 ? -256 : -100;
    long greatest = size == 1 ? 127 : size == 2 ? 255 : 99;
    if (kind == 'b') {
        return between(leaf, 0, 1);
    }
    return kind == 'u' ? between(leaf, 0, greatest - least) : between(leaf, least, greatest);
}

/* On the wanted side of a threshold, and how far from it as a part of 65536. */
static int is_above(struct leaf *leaf, unsigned long *far) {
    *far = 1 + (draw(leaf) >> 48);
    return (draw(leaf) >> 48) < (unsigned long)leaf->third;
}

static long mixture(struct leaf *leaf) {
    unsigned long far;
    int above = is_above(leaf, &far);
    long distance = (long)(far * (unsigned long)leaf->second >> 16);
    return above ? leaf->first + (distance > 0 ? distance : 1) : leaf->first - distance;
}

long lowlab_integer(int index, unsigned long size, int kind) {
    struct leaf *leaf = &leaves[index];
    long place = (long)leaf->drawn++;
    switch (leaf->rule) {
    case 'c': return leaf->first;
    case 'r': return between(leaf, leaf->first, leaf->second);
    case 'm': return mixture(leaf);
    case 'o': return place * leaf->first;
    case 't': return (place + 1) % leaf->first == 0 ? 0 : between(leaf, 'a', 'z');
    case 'b': return between(leaf, 0, (long)buffers[leaf->first].count - 1);
    default: return default_integer(leaf, size, kind);
    }
}

static double from_bits(long bits) {
    union { long bits; double value; } both;
    both.bits = bits;
    return both.value;
}

/* How many bits the significand of a type of so many bytes has; the wider ones get no more than
   the type that they stand for. */
static int significand(unsigned long size) {
    unsigned long real_size = widened ? size / 2 : size;
    return real_size == 2 ? 8 : real_size == 4 ? 24 : 53;
}

/* Every bit of the significand is drawn, so that a product of two values has to be rounded. */
double lowlab_real(int index, unsigned long size) {
    struct leaf *leaf = &leaves[index];
    int bits = significand(size);
    long whole;
    leaf->drawn++;
    if (leaf->rule == 'c') {
        return from_bits(leaf->first);
    }
    if (leaf->rule == 'm') {
        unsigned long far;
        int above = is_above(leaf, &far);
        double distance = from_bits(leaf->second) * ((double)far / 65536.0);
        return from_bits(leaf->first) + (above ? distance : -distance);
    }
    whole = (long)(draw(leaf) >> (64 - bits)) - (1L << (bits - 1));
    /* From -8 up to 8: the second factor is 2 to the power of 4 - bits. */
    return (double)whole * from_bits((1027L - bits) << 52);
}
