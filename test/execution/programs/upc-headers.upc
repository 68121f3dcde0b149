// static: 2
/* Every name of UPC 1.3's headers: feature macros, constants fit for #if, types, functions with their types. */
#if __UPC__ != 1 || __UPC_VERSION__ != 201311L
#error language
#endif
#if __UPC_COLLECTIVE__ != 1 || __UPC_TICK__ != 1 || __UPC_ATOMIC__ != 1 || __UPC_CASTABLE__ != 1 || __UPC_IO__ != 1 || __UPC_NB__ != 1
#error feature macros
#endif
#if defined __UPC_STATIC_THREADS__ == defined __UPC_DYNAMIC_THREADS__
#error one environment
#endif
/* each header alone is enough, and brings upc_types.h where the specification says so */
#include <upc_atomic.h>
#if (UPC_ADD | UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX) >= 65536
#error upc_op_t
#endif
#if UPC_ADD & (UPC_MULT | UPC_AND | UPC_OR | UPC_XOR | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX | UPC_GET | UPC_SET | UPC_CSWAP | UPC_SUB | UPC_INC | UPC_DEC)
#error UPC_ADD
#endif
#if (UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC | UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC) != 63
#error upc_flag_t
#endif
#if UPC_ATOMIC_HINT_DEFAULT != 0 || UPC_ATOMIC_HINT_LATENCY == UPC_ATOMIC_HINT_THROUGHPUT || UPC_ATOMIC_HINT_FAVOR_NEAR == UPC_ATOMIC_HINT_FAVOR_FAR
#error upc_atomichint_t
#endif
#include <upc_castable.h>
#include <upc_collective.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <upc_strict.h>
#include <upc_relaxed.h>
#include <upc.h>
#include <stdint.h>
#include <string.h>
#include "check.h"

#define DECLARED(type, name, arguments) do { type (*p) arguments = name; CHECK(p != 0); count++; } while (0)
typedef struct upc_hint const *hints;
typedef struct upc_local_memvec const *locals;
typedef struct upc_shared_memvec const *shareds;
typedef struct upc_filevec const *regions;
static int count;

static void core(void) {
  DECLARED(void, upc_global_exit, (int));
  DECLARED(shared void *, upc_global_alloc, (size_t, size_t));
  DECLARED(shared void *, upc_all_alloc, (size_t, size_t));
  DECLARED(shared void *, upc_alloc, (size_t));
  DECLARED(void, upc_free, (shared void *));
  DECLARED(void, upc_all_free, (shared void *));
  DECLARED(size_t, upc_threadof, (shared void *));
  DECLARED(size_t, upc_phaseof, (shared void *));
  DECLARED(shared void *, upc_resetphase, (shared void *));
  DECLARED(size_t, upc_addrfield, (shared void *));
  DECLARED(size_t, upc_affinitysize, (size_t, size_t, size_t));
  DECLARED(upc_lock_t *, upc_global_lock_alloc, (void));
  DECLARED(upc_lock_t *, upc_all_lock_alloc, (void));
  DECLARED(void, upc_lock_free, (upc_lock_t *));
  DECLARED(void, upc_all_lock_free, (upc_lock_t *));
  DECLARED(void, upc_lock, (upc_lock_t *));
  DECLARED(int, upc_lock_attempt, (upc_lock_t *));
  DECLARED(void, upc_unlock, (upc_lock_t *));
  DECLARED(void, upc_memcpy, (shared void *, shared const void *, size_t));
  DECLARED(void, upc_memget, (void *, shared const void *, size_t));
  DECLARED(void, upc_memput, (shared void *, const void *, size_t));
  DECLARED(void, upc_memset, (shared void *, int, size_t));
  CHECK(count == 22);
}

static void optional(void) {
  DECLARED(upc_tick_t, upc_ticks_now, (void));
  DECLARED(uint64_t, upc_ticks_to_ns, (upc_tick_t));
  CHECK((upc_tick_t)-1 > 0 && UPC_TICK_MIN == 0 && UPC_TICK_MAX == (upc_tick_t)-1);
  DECLARED(upc_atomicdomain_t *, upc_all_atomicdomain_alloc, (upc_type_t, upc_op_t, upc_atomichint_t));
  DECLARED(void, upc_all_atomicdomain_free, (upc_atomicdomain_t *));
  DECLARED(void, upc_atomic_strict, (upc_atomicdomain_t *, void *, upc_op_t, shared void *, const void *, const void *));
  DECLARED(void, upc_atomic_relaxed, (upc_atomicdomain_t *, void *, upc_op_t, shared void *, const void *, const void *));
  DECLARED(int, upc_atomic_isfast, (upc_type_t, upc_op_t, shared void *));
  DECLARED(void *, upc_cast, (const shared void *));
  DECLARED(upc_thread_info_t, upc_thread_info, (size_t));
  DECLARED(upc_handle_t, upc_memcpy_nb, (shared void *, shared const void *, size_t));
  DECLARED(upc_handle_t, upc_memget_nb, (void *, shared const void *, size_t));
  DECLARED(upc_handle_t, upc_memput_nb, (shared void *, const void *, size_t));
  DECLARED(upc_handle_t, upc_memset_nb, (shared void *, int, size_t));
  DECLARED(void, upc_memcpy_nbi, (shared void *, shared const void *, size_t));
  DECLARED(void, upc_memget_nbi, (void *, shared const void *, size_t));
  DECLARED(void, upc_memput_nbi, (shared void *, const void *, size_t));
  DECLARED(void, upc_memset_nbi, (shared void *, int, size_t));
  DECLARED(void, upc_sync, (upc_handle_t));
  DECLARED(int, upc_sync_attempt, (upc_handle_t));
  DECLARED(void, upc_synci, (void));
  DECLARED(int, upc_synci_attempt, (void));
  upc_handle_t complete = UPC_COMPLETE_HANDLE, zero;
  memset(&zero, 0, sizeof zero);
  CHECK(memcmp(&complete, &zero, sizeof zero) == 0);
  CHECK(upc_sync_attempt(complete) != 0 && upc_synci_attempt() != 0);
  upc_sync(complete);
  upc_synci();
  CHECK(count == 43);
}

static void files(void) {
  CHECK(sizeof(upc_off_t) == 8 && (upc_off_t)-1 < 0);
  DECLARED(upc_file_t *, upc_all_fopen, (const char *, int, size_t, hints));
  DECLARED(int, upc_all_fclose, (upc_file_t *));
  DECLARED(int, upc_all_fsync, (upc_file_t *));
  DECLARED(upc_off_t, upc_all_fseek, (upc_file_t *, upc_off_t, int));
  DECLARED(int, upc_all_fset_size, (upc_file_t *, upc_off_t));
  DECLARED(upc_off_t, upc_all_fget_size, (upc_file_t *));
  DECLARED(int, upc_all_fpreallocate, (upc_file_t *, upc_off_t));
  DECLARED(int, upc_all_fcntl, (upc_file_t *, int, void *));
#define MOVING(type, read, suffix) \
  DECLARED(type, upc_all_##read##_local##suffix, (upc_file_t *, void *, size_t, size_t, upc_flag_t)); \
  DECLARED(type, upc_all_##read##_shared##suffix, (upc_file_t *, shared void *, size_t, size_t, size_t, upc_flag_t)); \
  DECLARED(type, upc_all_##read##_list_local##suffix, (upc_file_t *, size_t, locals, size_t, regions, upc_flag_t)); \
  DECLARED(type, upc_all_##read##_list_shared##suffix, (upc_file_t *, size_t, shareds, size_t, regions, upc_flag_t))
  MOVING(upc_off_t, fread, );
  MOVING(upc_off_t, fwrite, );
  MOVING(void, fread, _async);
  MOVING(void, fwrite, _async);
  DECLARED(upc_off_t, upc_all_fwait_async, (upc_file_t *));
  DECLARED(upc_off_t, upc_all_ftest_async, (upc_file_t *, int *));
  CHECK(count == 69);
}

int main(void) {
  core();
  optional();
  files();
  upc_type_t types[] = {UPC_CHAR, UPC_UCHAR, UPC_SHORT, UPC_USHORT, UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG, UPC_LLONG,
                        UPC_ULLONG, UPC_INT8, UPC_UINT8, UPC_INT16, UPC_UINT16, UPC_INT32, UPC_UINT32, UPC_INT64,
                        UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_LDOUBLE, UPC_PTS};
  for (int i = 0; i < 22; i++) {
    CHECK(types[i] > 0 && types[i] < 65536);
    for (int j = 0; j < i; j++) CHECK(types[i] != types[j]);
  }
  return bad != 0;
}
