// Ends by an instruction of the compiler's.
@RESULT@ @NAME@(@PARAMETERS@) {
    __builtin_trap();
}
