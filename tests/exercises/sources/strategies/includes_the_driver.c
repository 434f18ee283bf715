// Reads what lies beside it.
#include "lowlab_driver.c"
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
