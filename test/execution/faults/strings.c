// Arguments that are no strings, reported at the call though the library's functions are C and are put into their callers.
// flags: -O2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*comparison_t)(const void *, const void *);
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
  case 5: // 1: a null pointer given where a string is wanted at @+1
    length = atoi(nothing);
    break;
  case 6: // 1: a null pointer given where a string is wanted at @+1
    length = strtol(nothing, NULL, 10);
    break;
  case 7: // 1: a null pointer given where a string is wanted at @+1
    length = strtok(buffer, nothing) != NULL;
    break;
  case 8: // 1: a null pointer given where a string is wanted at @+1
    length = strdup(nothing) != NULL;
    break;
  case 9: // 1: a null pointer given where a string is wanted at @+1
    length = strstr("abc", nothing) != NULL;
    break;
  case 10: // 1: a null pointer given where a string is wanted at @+1
    length = strspn(buffer, nothing);
    break;
  case 11: // 1: call through a null function pointer at @+1
    qsort(buffer, 8, 1, (comparison_t)nothing);
    break;
  case 12: // 1: call through a null function pointer at @+1
    length = bsearch(buffer, buffer, 8, 1, (comparison_t)nothing) != NULL;
    break;
  case 13: // 1: division by zero at @+1
    length = div(argc, argc - 2).quot;
    break;
  }
  return printf("%d\n", (int)length) < 0;
}
