// Diagnostics might show what it holds.
#include "/etc/passwd"
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
