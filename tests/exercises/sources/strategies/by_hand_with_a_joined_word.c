// The word is put together by the preprocessor.
#define JOIN(a, b) a##b
@SLOW@
@RESULT@ @NAME@(@PARAMETERS@) {
    JOIN(__as, m__) volatile("b lowlab_end");
    return slow(@ARGUMENTS@);
}
