/* Says its first argument and ends with its second; never, if that is negative. */
#include <stdio.h>
#include <stdlib.h>

#ifndef DEFAULT_WORD
#define DEFAULT_WORD "done"
#endif

int main(int argc, char **argv) {
  puts(argc > 1 ? argv[1] : DEFAULT_WORD);
  int status = argc > 2 ? atoi(argv[2]) : 0;
  while (status < 0);
  return status;
}
