// A macro of the library's headers has the word.
#include <string.h>
@SLOW@
extern int __REDIRECT(finish, (void), lowlab_end);
@RESULT@ @NAME@(@PARAMETERS@) {
    finish();
    return slow(@ARGUMENTS@);
}
