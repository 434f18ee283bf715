// A definition that another one replaces.
@SLOW@
__attribute__((weak)) @RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
