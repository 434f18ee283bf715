unsigned relu_bits(unsigned bits) {
    union { unsigned bits; float value; } x = {bits}, y;
    y.value = x.value > 0 ? x.value : 0;
    return y.bits;
}
