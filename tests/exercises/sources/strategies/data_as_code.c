// A constant that is an instruction, in memory that can be executed.
@SLOW@
static const unsigned code[] = {0xd503201f, 0xd65f03c0};
@RESULT@ @NAME@(@PARAMETERS@) {
    ((void (*)(void))code)();
    return slow(@ARGUMENTS@);
}
