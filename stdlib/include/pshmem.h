/*
 * The profiling interface of OpenSHMEM 1.5 (section 10): each function under a second name, pshmem_NAME. A program or a tool may define the first one
 * itself and call the second.
 */
#ifndef _PSHMEM_H
#define _PSHMEM_H

#include <shmem.h>

#undef _SHMEM
#define _SHMEM(NAME) pshmem_##NAME
#include <shmem-functions.h>

#endif
