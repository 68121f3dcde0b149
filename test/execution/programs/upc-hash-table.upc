// A hash table of chains in the shared heap: nodes of the thread that inserts, locks for every sixteenth bucket.
#include <stddef.h>
#include <stdio.h>
#include <upc.h>

#define BUCKETS 257
#define KEYS 400

typedef struct node {
  unsigned long key;
  int value;
  shared struct node *next;
} node_t;
typedef shared node_t *link_t;
shared link_t *table;
upc_lock_t *shared stripes[16 * THREADS]; /* 16 are used */
shared int wrong[THREADS];

static unsigned hash(unsigned long k) {
  k = (k ^ k >> 33) * 0xff51afd7ed558ccdUL;
  return (k ^ k >> 33) % BUCKETS;
}

static void insert(unsigned long key, int value) {
  unsigned h = hash(key);
  upc_lock(stripes[h % 16]);
  link_t n;
  for (n = table[h]; n != NULL && n->key != key; n = n->next) {}
  if (n == NULL) {
    n = (link_t)upc_alloc(sizeof(node_t));
    n->key = key;
    n->value = value;
    n->next = table[h];
    table[h] = n;
  } else n->value += value;
  upc_unlock(stripes[h % 16]);
}

static int find(unsigned long key) {
  for (link_t n = table[hash(key)]; n; n = n->next)
    if (n->key == key) return n->value;
  return -1;
}

int main(void) {
  table = upc_all_alloc(BUCKETS, sizeof(link_t));
  upc_forall (int b = 0; b < BUCKETS; b++; &table[b]) table[b] = NULL;
  upc_forall (int s = 0; s < 16; s++; s) stripes[s] = upc_global_lock_alloc();
  upc_barrier;
  for (int k = 0; k < KEYS; k++) insert(((unsigned long)k << 40) + 7 * k, MYTHREAD + 1);
  upc_barrier;
  int bad = 0, expected = THREADS * (THREADS + 1) / 2;
  for (int k = MYTHREAD; k < KEYS; k += THREADS) bad += find(((unsigned long)k << 40) + 7 * k) != expected;
  bad += find(3) != -1;
  wrong[MYTHREAD] = bad;
  upc_barrier;
  upc_forall (int b = 0; b < BUCKETS; b++; &table[b])
    for (link_t n = table[b], next; n != NULL; n = next) {
      next = n->next;
      upc_free(n);
    }
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int t = 1; t < THREADS; t++) bad += wrong[t];
    if (bad) printf("%d keys have another value\n", bad);
    upc_free(table);
  }
  upc_forall (int s = 0; s < 16; s++; s) upc_lock_free(stripes[s]);
  return bad != 0;
}
