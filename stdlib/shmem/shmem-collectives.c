/*
 * Collective functions of teams and, before 1.5, of active sets (OpenSHMEM 1.5, 9.9). The runtime has a function for each; what a
 * team or an active set is to it is a number.
 */
#include "teams.h"

/* The number of an active set, whose pSync is looked at. */
int __shmem_active_set(const char *name, int start, int log_stride, int size, const long *sync);

void __shmem_broadcast(const char *name, int team, void *dest, const void *source, size_t bytes, int root, int with_root);
void __shmem_collect(const char *name, int team, void *dest, const void *source, size_t bytes);
void __shmem_fcollect(const char *name, int team, void *dest, const void *source, size_t bytes);
void __shmem_alltoall(const char *name, int team, void *dest, const void *source, size_t bytes);
void __shmem_alltoalls(const char *name, int team, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, size_t size);
void __shmem_reduce(const char *name, int team, int operation, int type, void *dest, const void *source, size_t nelems, size_t size);

void __shmem_scan(const char *name, int team, int type, void *dest, const void *source, size_t nelems, size_t size, int is_exclusive);

/* Numbers of operations, and of types as in runtime/collectives/kernels.ts, complex ones behind. */
enum { SUM, PROD, AND, OR, XOR, MIN, MAX };
enum { F32 = 8, F64 = 9, C32 = 11, C64 = 12 };
#define INTEGER(TYPE) ((sizeof(TYPE) == 1 ? 0 : sizeof(TYPE) == 2 ? 2 : sizeof(TYPE) == 4 ? 4 : 6) + ((TYPE)-1 > 0))
#define NUMBER(TYPE) ((TYPE)0.5 != 0 ? (sizeof(TYPE) == 8 ? F64 : F32) : INTEGER(TYPE))

/* ---------------------------------------------------------------- of teams */

/* Functions on elements of SIZE bytes; NAME and END are the parts of their names. */
#define MOVING(POINTED, SIZE, NAME, END) \
  int shmem_##NAME##broadcast##END(shmem_team_t team, POINTED *dest, const POINTED *source, size_t nelems, int PE_root) { \
    static const char name[] = "shmem_" #NAME "broadcast" #END; \
    __shmem_broadcast(name, __shmem_team_number(name, team), dest, source, bytes_of(nelems, SIZE), PE_root, 1); \
    return 0; \
  } \
  int shmem_##NAME##collect##END(shmem_team_t team, POINTED *dest, const POINTED *source, size_t nelems) { \
    static const char name[] = "shmem_" #NAME "collect" #END; \
    __shmem_collect(name, __shmem_team_number(name, team), dest, source, bytes_of(nelems, SIZE)); \
    return 0; \
  } \
  int shmem_##NAME##fcollect##END(shmem_team_t team, POINTED *dest, const POINTED *source, size_t nelems) { \
    static const char name[] = "shmem_" #NAME "fcollect" #END; \
    __shmem_fcollect(name, __shmem_team_number(name, team), dest, source, bytes_of(nelems, SIZE)); \
    return 0; \
  } \
  int shmem_##NAME##alltoall##END(shmem_team_t team, POINTED *dest, const POINTED *source, size_t nelems) { \
    static const char name[] = "shmem_" #NAME "alltoall" #END; \
    __shmem_alltoall(name, __shmem_team_number(name, team), dest, source, bytes_of(nelems, SIZE)); \
    return 0; \
  } \
  int shmem_##NAME##alltoalls##END(shmem_team_t team, POINTED *dest, const POINTED *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems) { \
    static const char name[] = "shmem_" #NAME "alltoalls" #END; \
    __shmem_alltoalls(name, __shmem_team_number(name, team), dest, source, dst, sst, nelems, SIZE); \
    return 0; \
  }
#define TYPED(TYPE, NAME) MOVING(TYPE, sizeof(TYPE), NAME##_, )
_SHMEM_RMA_TYPES(TYPED)
MOVING(void, 1, , mem)

#define REDUCING(TYPE, NAME, KIND, OP, NUMBER) \
  int shmem_##NAME##_##OP##_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce) { \
    static const char name[] = "shmem_" #NAME "_" #OP "_reduce"; \
    __shmem_reduce(name, __shmem_team_number(name, team), NUMBER, KIND, dest, source, nreduce, sizeof(TYPE)); \
    return 0; \
  }
#define ARITHMETIC(TYPE, NAME) \
  REDUCING(TYPE, NAME, NUMBER(TYPE), sum, SUM) REDUCING(TYPE, NAME, NUMBER(TYPE), prod, PROD) \
  REDUCING(TYPE, NAME, NUMBER(TYPE), min, MIN) REDUCING(TYPE, NAME, NUMBER(TYPE), max, MAX)
_SHMEM_RMA_TYPES(ARITHMETIC)
#define BITWISE(TYPE, NAME) \
  REDUCING(TYPE, NAME, INTEGER(TYPE), and, AND) REDUCING(TYPE, NAME, INTEGER(TYPE), or, OR) REDUCING(TYPE, NAME, INTEGER(TYPE), xor, XOR)
_SHMEM_BITWISE_REDUCE_TYPES(BITWISE)
#define COMPLEX(TYPE, NAME, KIND) REDUCING(TYPE, NAME, KIND, sum, SUM) REDUCING(TYPE, NAME, KIND, prod, PROD)
COMPLEX(float _Complex, complexf, C32)
COMPLEX(double _Complex, complexd, C64)

/* Sums of the PEs up to this one, or before it (OpenSHMEM 1.6). */
#define SCANNING(TYPE, NAME, FORM, IS_EXCLUSIVE) \
  int shmem_##NAME##_sum_##FORM(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) { \
    static const char name[] = "shmem_" #NAME "_sum_" #FORM; \
    __shmem_scan(name, __shmem_team_number(name, team), NUMBER(TYPE), dest, source, nelems, sizeof(TYPE), IS_EXCLUSIVE); \
    return 0; \
  }
#define SCANS(TYPE, NAME) SCANNING(TYPE, NAME, inscan, 0) SCANNING(TYPE, NAME, exscan, 1)
_SHMEM_RMA_TYPES(SCANS)

/* ---------------------------------------------------------------- of active sets */

#define SET __shmem_active_set(name, PE_start, logPE_stride, PE_size, pSync)

#define OLD_MOVING(BITS) \
  void shmem_broadcast##BITS(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, long *pSync) { \
    static const char name[] = "shmem_broadcast" #BITS; \
    __shmem_broadcast(name, SET, dest, source, bytes_of(nelems, BITS / 8), PE_root, 0); \
  } \
  void shmem_collect##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync) { \
    static const char name[] = "shmem_collect" #BITS; \
    __shmem_collect(name, SET, dest, source, bytes_of(nelems, BITS / 8)); \
  } \
  void shmem_fcollect##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync) { \
    static const char name[] = "shmem_fcollect" #BITS; \
    __shmem_fcollect(name, SET, dest, source, bytes_of(nelems, BITS / 8)); \
  } \
  void shmem_alltoall##BITS(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync) { \
    static const char name[] = "shmem_alltoall" #BITS; \
    __shmem_alltoall(name, SET, dest, source, bytes_of(nelems, BITS / 8)); \
  } \
  void shmem_alltoalls##BITS(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync) { \
    static const char name[] = "shmem_alltoalls" #BITS; \
    __shmem_alltoalls(name, SET, dest, source, dst, sst, nelems, BITS / 8); \
  }
OLD_MOVING(32)
OLD_MOVING(64)

#define OLD_REDUCING(TYPE, NAME, KIND, OP, NUMBER) \
  void shmem_##NAME##_##OP##_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync) { \
    static const char name[] = "shmem_" #NAME "_" #OP "_to_all"; \
    __shmem_reduce(name, SET, NUMBER, KIND, dest, source, nreduce < 0 ? 0 : nreduce, sizeof(TYPE)); \
  }
#define OLD_ARITHMETIC(TYPE, NAME) \
  OLD_REDUCING(TYPE, NAME, NUMBER(TYPE), sum, SUM) OLD_REDUCING(TYPE, NAME, NUMBER(TYPE), prod, PROD) \
  OLD_REDUCING(TYPE, NAME, NUMBER(TYPE), min, MIN) OLD_REDUCING(TYPE, NAME, NUMBER(TYPE), max, MAX)
_SHMEM_TO_ALL_TYPES(OLD_ARITHMETIC)
#define OLD_BITWISE(TYPE, NAME) \
  OLD_REDUCING(TYPE, NAME, INTEGER(TYPE), and, AND) OLD_REDUCING(TYPE, NAME, INTEGER(TYPE), or, OR) OLD_REDUCING(TYPE, NAME, INTEGER(TYPE), xor, XOR)
_SHMEM_BITWISE_TO_ALL_TYPES(OLD_BITWISE)
#define OLD_COMPLEX(TYPE, NAME, KIND) OLD_REDUCING(TYPE, NAME, KIND, sum, SUM) OLD_REDUCING(TYPE, NAME, KIND, prod, PROD)
OLD_COMPLEX(float _Complex, complexf, C32)
OLD_COMPLEX(double _Complex, complexd, C64)

/* A barrier also completes what its PEs have begun. */
void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync) {
  static const char name[] = "shmem_barrier";
  int set = SET;
  shmem_quiet();
  __shmem_team_sync(name, set);
}

void (shmem_sync)(int PE_start, int logPE_stride, int PE_size, long *pSync) {
  static const char name[] = "shmem_sync";
  __shmem_team_sync(name, SET);
}
