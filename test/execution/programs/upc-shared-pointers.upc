// static: 4
/* The four combinations of private and shared pointers and targets. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

shared int value[THREADS];
int *pp;                          /* private to private */
shared int *ps;                   /* private to shared */
int *shared sp[THREADS];          /* shared to private */
shared int *shared ss[THREADS];   /* shared to shared */
shared [2] double *shared phased;
shared [2] double doubles[8 * THREADS];

struct node { int key; shared [] struct node *next; };
shared [] struct node *shared head;
upc_lock_t *lock;

/* initialized with an element's address: its thread depends on THREADS */
static shared [2] double *const fifth = &doubles[5];
static shared [2] double *shared seventh = &doubles[7];

static int isNull(shared int *p, shared void *q) { return p == 0 && !q; }
static shared [2] double *chosen(int which) { return which ? (shared [2] double *)0 : 0; }

int main(void) {
  CHECK(isNull((shared int *)0, (shared [4] int *)0) && chosen(MYTHREAD) == NULL && !(shared int *)0);
  CHECK((long)(shared int *)0 == 0 && ((shared int *)0 ? 0 : 1) && !isNull(&value[0], 0));
  CHECK(fifth == &doubles[5] && upc_phaseof(fifth) == 1 && upc_threadof(fifth) == 2 % THREADS);
  CHECK(seventh == &doubles[7] && seventh - fifth == 2);
  int local = 5 + MYTHREAD;
  pp = &local;
  *pp += 1;
  CHECK(local == 6 + MYTHREAD);
  ps = &value[MYTHREAD];
  *ps = 3 * MYTHREAD;
  sp[MYTHREAD] = &local;
  CHECK(*sp[MYTHREAD] == local);
  ss[MYTHREAD] = &value[(MYTHREAD + 1) % THREADS];
  if (MYTHREAD == 0) phased = &doubles[5];
  upc_barrier;
  CHECK(*ss[MYTHREAD] == 3 * ((MYTHREAD + 1) % THREADS));
  for (int t = 0; t < THREADS; t++) CHECK(*ss[t] == 3 * ((t + 1) % THREADS));
  CHECK(upc_phaseof(phased) == 1 && phased == &doubles[5]);
  upc_barrier;
  if (MYTHREAD == 0) phased++;
  upc_barrier;
  CHECK(phased == &doubles[6] && upc_phaseof(phased) == 0);

  lock = upc_all_lock_alloc();
  for (int i = 0; i < 10; i++) {
    shared [] struct node *n = upc_alloc(sizeof(struct node));
    n->key = 100 * MYTHREAD + i;
    upc_lock(lock);
    n->next = head;
    head = n;
    upc_unlock(lock);
  }
  upc_barrier;
  long sum = 0;
  int length = 0;
  for (shared [] struct node *n = head; n; n = n->next, length++) sum += n->key;
  CHECK(length == 10 * THREADS);
  long expected = 0;
  for (int t = 0; t < THREADS; t++) for (int i = 0; i < 10; i++) expected += 100 * t + i;
  CHECK(sum == expected);
  upc_barrier;
  return bad != 0;
}
