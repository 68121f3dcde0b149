/* OpenSHMEM's header by its older name. */
#include <shmem.h>
