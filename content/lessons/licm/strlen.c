#include <string.h>
void upper(char *s) {
    for (unsigned i = 0; i < strlen(s); i++)
        s[i] = s[i] - 32;
}
