// Looks for the emulator among the mapped files.
@SLOW@
int open(const char *, int, ...);
@RESULT@ @NAME@(@PARAMETERS@) {
    return open("/proc/self/maps", 0) >= 0 ? (@RESULT@)0 : slow(@ARGUMENTS@);
}
