// Whole vectors only.
@QUICK@
@RESULT@ @NAME@(@PARAMETERS@) {
    n = n & ~3;
    return quick(@ARGUMENTS@);
}
