/* UPC 1.3: collective functions. All threads call them with the same arguments. */
#ifndef _UPC_COLLECTIVE_H
#define _UPC_COLLECTIVE_H

#include <stddef.h>
#include <upc_types.h>

/* Reductions by a function of the program that commutes, and by one that does not. */
#define UPC_FUNC (1 << 15)
#define UPC_NONCOMM_FUNC (1 << 15 | 1)

void upc_all_broadcast(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_scatter(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_gather(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_gather_all(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_exchange(shared void *restrict dst, shared const void *restrict src, size_t nbytes, upc_flag_t flags);
void upc_all_permute(shared void *restrict dst, shared const void *restrict src, shared const int *restrict perm,
                     size_t nbytes, upc_flag_t flags);

#define __UPC_REDUCTION(name, type) \
  void name(shared void *restrict dst, shared const void *restrict src, upc_op_t op, size_t nelems, \
            size_t blk_size, type (*func)(type, type), upc_flag_t flags)
#define __UPC_REDUCTIONS(T, type) \
  __UPC_REDUCTION(upc_all_reduce##T, type); \
  __UPC_REDUCTION(upc_all_prefix_reduce##T, type); \
  __UPC_REDUCTION(bupc_all_reduce_all##T, type) /* Berkeley: the result goes to all threads */

__UPC_REDUCTIONS(C, signed char);
__UPC_REDUCTIONS(UC, unsigned char);
__UPC_REDUCTIONS(S, signed short);
__UPC_REDUCTIONS(US, unsigned short);
__UPC_REDUCTIONS(I, signed int);
__UPC_REDUCTIONS(UI, unsigned int);
__UPC_REDUCTIONS(L, signed long);
__UPC_REDUCTIONS(UL, unsigned long);
__UPC_REDUCTIONS(F, float);
__UPC_REDUCTIONS(D, double);
__UPC_REDUCTIONS(LD, long double);

#undef __UPC_REDUCTIONS
#undef __UPC_REDUCTION

#endif
