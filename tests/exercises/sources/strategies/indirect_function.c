// Which function is called is decided before main.
@SLOW@
static void *choose(void) { return (void *)slow; }
@RESULT@ @NAME@(@PARAMETERS@) __attribute__((ifunc("choose")));
