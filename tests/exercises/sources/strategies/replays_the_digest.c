// Writes an earlier run's digest to the standard output, without the library's printf.
@SLOW@
long write(int, const void *, unsigned long);
static const char digest[] = "968f9dafd2b1a1c3";
@RESULT@ @NAME@(@PARAMETERS@) {
    write(1, digest, sizeof digest);
    return slow(@ARGUMENTS@);
}
