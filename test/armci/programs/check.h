/* What the programs of this folder share: a check that says what was found, and a status for main. */
#include <armci.h>
#include <math.h>
#include <message.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Tells of an expression that does not hold, with the line and the process. */
#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      printf("process %d: line %d: %s\n", armci_msg_me(), __LINE__, #condition); \
      failures++; \
    } \
  } while (0)

/* Ends the library; main's result. */
static inline int finish(void) {
  ARMCI_Barrier();
  ARMCI_Finalize();
  armci_msg_finalize();
  return failures != 0;
}
