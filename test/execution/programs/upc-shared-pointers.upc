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

/* Functions of the library by pointers, one of which returns a pointer with a phase. */
static size_t (*volatile threadOf)(shared void *) = upc_threadof;
static shared void *(*volatile resetPhase)(shared void *) = upc_resetphase;
static shared void *(*resets(int which))(shared void *) { return which ? upc_resetphase : resetPhase; }
static void byPointers(void) {
  for (int i = 0; i < 8 * THREADS; i++) {
    shared void *p = &doubles[i], *q = resetPhase(p), *r = resets(i & 1)(p);
    CHECK(threadOf(p) == upc_threadof(p) && threadOf(p) == i / 2 % THREADS && upc_phaseof(p) == i % 2);
    CHECK(threadOf(q) == threadOf(p) && upc_addrfield(q) == upc_addrfield(p) && upc_phaseof(q) == 0);
    CHECK(q == r && upc_phaseof(r) == 0 && q == upc_resetphase(p) && upc_phaseof(upc_resetphase(p)) == 0);
  }
  CHECK(resetPhase(0) == 0 && threadOf(0) == 0);
  resetPhase(&doubles[1]);
  upc_resetphase(&doubles[1]);
}

static int isNull(shared int *p, shared void *q) { return p == 0 && !q; }
static shared [2] double *chosen(int which) { return which ? (shared [2] double *)0 : 0; }

/* Elements of a cyclic array by distances of either sign from one in its midst, read, written and changed in place. */
#define PLACES 60
#define THROUGH(type, name)                                                                       \
  static shared type name[PLACES * THREADS];                                                      \
  static void through_##name(shared type *p, int at, int by) {                                    \
    for (int i = 0; i < PLACES * THREADS; i++) p[i - at] = (type)(i + 1);                         \
    for (int i = MYTHREAD; i < PLACES * THREADS; i += by) CHECK(name[i] == (type)(i + 1));        \
    for (int i = 0; i < PLACES * THREADS; i += by) p[i - at] *= 3, ++*(p + (i - at));             \
    for (int i = 0; i < PLACES * THREADS; i++) CHECK(p[i - at] == (type)((i % by ? 1 : 3) * (i + 1) + !(i % by))); \
    CHECK(&p[at] - p == at && &p[-at] == &name[0] && upc_threadof(&p[at]) == 2 * at % THREADS);  \
  }
THROUGH(char, chars)
THROUGH(short, shorts)
THROUGH(int, ints)
THROUGH(long long, longs)
THROUGH(double, reals)

/* Of the size of a scalar, not of its alignment. */
struct pair { int a, b; };
struct __attribute__((packed)) bytes { char c; struct pair pairs[1]; };
static shared struct bytes odd[4 * THREADS];
static shared struct pair between[8 * THREADS];

static void structs(shared struct pair *p, int i) {
  struct pair value = {i, -i};
  p[i] = value;
  p[i].b -= 1;
  value = p[i];
  CHECK(value.a == i && value.b == -i - 1);
}

int main(void) {
  byPointers();
  if (MYTHREAD == THREADS - 1) {
    through_chars(&chars[7], 7, 3);
    through_shorts(&shorts[8], 8, 5);
    through_ints(&ints[9], 9, 1);
    through_longs(&longs[10], 10, 2);
    through_reals(&reals[11], 11, 7);
    structs(&between[1], 3 * THREADS - 1);
    CHECK(between[3 * THREADS].a == 3 * THREADS - 1);
    odd[3].pairs[0].b = 5;
    CHECK(odd[3].pairs[0].b == 5);
  }
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
