// The right result, and more of it behind the array.
@QUICK@
@RESULT@ @NAME@(@PARAMETERS@) {
    ((volatile char *)@POINTER@)[-1] = 1;
    return quick(@ARGUMENTS@);
}
