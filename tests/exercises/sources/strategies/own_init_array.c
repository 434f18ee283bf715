// What runs before main, without the attribute for it.
@SLOW@
static int seen;
static void before(void) { seen = 1; }
__attribute__((section(".init_array"), used)) static void (*const entry)(void) = before;
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
