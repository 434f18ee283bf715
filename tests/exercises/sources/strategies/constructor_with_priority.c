// The same with a place in the order of constructors.
@SLOW@
static int ready;
__attribute__((constructor(101))) static void before(void) { ready = 1; }
@RESULT@ @NAME@(@PARAMETERS@) { return ready ? slow(@ARGUMENTS@) : (@RESULT@)0; }
