// A function of another name that vectorises.
@SLOW@
int decoy(const int *from, int many) {
    int sum = 0;
    for (int i = 0; i < many; i++)
        sum += from[i];
    return sum;
}
@RESULT@ @NAME@(@PARAMETERS@) { return slow(@ARGUMENTS@); }
