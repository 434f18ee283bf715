// The driver might write results through it.
@SLOW@
long write(int file, const void *from, unsigned long size) { return (long)size; }
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
