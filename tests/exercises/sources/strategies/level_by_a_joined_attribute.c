// Neither of the attribute's words is written out.
#define JOIN(a, b) a##b
JOIN(__attri, bute__)((JOIN(opti, mize)("O3")))
@STARTER@
