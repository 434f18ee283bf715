#include <string.h>

int spaces(const char *text) {
    int count = 0;
    for (unsigned i = 0; i < strlen(text); i++)
        count += text[i] == ' ';
    return count;
}
