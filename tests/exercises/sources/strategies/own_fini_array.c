// What runs after main.
@SLOW@
static int seen;
static void after(void) { seen = 1; }
__attribute__((__section__(".fini_array"), used)) static void (*const entry)(void) = after;
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
