/* gasnet_ratomic.h: remote atomic operations in the manner of GASNet-EX, beside GASNet-1's functions.
 *
 * A domain says the type and the operations it is for. Addresses are those of gasnet.h, in the segment of the rank. An event is
 * a gasnet_handle_t. Operations are atomic against all others, also those of UPC.
 */
#ifndef _GASNET_RATOMIC_H
#define _GASNET_RATOMIC_H

#include <gasnet.h>

typedef struct gasnet__domain *gex_AD_t;
typedef void *gex_TM_t;
typedef gasnet_node_t gex_Rank_t;
typedef gasnet_handle_t gex_Event_t;
typedef uint32_t gex_Flags_t;
typedef uint32_t gex_DT_t;
typedef uint32_t gex_OP_t;
typedef uint32_t gex_EC_t;

#define GEX_AD_INVALID ((gex_AD_t)0)
#define GEX_EVENT_INVALID ((gex_Event_t)0)

#define GEX_DT_I32 ((gex_DT_t)0)
#define GEX_DT_U32 ((gex_DT_t)1)
#define GEX_DT_I64 ((gex_DT_t)2)
#define GEX_DT_U64 ((gex_DT_t)3)
#define GEX_DT_FLT ((gex_DT_t)4)
#define GEX_DT_DBL ((gex_DT_t)5)

#define GEX_OP_SET (1u << 0)
#define GEX_OP_CAS (1u << 1)
#define GEX_OP_ADD (1u << 2)
#define GEX_OP_SUB (1u << 3)
#define GEX_OP_MULT (1u << 4)
#define GEX_OP_MIN (1u << 5)
#define GEX_OP_MAX (1u << 6)
#define GEX_OP_INC (1u << 7)
#define GEX_OP_DEC (1u << 8)
#define GEX_OP_AND (1u << 9)
#define GEX_OP_OR (1u << 10)
#define GEX_OP_XOR (1u << 11)
/* Those with a result. */
#define GEX_OP_GET (1u << 15)
#define GEX_OP_SWAP (1u << 16)
#define GEX_OP_FCAS (1u << 17)
#define GEX_OP_CSWAP GEX_OP_FCAS
#define GEX_OP_FADD (1u << 18)
#define GEX_OP_FSUB (1u << 19)
#define GEX_OP_FMULT (1u << 20)
#define GEX_OP_FMIN (1u << 21)
#define GEX_OP_FMAX (1u << 22)
#define GEX_OP_FINC (1u << 23)
#define GEX_OP_FDEC (1u << 24)
#define GEX_OP_FAND (1u << 25)
#define GEX_OP_FOR (1u << 26)
#define GEX_OP_FXOR (1u << 27)

/* Every operation is done here with as much order as ACQ and REL ask for. */
#define GEX_FLAG_AD_ACQ 1u
#define GEX_FLAG_AD_REL 2u
#define GEX_FLAG_AD_MY_RANK 4u
#define GEX_FLAG_AD_MY_NBRHD 8u

void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags);
void gex_AD_Destroy(gex_AD_t ad);
gex_DT_t gex_AD_QueryDT(gex_AD_t ad);
gex_OP_t gex_AD_QueryOps(gex_AD_t ad);

#define _GASNET_ATOMIC(name, type) \
  gex_Event_t gex_AD_OpNB_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode, \
      type operand1, type operand2, gex_Flags_t flags); \
  int gex_AD_OpNBI_##name(gex_AD_t ad, type *result_p, gex_Rank_t tgt_rank, void *tgt_addr, gex_OP_t opcode, \
      type operand1, type operand2, gex_Flags_t flags);
_GASNET_ATOMIC(I32, int32_t)
_GASNET_ATOMIC(U32, uint32_t)
_GASNET_ATOMIC(I64, int64_t)
_GASNET_ATOMIC(U64, uint64_t)
_GASNET_ATOMIC(FLT, float)
_GASNET_ATOMIC(DBL, double)
#undef _GASNET_ATOMIC

/* Waiting; operations without events are among the implicit puts. A test is 0 when all is done. */
#define gex_Event_Wait(event) gasnet_wait_syncnb(event)
#define gex_Event_Test(event) gasnet_try_syncnb(event)
#define GEX_EC_GET 1u
#define GEX_EC_PUT 2u
#define GEX_EC_RMW 4u
#define GEX_EC_ALL 7u
#define gex_NBI_Wait(mask, flags) \
  ((void)(((mask) & GEX_EC_GET) ? gasnet_wait_syncnbi_gets() : (void)0), \
   (void)(((mask) & (GEX_EC_PUT | GEX_EC_RMW)) ? gasnet_wait_syncnbi_puts() : (void)0))

#endif
