#include <stdio.h>
#include <string.h>

static const char separator[] = "a//b;c";

unsigned long length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}

void greet(const char *name) {
  printf("hello, %s // %s; bye\n", name, separator);
  if (strlen(name) > 3)
    puts("long name");
}
