/*
 * MA: memory of a process as a stack and a heap that share one segment. Functions give MA_TRUE, or MA_FALSE and a message.
 *
 * A block has a handle; its elements are at a pointer, or from an index on in the base array of their type.
 */
#ifndef _MACDECLS_H
#define _MACDECLS_H

#include <macommon.h>
#include <typesf2c.h>

typedef Integer Boolean;
typedef char *Pointer;
typedef long MA_AccessIndex;

typedef long double MA_LongDouble;
typedef struct {
  float dummy[2];
} MA_SingleComplex;
typedef struct {
  double dummy[2];
} MA_DoubleComplex;
typedef struct {
  double dummy[4];
} MA_LongDoubleComplex;

#define MT_CHAR MT_C_CHAR
#define MT_INT MT_C_INT
#define MT_LONGINT MT_C_LONGINT
#define MT_LONGLONG MT_C_LONGLONG
#define MT_REAL MT_C_FLOAT
#define MT_DBL MT_C_DBL
#define MT_LDBL MT_C_LDBL
#define MT_SCPL MT_C_SCPL
#define MT_DCPL MT_C_DCPL
#define MT_LDCPL MT_C_LDCPL
#define MT_C_FIRST MT_CHAR
#define MT_C_LAST MT_LDCPL

/* ---------------------------------------------------------------- the segment */

Boolean MA_init(Integer datatype, Integer nominal_stack, Integer nominal_heap);
Boolean MA_initialized(void);
Integer MA_sizeof(Integer datatype1, Integer nelem1, Integer datatype2);
Integer MA_sizeof_overhead(Integer datatype);
Boolean MA_set_numalign(Integer value);
Boolean MA_get_numalign(Integer *value);

/* How many elements there is room for: at all, in the heap, on the stack; without or with regard to the border between these. */
Integer MA_inquire_avail(Integer datatype);
Integer MA_inquire_heap(Integer datatype);
Integer MA_inquire_heap_check_stack(Integer datatype);
Integer MA_inquire_heap_no_partition(Integer datatype);
Integer MA_inquire_stack(Integer datatype);
Integer MA_inquire_stack_check_heap(Integer datatype);
Integer MA_inquire_stack_no_partition(Integer datatype);

/* ---------------------------------------------------------------- blocks */

Boolean MA_allocate_heap(Integer datatype, Integer nelem, const char *name, Integer *memhandle);
Boolean MA_alloc_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle, MA_AccessIndex *index);
Boolean MA_free_heap(Integer memhandle);
Boolean MA_free_heap_piece(Integer memhandle, Integer nelem);
Boolean MA_push_stack(Integer datatype, Integer nelem, const char *name, Integer *memhandle);
Boolean MA_push_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle, MA_AccessIndex *index);
Boolean MA_pop_stack(Integer memhandle);
Boolean MA_chop_stack(Integer memhandle);

Boolean MA_get_pointer(Integer memhandle, void *pointer);
Boolean MA_get_index(Integer memhandle, MA_AccessIndex *index);
Pointer MA_get_mbase(Integer datatype);
Boolean MA_init_memhandle_iterator(Integer *ithandle);
Boolean MA_get_next_memhandle(Integer *ithandle, Integer *memhandle);

extern char ma_cb_char[];
extern int ma_cb_int[];
extern long ma_cb_long[];
extern long long ma_cb_longlong[];
extern float ma_cb_float[];
extern double ma_cb_dbl[];
extern MA_LongDouble ma_cb_ldbl[];
extern MA_SingleComplex ma_cb_scpl[];
extern MA_DoubleComplex ma_cb_dcpl[];
extern MA_LongDoubleComplex ma_cb_ldcpl[];

/* ---------------------------------------------------------------- errors, reports */

Boolean MA_set_auto_verify(Boolean value);
Boolean MA_set_error_print(Boolean value);
Boolean MA_set_hard_fail(Boolean value);
void MA_set_error_callback(void (*func)());
void ma_set_error_callback();
Boolean MA_verify_allocator_stuff(void);
void MA_summarize_allocated_blocks(void);
void MA_print_stats(Boolean printroutines);
void MA_trace(Boolean value);

#endif
