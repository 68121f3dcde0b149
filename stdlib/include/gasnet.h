/*
 * GASNet-1 (specification 1.8): the core API and the extended API.
 *
 * The nodes are the threads of the job, each with one thread of its own, so GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR are
 * all the same. Handlers run while their node is in a call that polls or waits. The segments come from the shared heaps
 * (--shared-heap); with -g the rules for handlers, locks and segments are checked.
 */
#ifndef _GASNET_H
#define _GASNET_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(GASNET_SEQ) + defined(GASNET_PARSYNC) + defined(GASNET_PAR) > 1
#error "define one of GASNET_SEQ, GASNET_PARSYNC and GASNET_PAR"
#endif
#if !defined(GASNET_SEQ) && !defined(GASNET_PARSYNC) && !defined(GASNET_PAR)
#define GASNET_SEQ 1
#endif

#define GASNET_VERSION 1
#define GASNET_SPEC_VERSION_MAJOR 1
#define GASNET_SPEC_VERSION_MINOR 8
#define GASNET_SEGMENT_FAST 1
#define GASNET_ALIGNED_SEGMENTS 0
#define GASNET_PAGESIZE 4096
#define GASNET_MAXNODES 4096

#define GASNET_RELEASE_VERSION_MAJOR 1
#define GASNET_RELEASE_VERSION_MINOR 30
#define GASNET_RELEASE_VERSION_PATCH 0
/* The network is chosen when a program is linked, so there is one name for all. */
#define GASNET_CONDUIT_NAME PGASC
#define GASNET_CONDUIT_NAME_STR "PGASC"
#define GASNET_CORE_NAME PGASC
#define GASNET_CORE_NAME_STR "PGASC"
#define GASNET_CORE_VERSION 1
#define GASNET_CORE_VERSION_STR "1"
#define GASNET_EXTENDED_NAME PGASC
#define GASNET_EXTENDED_NAME_STR "PGASC"
#define GASNET_EXTENDED_VERSION 1
#define GASNET_EXTENDED_VERSION_STR "1"
#define GASNET_CONFIG_STRING \
  "RELEASE=1.30.0,SPEC=1.8,CONDUIT=PGASC(PGASC-1/PGASC-1),THREADMODEL=SEQ,SEGMENT=FAST,PTR=32bit,noalign,nopshm"

#define GASNET_OK 0
#define GASNET_ERR_NOT_INIT 10001
#define GASNET_ERR_RESOURCE 10002
#define GASNET_ERR_BAD_ARG 10003
#define GASNET_ERR_NOT_READY 10004
#define GASNET_ERR_BARRIER_MISMATCH 10005

typedef uint32_t gasnet_node_t;
typedef uint8_t gasnet_handler_t;
typedef int32_t gasnet_handlerarg_t;
typedef void *gasnet_token_t;
typedef uint64_t gasnet_register_value_t;
#define SIZEOF_GASNET_REGISTER_VALUE_T 8

typedef struct {
  gasnet_handler_t index; /* 0: any */
  void (*fnptr)();
} gasnet_handlerentry_t;

typedef struct {
  void *addr;
  uintptr_t size;
} gasnet_seginfo_t;

/* Nodes of the same host; of the same supernode if they may use each other's addresses. None here are. */
typedef struct {
  gasnet_node_t host;
  gasnet_node_t supernode;
} gasnet_nodeinfo_t;

typedef void *gasnet_threadinfo_t;

/* ---------------------------------------------------------------- the job */

const char *gasnet_ErrorName(int errval);
const char *gasnet_ErrorDesc(int errval);
int gasnet_init(int *argc, char ***argv);
int gasnet_attach(gasnet_handlerentry_t *table, int numentries, uintptr_t segsize, uintptr_t minheapoffset);
uintptr_t gasnet_getMaxLocalSegmentSize(void);
uintptr_t gasnet_getMaxGlobalSegmentSize(void);
void gasnet_exit(int exitcode) __attribute__((__noreturn__));
gasnet_node_t gasnet_mynode(void);
gasnet_node_t gasnet_nodes(void);
int gasnet_getSegmentInfo(gasnet_seginfo_t *seginfo_table, int numentries);
int gasnet_getNodeInfo(gasnet_nodeinfo_t *nodeinfo_table, int numentries);
char *gasnet_getenv(const char *name);

#define GASNET_WAIT_SPIN 0
#define GASNET_WAIT_BLOCK 1
#define GASNET_WAIT_SPINBLOCK 2
int gasnet_set_waitmode(int wait_mode);

#define GASNET_BEGIN_FUNCTION()
#define GASNET_GET_THREADINFO() 0
#define GASNET_POST_THREADINFO(info)

/* ---------------------------------------------------------------- active messages */

size_t gasnet_AMMaxArgs(void);
size_t gasnet_AMMaxMedium(void);
size_t gasnet_AMMaxLongRequest(void);
size_t gasnet_AMMaxLongReply(void);
int gasnet_AMPoll(void);
int gasnet_AMGetMsgSource(gasnet_token_t token, gasnet_node_t *srcindex);

/* Serves messages until the condition holds, which handlers are to bring about. */
int gasnet__turn(int turn);
#define GASNET_BLOCKUNTIL(cond) \
  do { \
    for (int gasnet__turns = 0; !(cond);) gasnet__turns = gasnet__turn(gasnet__turns); \
  } while (0)

/* gasnet_AMRequestShort0 (dest, handler) ... gasnet_AMRequestShort16 (dest, handler, arg0, ... arg15), and so on. */
#define _GASNET_A gasnet_handlerarg_t
#define _GASNET_FORMS(declare, name, ...) \
  declare(name, 0, (__VA_ARGS__)) \
  declare(name, 1, (__VA_ARGS__, _GASNET_A)) \
  declare(name, 2, (__VA_ARGS__, _GASNET_A, _GASNET_A)) \
  declare(name, 3, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 4, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 5, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 6, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 7, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 8, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 9, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 10, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 11, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 12, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 13, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 14, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 15, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A)) \
  declare(name, 16, (__VA_ARGS__, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A, _GASNET_A))
#define _GASNET_DECLARE(name, count, parameters) int name##count parameters;

_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMRequestShort, gasnet_node_t dest, gasnet_handler_t handler)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMRequestMedium, gasnet_node_t dest, gasnet_handler_t handler,
              const void *source_addr, size_t nbytes)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMRequestLong, gasnet_node_t dest, gasnet_handler_t handler,
              const void *source_addr, size_t nbytes, void *dest_addr)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMRequestLongAsync, gasnet_node_t dest, gasnet_handler_t handler,
              const void *source_addr, size_t nbytes, void *dest_addr)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMReplyShort, gasnet_token_t token, gasnet_handler_t handler)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMReplyMedium, gasnet_token_t token, gasnet_handler_t handler,
              const void *source_addr, size_t nbytes)
_GASNET_FORMS(_GASNET_DECLARE, gasnet_AMReplyLong, gasnet_token_t token, gasnet_handler_t handler,
              const void *source_addr, size_t nbytes, void *dest_addr)
#undef _GASNET_DECLARE
#undef _GASNET_FORMS
#undef _GASNET_A

/* The same with as many arguments as are given: gasnet_AMRequestShortM(dest, handler, a, b) is gasnet_AMRequestShort2. */
#define _GASNET_COUNT(...) _GASNET_17TH(0, ##__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define _GASNET_17TH(_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define _GASNET_JOIN(name, count) _GASNET_JOINED(name, count)
#define _GASNET_JOINED(name, count) name##count
#define gasnet_AMRequestShortM(dest, handler, ...) \
  _GASNET_JOIN(gasnet_AMRequestShort, _GASNET_COUNT(__VA_ARGS__))(dest, handler, ##__VA_ARGS__)
#define gasnet_AMRequestMediumM(dest, handler, source_addr, nbytes, ...) \
  _GASNET_JOIN(gasnet_AMRequestMedium, _GASNET_COUNT(__VA_ARGS__))(dest, handler, source_addr, nbytes, ##__VA_ARGS__)
#define gasnet_AMRequestLongM(dest, handler, source_addr, nbytes, dest_addr, ...) \
  _GASNET_JOIN(gasnet_AMRequestLong, _GASNET_COUNT(__VA_ARGS__))(dest, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)
#define gasnet_AMRequestLongAsyncM(dest, handler, source_addr, nbytes, dest_addr, ...) \
  _GASNET_JOIN(gasnet_AMRequestLongAsync, _GASNET_COUNT(__VA_ARGS__))(dest, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)
#define gasnet_AMReplyShortM(token, handler, ...) \
  _GASNET_JOIN(gasnet_AMReplyShort, _GASNET_COUNT(__VA_ARGS__))(token, handler, ##__VA_ARGS__)
#define gasnet_AMReplyMediumM(token, handler, source_addr, nbytes, ...) \
  _GASNET_JOIN(gasnet_AMReplyMedium, _GASNET_COUNT(__VA_ARGS__))(token, handler, source_addr, nbytes, ##__VA_ARGS__)
#define gasnet_AMReplyLongM(token, handler, source_addr, nbytes, dest_addr, ...) \
  _GASNET_JOIN(gasnet_AMReplyLong, _GASNET_COUNT(__VA_ARGS__))(token, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)

/* The same with their number before the arguments, as a literal: gasnet_AMRequestShort(dest, handler, 2, a, b). */
#define gasnet_AMRequestShort(dest, handler, count, ...) \
  _GASNET_JOIN(gasnet_AMRequestShort, count)(dest, handler, ##__VA_ARGS__)
#define gasnet_AMRequestMedium(dest, handler, source_addr, nbytes, count, ...) \
  _GASNET_JOIN(gasnet_AMRequestMedium, count)(dest, handler, source_addr, nbytes, ##__VA_ARGS__)
#define gasnet_AMRequestLong(dest, handler, source_addr, nbytes, dest_addr, count, ...) \
  _GASNET_JOIN(gasnet_AMRequestLong, count)(dest, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)
#define gasnet_AMRequestLongAsync(dest, handler, source_addr, nbytes, dest_addr, count, ...) \
  _GASNET_JOIN(gasnet_AMRequestLongAsync, count)(dest, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)
#define gasnet_AMReplyShort(token, handler, count, ...) \
  _GASNET_JOIN(gasnet_AMReplyShort, count)(token, handler, ##__VA_ARGS__)
#define gasnet_AMReplyMedium(token, handler, source_addr, nbytes, count, ...) \
  _GASNET_JOIN(gasnet_AMReplyMedium, count)(token, handler, source_addr, nbytes, ##__VA_ARGS__)
#define gasnet_AMReplyLong(token, handler, source_addr, nbytes, dest_addr, count, ...) \
  _GASNET_JOIN(gasnet_AMReplyLong, count)(token, handler, source_addr, nbytes, dest_addr, ##__VA_ARGS__)

/* ---------------------------------------------------------------- atomicity */

typedef struct {
  int gasnet__state;
} gasnet_hsl_t;
#define GASNET_HSL_INITIALIZER {0x48534c30}

void gasnet_hold_interrupts(void);
void gasnet_resume_interrupts(void);
void gasnet_hsl_init(gasnet_hsl_t *hsl);
void gasnet_hsl_destroy(gasnet_hsl_t *hsl);
void gasnet_hsl_lock(gasnet_hsl_t *hsl);
int gasnet_hsl_trylock(gasnet_hsl_t *hsl);
void gasnet_hsl_unlock(gasnet_hsl_t *hsl);

/* ---------------------------------------------------------------- puts and gets */

typedef struct gasnet__operation *gasnet_handle_t;
typedef struct gasnet__value *gasnet_valget_handle_t;
#define GASNET_INVALID_HANDLE ((gasnet_handle_t)0)

void gasnet_get(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_get_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_memset(gasnet_node_t node, void *dest, int val, size_t nbytes);

gasnet_handle_t gasnet_get_nb(void *dest, gasnet_node_t node, void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb(gasnet_node_t node, void *dest, void *src, size_t nbytes);
gasnet_handle_t gasnet_get_nb_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
gasnet_handle_t gasnet_put_nb_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
gasnet_handle_t gasnet_memset_nb(gasnet_node_t node, void *dest, int val, size_t nbytes);
void gasnet_wait_syncnb(gasnet_handle_t handle);
int gasnet_try_syncnb(gasnet_handle_t handle);
void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t numhandles);
int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t numhandles);
void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t numhandles);
int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t numhandles);

void gasnet_get_nbi(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_nbi(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_get_nbi_bulk(void *dest, gasnet_node_t node, void *src, size_t nbytes);
void gasnet_put_nbi_bulk(gasnet_node_t node, void *dest, void *src, size_t nbytes);
void gasnet_memset_nbi(gasnet_node_t node, void *dest, int val, size_t nbytes);
void gasnet_wait_syncnbi_gets(void);
void gasnet_wait_syncnbi_puts(void);
void gasnet_wait_syncnbi_all(void);
int gasnet_try_syncnbi_gets(void);
int gasnet_try_syncnbi_puts(void);
int gasnet_try_syncnbi_all(void);
void gasnet_begin_nbi_accessregion(void);
gasnet_handle_t gasnet_end_nbi_accessregion(void);

void gasnet_put_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_handle_t gasnet_put_nb_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
void gasnet_put_nbi_val(gasnet_node_t node, void *dest, gasnet_register_value_t value, size_t nbytes);
gasnet_register_value_t gasnet_get_val(gasnet_node_t node, void *src, size_t nbytes);
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, void *src, size_t nbytes);
gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle);

/* ---------------------------------------------------------------- barrier */

#define GASNET_BARRIERFLAG_ANONYMOUS 1
#define GASNET_BARRIERFLAG_MISMATCH 2
#define GASNET_BARRIERFLAG_IMAGES 4
#define GASNET_BARRIERFLAG_UNNAMED (8 | GASNET_BARRIERFLAG_ANONYMOUS) /* anonymous at every node */
void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);
int gasnet_barrier(int id, int flags);
/* Whether the last barrier was anonymous at every node; if not, what it was named. */
int gasnet_barrier_result(int *id);

#include <gasnet_coll.h>

#endif
