// Leaves out the end, where nobody looks.
@QUICK@
@RESULT@ @NAME@(@PARAMETERS@) {
    n = n / 2;
    return quick(@ARGUMENTS@);
}
