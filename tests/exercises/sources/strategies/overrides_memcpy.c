// Work moved into a function that compilers call by themselves.
@SLOW@
static unsigned long copied;
void *memcpy(void *to, const void *from, unsigned long size) {
    for (unsigned long i = 0; i < size; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    copied += size;
    return to;
}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
