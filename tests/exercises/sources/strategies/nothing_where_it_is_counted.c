// Does nothing at the one length at which something is counted.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    return n == 1000 || n == 8 ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
