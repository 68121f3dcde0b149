/* gasnet_coll.h: GASNet's collective functions, one image a node, with teams.
 *
 * Flags say whether all nodes give the same addresses (SINGLE) or each its own (LOCAL; that of the root counts at the root
 * only), and who must have come before data is touched (IN_...), or be done when the call ends (OUT_...). The
 * synchronization is at least the requested one. gasnet_coll_init comes first, on all nodes.
 *
 * reduce and scan combine arrays of elem_count elements, element by element, in the order of the images; src_blksz and dst_blksz
 * are the bytes of an array, or 0, and offsets begin them later. A function gets arrays: results may be the left operands.
 */
#ifndef _GASNET_COLL_H
#define _GASNET_COLL_H

#include <gasnet.h>

typedef gasnet_node_t gasnet_image_t;
typedef struct gasnet__team *gasnet_team_handle_t;
typedef struct gasnet__collective *gasnet_coll_handle_t;
typedef uint32_t gasnet_coll_fn_handle_t;
typedef void (*gasnet_coll_reduce_fn_t)(void *results, size_t result_count, const void *left_operands,
    size_t left_count, const void *right_operands, size_t elem_size, int flags, int arg);
typedef struct {
  gasnet_coll_reduce_fn_t fnptr;
  unsigned int flags;
} gasnet_coll_fn_entry_t;

#define GASNET_TEAM_ALL ((gasnet_team_handle_t)0)
#define GASNET_COLL_INVALID_HANDLE ((gasnet_coll_handle_t)0)

#define GASNET_COLL_IN_NOSYNC (1 << 0)
#define GASNET_COLL_IN_MYSYNC (1 << 1)
#define GASNET_COLL_IN_ALLSYNC (1 << 2)
#define GASNET_COLL_OUT_NOSYNC (1 << 3)
#define GASNET_COLL_OUT_MYSYNC (1 << 4)
#define GASNET_COLL_OUT_ALLSYNC (1 << 5)
#define GASNET_COLL_SINGLE (1 << 6)
#define GASNET_COLL_LOCAL (1 << 7)
#define GASNET_COLL_AGGREGATE (1 << 8)
#define GASNET_COLL_DST_IN_SEGMENT (1 << 9)
#define GASNET_COLL_SRC_IN_SEGMENT (1 << 10)

void gasnet_coll_init(const gasnet_image_t images[], gasnet_image_t my_image, gasnet_coll_fn_entry_t fn_tbl[],
    size_t fn_count, int init_flags);
gasnet_team_handle_t gasnet_coll_team_split(gasnet_team_handle_t parent_team, gasnet_node_t color,
    gasnet_node_t relrank, void *clientdata);
gasnet_node_t gasnet_coll_team_rank(gasnet_team_handle_t team);
gasnet_node_t gasnet_coll_team_size(gasnet_team_handle_t team);

#define _GASNET_COLL(name, ...) \
  void gasnet_coll_##name(gasnet_team_handle_t team, __VA_ARGS__, int flags); \
  gasnet_coll_handle_t gasnet_coll_##name##_nb(gasnet_team_handle_t team, __VA_ARGS__, int flags);
_GASNET_COLL(broadcast, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes)
_GASNET_COLL(scatter, void *dst, gasnet_image_t srcimage, void *src, size_t nbytes)
_GASNET_COLL(gather, gasnet_image_t dstimage, void *dst, void *src, size_t nbytes)
_GASNET_COLL(gather_all, void *dst, void *src, size_t nbytes)
_GASNET_COLL(exchange, void *dst, void *src, size_t nbytes)
_GASNET_COLL(reduce, gasnet_image_t dstimage, void *dst, void *src, size_t src_blksz, size_t src_offset,
    size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg)
_GASNET_COLL(scan, void *dst, size_t dst_blksz, size_t dst_offset, void *src, size_t src_blksz, size_t src_offset,
    size_t elem_size, size_t elem_count, gasnet_coll_fn_handle_t func, int func_arg)
#undef _GASNET_COLL

int gasnet_coll_try_sync(gasnet_coll_handle_t handle);
int gasnet_coll_try_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles);
int gasnet_coll_try_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles);
void gasnet_coll_wait_sync(gasnet_coll_handle_t handle);
void gasnet_coll_wait_sync_some(gasnet_coll_handle_t *phandle, size_t numhandles);
void gasnet_coll_wait_sync_all(gasnet_coll_handle_t *phandle, size_t numhandles);

#endif
