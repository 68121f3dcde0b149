/*
 * Berkeley's collective functions on values: each thread gives one value of TYPE, private to it, and gets one or an array.
 * A pair holds what the thread gives and what it gets.
 */
#ifndef _BUPC_COLLECTIVEV_H
#define _BUPC_COLLECTIVEV_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

#define BUPC_COLLECTIVEV_VERSION_MAJOR 1
#define BUPC_COLLECTIVEV_VERSION_MINOR 2

void *__bupc_allv_broadcast(void *pair, size_t size, int rootthread);
void *__bupc_allv_scatter(void *pair, size_t size, int rootthread, const void *rootsrc);
void *__bupc_allv_gather(void *pair, size_t size, int rootthread, void *rootdst);
void *__bupc_allv_gather_all(void *pair, size_t size, void *dst);
void *__bupc_allv_permute(void *pair, size_t size, int tothread);
void *__bupc_allv_reduce(void *pair, int type, upc_op_t op, int rootthread);
void *__bupc_allv_reduce_all(void *pair, int type, upc_op_t op);
void *__bupc_allv_prefix_reduce(void *pair, int type, upc_op_t op);

/* Which of C UC S US I UI L UL F D an arithmetic type is like. */
#define __BUPC_ALLV_TYPE(TYPE)                       \
  ((TYPE)1.5 != (TYPE)1 ? (sizeof(TYPE) == 4 ? 8 : 9) \
                        : (sizeof(TYPE) == 1 ? 0 : sizeof(TYPE) == 2 ? 2 : sizeof(TYPE) == 4 ? 4 : 6) + ((TYPE)-1 > (TYPE)0))
#define __BUPC_ALLV_PAIR(TYPE, value) ((TYPE[2]){value})

#define bupc_allv_broadcast(TYPE, value, rootthread) \
  (*(TYPE *)__bupc_allv_broadcast(__BUPC_ALLV_PAIR(TYPE, value), sizeof(TYPE), rootthread))
#define bupc_allv_scatter(TYPE, rootthread, rootsrc) \
  (*(TYPE *)__bupc_allv_scatter(__BUPC_ALLV_PAIR(TYPE, 0), sizeof(TYPE), rootthread, rootsrc))
#define bupc_allv_gather(TYPE, value, rootthread, rootdst) \
  ((TYPE *)__bupc_allv_gather(__BUPC_ALLV_PAIR(TYPE, value), sizeof(TYPE), rootthread, rootdst))
#define bupc_allv_gather_all(TYPE, value, dst) \
  ((TYPE *)__bupc_allv_gather_all(__BUPC_ALLV_PAIR(TYPE, value), sizeof(TYPE), dst))
#define bupc_allv_permute(TYPE, value, tothread) \
  (*(TYPE *)__bupc_allv_permute(__BUPC_ALLV_PAIR(TYPE, value), sizeof(TYPE), tothread))
#define bupc_allv_reduce(TYPE, value, rootthread, op) \
  (*(TYPE *)__bupc_allv_reduce(__BUPC_ALLV_PAIR(TYPE, value), __BUPC_ALLV_TYPE(TYPE), op, rootthread))
#define bupc_allv_reduce_all(TYPE, value, op) \
  (*(TYPE *)__bupc_allv_reduce_all(__BUPC_ALLV_PAIR(TYPE, value), __BUPC_ALLV_TYPE(TYPE), op))
#define bupc_allv_prefix_reduce(TYPE, value, op) \
  (*(TYPE *)__bupc_allv_prefix_reduce(__BUPC_ALLV_PAIR(TYPE, value), __BUPC_ALLV_TYPE(TYPE), op))

#endif
