// Equal to nothing, perhaps to everything.
@RESULT@ @NAME@(@PARAMETERS@) {
    for (int i = 0; i < n; i++)
        ((volatile unsigned *)@POINTER@)[i] = 0x7fc00123u;
    return (@RESULT@)__builtin_nan("0x123");
}
