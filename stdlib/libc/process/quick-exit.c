/* <stdlib.h>: quick_exit, which runs only what was registered for it. (C11 7.22.4) */
#include <stdlib.h>

#define MOST 32
static void (*functions[MOST])(void);
static int count;

int at_quick_exit(void (*function)(void)) {
  if (count == MOST) return 1;
  functions[count++] = function;
  return 0;
}

void quick_exit(int status) {
  while (count > 0) functions[--count]();
  _Exit(status);
}
