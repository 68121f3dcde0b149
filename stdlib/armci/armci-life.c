/* The life of a process under ARMCI: initialization, as often as the program likes, end, and messages that end the job. */
#include "job.h"

struct __armci_job __armci_job;
static int uses;

static void begin(const char *name) {
  if (uses++ == 0) __armci_init(name, &__armci_job, __armci_accumulate, __armci_combine);
}

int ARMCI_Init(void) {
  begin("ARMCI_Init");
  return 0;
}

int ARMCI_Init_args(int *argc, char ***argv) {
  begin("ARMCI_Init_args");
  return 0;
}

int ARMCI_Initialized(void) { return uses; }

/* Once for each ARMCI_Init. */
void ARMCI_Finalize(void) {
  if (uses == 0) __armci_uninitialized("ARMCI_Finalize");
  ARMCI_AllFence();
  if (--uses == 0) __armci_finalize("ARMCI_Finalize");
}

void ARMCI_Error(const char *msg, int code) { __armci_error(msg, code); }

/* There is nothing that outlives the job. */
void ARMCI_Cleanup(void) {}
