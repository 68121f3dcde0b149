/* gasnet_vis.h: transfers of pieces that lie apart (GASNet's vector, indexed and strided functions).
 *
 * The bytes of the source's pieces, in order, go to those of the destination, in order; both sides have as many. The side of
 * the node lies in its segment. Strides are in bytes; count[0] is the bytes of a row, count[i + 1] the number of rows or
 * planes whose starts lie strides[i] apart. Sources stay as they are until the operation is done.
 */
#ifndef _GASNET_VIS_H
#define _GASNET_VIS_H

#include <gasnet.h>

typedef struct {
  void *addr;
  size_t len;
} gasnet_memvec_t;

#define _GASNET_PUTV(result, name) \
  result name(gasnet_node_t dstnode, size_t dstcount, gasnet_memvec_t const dstlist[], size_t srccount, \
      gasnet_memvec_t const srclist[]);
#define _GASNET_GETV(result, name) \
  result name(size_t dstcount, gasnet_memvec_t const dstlist[], gasnet_node_t srcnode, size_t srccount, \
      gasnet_memvec_t const srclist[]);
#define _GASNET_PUTI(result, name) \
  result name(gasnet_node_t dstnode, size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, \
      void *const srclist[], size_t srclen);
#define _GASNET_GETI(result, name) \
  result name(size_t dstcount, void *const dstlist[], size_t dstlen, gasnet_node_t srcnode, size_t srccount, \
      void *const srclist[], size_t srclen);
#define _GASNET_PUTS(result, name) \
  result name(gasnet_node_t dstnode, void *dstaddr, const size_t dststrides[], void *srcaddr, \
      const size_t srcstrides[], const size_t count[], size_t stridelevels);
#define _GASNET_GETS(result, name) \
  result name(void *dstaddr, const size_t dststrides[], gasnet_node_t srcnode, void *srcaddr, \
      const size_t srcstrides[], const size_t count[], size_t stridelevels);

_GASNET_PUTV(void, gasnet_putv_bulk)
_GASNET_PUTV(gasnet_handle_t, gasnet_putv_nb_bulk)
_GASNET_PUTV(void, gasnet_putv_nbi_bulk)
_GASNET_GETV(void, gasnet_getv_bulk)
_GASNET_GETV(gasnet_handle_t, gasnet_getv_nb_bulk)
_GASNET_GETV(void, gasnet_getv_nbi_bulk)
_GASNET_PUTI(void, gasnet_puti_bulk)
_GASNET_PUTI(gasnet_handle_t, gasnet_puti_nb_bulk)
_GASNET_PUTI(void, gasnet_puti_nbi_bulk)
_GASNET_GETI(void, gasnet_geti_bulk)
_GASNET_GETI(gasnet_handle_t, gasnet_geti_nb_bulk)
_GASNET_GETI(void, gasnet_geti_nbi_bulk)
_GASNET_PUTS(void, gasnet_puts_bulk)
_GASNET_PUTS(gasnet_handle_t, gasnet_puts_nb_bulk)
_GASNET_PUTS(void, gasnet_puts_nbi_bulk)
_GASNET_GETS(void, gasnet_gets_bulk)
_GASNET_GETS(gasnet_handle_t, gasnet_gets_nb_bulk)
_GASNET_GETS(void, gasnet_gets_nbi_bulk)

#undef _GASNET_PUTV
#undef _GASNET_GETV
#undef _GASNET_PUTI
#undef _GASNET_GETI
#undef _GASNET_PUTS
#undef _GASNET_GETS

#endif
