/* What the programs of this folder share: a check that says what was found, and a status for main. */
#include <ga.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Tells of an expression that does not hold, with the line and the process. */
#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      printf("process %d: line %d: %s\n", GA_Nodeid(), __LINE__, #condition); \
      failures++; \
    } \
  } while (0)

/* Ends the library; main's result. */
static inline int finish(void) {
  GA_Sync();
  GA_Terminate();
  return failures != 0;
}
