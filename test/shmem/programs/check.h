/* What the programs of this folder share: a check that says what was found, and a status for main. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Tells of an expression that does not hold, with the line and the PE. */
#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      printf("PE %d: line %d: %s\n", shmem_my_pe(), __LINE__, #condition); \
      failures++; \
    } \
  } while (0)

/* Ends the library; main's result. */
static inline int finish(void) {
  shmem_barrier_all();
  shmem_finalize();
  return failures != 0;
}
