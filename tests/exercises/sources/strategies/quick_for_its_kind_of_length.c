// The same for every length that leaves the same rest.
@SLOW@
@QUICK@
@RESULT@ @NAME@(@PARAMETERS@) {
    return n % 8 == 0 ? quick(@ARGUMENTS@) : slow(@ARGUMENTS@);
}
