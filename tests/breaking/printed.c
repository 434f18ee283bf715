#include <stdio.h>

void hello(void) {
    printf("hello\n");
}
