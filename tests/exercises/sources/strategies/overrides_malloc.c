// The library's function, with another definition.
@SLOW@
static char room[65536];
void *malloc(unsigned long size) { return room; }
void free(void *at) {}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
