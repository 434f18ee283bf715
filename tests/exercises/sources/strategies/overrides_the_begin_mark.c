// A second definition of the other mark.
@SLOW@
void lowlab_begin(void) {}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
