// The other likely answer.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    if (n > 3)
        return (@RESULT@)1;
    return slow(@ARGUMENTS@);
}
