// The same among the functions.
@SLOW@
__attribute__((section(".text"))) static const unsigned code[] = {0xd503201f, 0xd65f03c0};
@RESULT@ @NAME@(@PARAMETERS@) {
    ((void (*)(void))code)();
    return slow(@ARGUMENTS@);
}
