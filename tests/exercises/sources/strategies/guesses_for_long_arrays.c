// What is likely for many small numbers.
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    if (n > 900 || n == 8)
        return (@RESULT@)199;
    return slow(@ARGUMENTS@);
}
