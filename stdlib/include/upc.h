/*
 * UPC 1.3 7.2, with Berkeley UPC's extensions and the keywords' names before UPC 1.1.
 * Define UPC_NO_LEGACY_MACROS before the first inclusion to keep `barrier`, `fence` and the like for other use.
 */
#ifndef _UPC_H
#define _UPC_H

#include <stddef.h>
#include <stdlib.h>
#include <upc_types.h>

/* Only pointers to it are used: they carry no phase. */
typedef shared [] struct __upc_lock upc_lock_t;

void upc_global_exit(int status) __attribute__((__noreturn__));

shared void *upc_global_alloc(size_t nblocks, size_t nbytes);
shared void *upc_all_alloc(size_t nblocks, size_t nbytes);
shared void *upc_alloc(size_t nbytes);
shared void *upc_local_alloc(size_t nblocks, size_t nbytes); /* UPC 1.1 */
void upc_free(shared void *ptr);
void upc_all_free(shared void *ptr);

size_t upc_threadof(shared void *ptr);
size_t upc_phaseof(shared void *ptr);
shared void *upc_resetphase(shared void *ptr);
size_t upc_addrfield(shared void *ptr);
size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid);

upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *ptr);
void upc_all_lock_free(upc_lock_t *ptr);
void upc_lock(upc_lock_t *ptr);
int upc_lock_attempt(upc_lock_t *ptr);
void upc_unlock(upc_lock_t *ptr);

void upc_memcpy(shared void *restrict dst, shared const void *restrict src, size_t n);
void upc_memget(void *restrict dst, shared const void *restrict src, size_t n);
void upc_memput(shared void *restrict dst, const void *restrict src, size_t n);
void upc_memset(shared void *dst, int c, size_t n);

#ifndef UPC_NO_LEGACY_MACROS
#define barrier upc_barrier
#define barrier_notify upc_notify
#define barrier_wait upc_wait
#define fence upc_fence
#define forall upc_forall
#define upc_poll bupc_poll
#define upc_dump_shared bupc_dump_shared
#define UPC_DUMP_MIN_LENGTH BUPC_DUMP_MIN_LENGTH
#endif

#include <bupc_extensions.h>

#endif
