// What is no string, told at the call though the library's functions are C and are put into their callers.
// flags: -O2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *nothing, buffer[8];
static size_t indirect(const char *text, size_t (*measure)(const char *)) { return measure(text); }

int main(int argc, char **argv) {
  size_t length = 0;
  switch (argc > 1 ? atoi(argv[1]) : 0) {
  case 1: // 1: a null pointer given where a string is wanted at @+1
    length = strlen(nothing);
    break;
  case 2: // 1: a null pointer given where a string is wanted at @+1
    strcpy(buffer, nothing);
    break;
  case 3: // 1: a null pointer given where a string is wanted at @+1
    strcat(nothing, buffer);
    break;
  case 4: // 1: a null pointer given where a string is wanted
    length = indirect((char *)argc - 2, strlen);
    break;
  }
  return printf("%d\n", (int)length) < 0;
}
