// Hidden from the linker.
@SLOW@
static @RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
