/* What functions on teams share: whether a handle is one, and its number, by which the runtime knows it. */
#include "job.h"

static inline int is_team(shmem_team_t team) { return team && team->__mark == TEAM_MARK; }
/* Ends the job if the handle is no team's. */
int __shmem_team_number(const char *name, shmem_team_t team);
void __shmem_team_sync(const char *name, int team);
