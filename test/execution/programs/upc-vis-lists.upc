// static: 3
/* bupc_mem{cpy,put,get}_{vlist,ilist} and _async: pieces of all lengths, split differently on the two sides. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#define SIZE 4096
shared [SIZE] unsigned char a[SIZE * THREADS], b[SIZE * THREADS];
static unsigned char mine[SIZE], model[SIZE];
static unsigned seed;
static unsigned pick(unsigned n) { seed = seed * 1664525u + 1013904223u; return (seed >> 8) % n; }

/* Cuts `total` bytes into at most `most` pieces that lie apart; gives their number, places and lengths. */
static int cut(int total, int most, size_t *place, size_t *length)
{
  int count = 0;
  size_t at = pick(16);
  while (total > 0) {
    size_t take = count == most - 1 ? total : pick(total + 1);
    place[count] = at;
    length[count++] = take;
    at += take + pick(20);
    total -= take;
  }
  return count;
}

enum { CPY, PUT, GET };

/* One transfer between thread `to`'s part of b (or mine) and thread `from`'s of a (or mine), checked byte by byte. */
static void vlist(int kind, int asynchronous, int to, int from, int total)
{
  size_t toPlace[40], toLength[40], fromPlace[40], fromLength[40];
  int toCount = cut(total, 12, toPlace, toLength), fromCount = cut(total, 12, fromPlace, fromLength);
  bupc_smemvec_t sharedTo[40], sharedFrom[40];
  bupc_pmemvec_t privateTo[40], privateFrom[40];
  bupc_handle_t handle = BUPC_COMPLETE_HANDLE;
  unsigned char flat[SIZE], *target;
  int i, at = 0;
  for (i = 0; i < toCount; i++) {
    sharedTo[i].addr = &b[to * SIZE + toPlace[i]];
    privateTo[i].addr = mine + toPlace[i];
    sharedTo[i].len = privateTo[i].len = toLength[i];
  }
  for (i = 0; i < fromCount; i++) {
    sharedFrom[i].addr = &a[from * SIZE + fromPlace[i]];
    privateFrom[i].addr = (unsigned char *)&a[MYTHREAD * SIZE] + fromPlace[i];
    sharedFrom[i].len = privateFrom[i].len = fromLength[i];
  }
  upc_memset(&b[to * SIZE], 0, SIZE);
  memset(mine, 0, SIZE);
  memset(model, 0, SIZE);
  for (i = 0; i < fromCount; i++) {
    upc_memget(flat + at, &a[(kind == PUT ? MYTHREAD : from) * SIZE + fromPlace[i]], fromLength[i]);
    at += fromLength[i];
  }
  for (at = i = 0; i < toCount; i++) {
    memcpy(model + toPlace[i], flat + at, toLength[i]);
    at += toLength[i];
  }
  if (kind == CPY && asynchronous) handle = bupc_memcpy_vlist_async(toCount, sharedTo, fromCount, sharedFrom);
  else if (kind == CPY) bupc_memcpy_vlist(toCount, sharedTo, fromCount, sharedFrom);
  else if (kind == PUT && asynchronous) handle = bupc_memput_vlist_async(toCount, sharedTo, fromCount, privateFrom);
  else if (kind == PUT) bupc_memput_vlist(toCount, sharedTo, fromCount, privateFrom);
  else if (asynchronous) handle = bupc_memget_vlist_async(toCount, privateTo, fromCount, sharedFrom);
  else bupc_memget_vlist(toCount, privateTo, fromCount, sharedFrom);
  bupc_waitsync(handle);
  if (kind != GET) upc_memget(mine, &b[to * SIZE], SIZE);
  CHECK(memcmp(mine, model, SIZE) == 0);
}

/* The same with chunks: toCount chunks of toLength bytes, and as many bytes in chunks of fromLength. */
static void ilist(int kind, int asynchronous, int to, int from, int toCount, int toLength, int fromLength)
{
  int fromCount = toCount * toLength / fromLength, i, k, at;
  shared void *sharedTo[40];
  const shared void *sharedFrom[40];
  void *privateTo[40];
  const void *privateFrom[40];
  bupc_handle_t handle = BUPC_COMPLETE_HANDLE;
  int toOrder = 1 + 2 * pick(8), fromOrder = 1 + 2 * pick(8); /* odd: a permutation of 32 slots */
  for (i = 0; i < toCount; i++) {
    at = i * toOrder % 32 * 64 + i % 5;
    sharedTo[i] = &b[to * SIZE + at];
    privateTo[i] = mine + at;
  }
  for (i = 0; i < fromCount; i++) {
    at = i * fromOrder % 32 * 64 + i % 7;
    sharedFrom[i] = &a[from * SIZE + at];
    privateFrom[i] = (unsigned char *)&a[MYTHREAD * SIZE] + at;
  }
  upc_memset(&b[to * SIZE], 0, SIZE);
  memset(mine, 0, SIZE);
  memset(model, 0, SIZE);
  for (i = 0; i < toCount * toLength; i++) {
    k = i / fromLength;
    at = i / toLength;
    model[at * toOrder % 32 * 64 + at % 5 + i % toLength] =
        a[(kind == PUT ? MYTHREAD : from) * SIZE + k * fromOrder % 32 * 64 + k % 7 + i % fromLength];
  }
  if (kind == CPY && asynchronous)
    handle = bupc_memcpy_ilist_async(toCount, sharedTo, toLength, fromCount, sharedFrom, fromLength);
  else if (kind == CPY) bupc_memcpy_ilist(toCount, sharedTo, toLength, fromCount, sharedFrom, fromLength);
  else if (kind == PUT && asynchronous)
    handle = bupc_memput_ilist_async(toCount, sharedTo, toLength, fromCount, privateFrom, fromLength);
  else if (kind == PUT) bupc_memput_ilist(toCount, sharedTo, toLength, fromCount, privateFrom, fromLength);
  else if (asynchronous)
    handle = bupc_memget_ilist_async(toCount, privateTo, toLength, fromCount, sharedFrom, fromLength);
  else bupc_memget_ilist(toCount, privateTo, toLength, fromCount, sharedFrom, fromLength);
  CHECK(bupc_trysync(handle) || (bupc_waitsync(handle), 1));
  if (kind != GET) upc_memget(mine, &b[to * SIZE], SIZE);
  CHECK(memcmp(mine, model, SIZE) == 0);
}

int main(void)
{
  int i, round, kind, asynchronous;
  seed = MYTHREAD + 1;
  for (i = 0; i < SIZE; i++) a[MYTHREAD * SIZE + i] = 1 + pick(255);
  upc_barrier;
  for (round = 0; round < 20; round++)
    for (kind = CPY; kind <= GET; kind++)
      for (asynchronous = 0; asynchronous < 2; asynchronous++) {
        int to = (MYTHREAD + round) % THREADS, from = pick(THREADS); /* each thread another target */
        upc_barrier;
        vlist(kind, asynchronous, to, from, round == 0 ? 0 : pick(1000));
        ilist(kind, asynchronous, to, from, 6, 1 + round, 1 + round);
        ilist(kind, asynchronous, to, from, 8, 9, 3);
        ilist(kind, asynchronous, to, from, 6, 4, 24);
        ilist(kind, asynchronous, to, from, 10, 6, 15);
        ilist(kind, asynchronous, to, from, 0, 8, 8);
      }
  { /* pieces of one list on several threads: the bytes of the source, dealt to all threads and gathered again */
    bupc_smemvec_t *deal = malloc(THREADS * sizeof *deal);
    const shared void **dealt = malloc(THREADS * sizeof *dealt);
    bupc_pmemvec_t whole = { mine, 4 * THREADS };
    void *back = model;
    bupc_handle_t handles[2];
    for (i = 0; i < THREADS; i++) {
      deal[i].addr = &b[i * SIZE + 8 * MYTHREAD];
      deal[i].len = 4;
      dealt[i] = deal[i].addr;
    }
    for (i = 0; i < 4 * THREADS; i++) mine[i] = 10 * MYTHREAD + i;
    upc_barrier;
    handles[0] = bupc_memput_vlist_async(THREADS, deal, 1, &whole);
    handles[1] = BUPC_COMPLETE_HANDLE;
    bupc_waitsync_all(handles, 2);
    upc_barrier;
    memset(model, 0, SIZE);
    handles[0] = bupc_memget_ilist_async(1, &back, 4 * THREADS, THREADS, dealt, 4);
    bupc_waitsync_some(handles, 2);
    CHECK(handles[0] == BUPC_COMPLETE_HANDLE && memcmp(mine, model, 4 * THREADS) == 0);
    bupc_begin_accessregion();
    bupc_memput_asynci(&a[MYTHREAD * SIZE], mine, 100);
    bupc_memput_asynci(&a[MYTHREAD * SIZE + 100], mine, 100);
    bupc_waitsync(bupc_end_accessregion());
    bupc_waitsynci();
    upc_memget(model, &a[MYTHREAD * SIZE], 200);
    CHECK(memcmp(mine, model, 100) == 0 && memcmp(mine, model + 100, 100) == 0);
  }
  return bad != 0;
}
