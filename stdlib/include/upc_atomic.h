/* UPC 1.3 library: atomic operations on objects of a domain. */
#ifndef _UPC_ATOMIC_H
#define _UPC_ATOMIC_H

#include <stddef.h>
#include <upc_types.h>

#define UPC_GET (1 << 9)
#define UPC_SET (1 << 10)
#define UPC_CSWAP (1 << 11)
#define UPC_SUB (1 << 12)
#define UPC_INC (1 << 13)
#define UPC_DEC (1 << 14)

typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2
/* Berkeley UPC's: most accesses are to threads that share memory with the caller, or come over the network. */
#define UPC_ATOMIC_HINT_FAVOR_NEAR (1 << 2)
#define UPC_ATOMIC_HINT_FAVOR_FAR (1 << 3)

/* Only pointers to it are used: they carry no phase. */
typedef shared [] struct __upc_atomicdomain upc_atomicdomain_t;

upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t type, upc_op_t ops, upc_atomichint_t hints);
void upc_all_atomicdomain_free(upc_atomicdomain_t *ptr);
void upc_atomic_strict(upc_atomicdomain_t *domain, void *restrict fetch_ptr, upc_op_t op,
                       shared void *restrict target, const void *restrict operand1, const void *restrict operand2);
void upc_atomic_relaxed(upc_atomicdomain_t *domain, void *restrict fetch_ptr, upc_op_t op,
                        shared void *restrict target, const void *restrict operand1, const void *restrict operand2);
int upc_atomic_isfast(upc_type_t type, upc_op_t ops, shared void *addr);

#endif
