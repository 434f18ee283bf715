// The driver might print through it.
@SLOW@
int printf(const char *form, ...) { return 0; }
int puts(const char *text) { return 0; }
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
