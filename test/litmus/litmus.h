/*
 * Litmus tests of the memory model: what a few accesses of a few threads may and may not see of each other.
 *
 * A test gives a function for each thread, which does the accesses of one iteration on cell i, and a function that
 * tells the outcome of a cell as a number. Iterations go in batches of cells; barriers within a batch let all threads run
 * at one time, and where there is a processor for each they meet at every cell. The program ends with 1 if a forbidden
 * outcome came up, else with 2 if but one came up where more are expected: nothing was interleaved then.
 *
 * Arguments: iterations of each test, seconds after which a test stops all the same.
 *
 * With EXPLORED, which is for -explore, a run is one iteration of the test whose number is the argument, on one cell, and prints its outcome: all
 * interleavings of so little can be walked. Without an argument it prints the outcomes of all tests.
 */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef EXPLORED
#define CELLS 1        /* of a batch */
#else
#define CELLS 1024
#endif
#define TOGETHER 32    /* between barriers */
#define LINE 16        /* ints between cells: each has a cache line of its own */
#define OUTCOMES 16

/* Cells, all 0 at the start of a batch: strict and relaxed, three of each. */
strict shared [] int sx[CELLS * LINE], sy[CELLS * LINE], sz[CELLS * LINE];
relaxed shared [] int rx[CELLS * LINE], ry[CELLS * LINE], rz[CELLS * LINE];
/* What the threads have read: set(r, cell, value). */
relaxed shared [] int registers[4 * CELLS];
#define set(r, i, value) (registers[(r) * CELLS + (i)] = (value))
#define get(r, i) (registers[(r) * CELLS + (i)])

typedef struct {
  const char *name;
  int threads;
  void (*thread[4])(int i);
  int (*outcome)(int i);
  const char *outcomes[OUTCOMES];  /* '!' before one: forbidden; '~': allowed, and shows weak ordering; '?': rare */
  void (*before)(int i);           /* also sets cell i up; may be NULL */
} Litmus;

strict shared int arrived[THREADS];
static volatile int pause_;
/* Looks at the others that are left, and how many there were: fewer where the threads do not run at one time. */
static int patience = 1, trust = 100000;
strict shared int enough; /* number of the test whose time is over */

/*
 * Waits until all are at cell i, as long as patience lasts: another thread may have no processor. Who comes last goes on
 * before the others have noticed, so each then waits a little more, at random.
 */
static void meet(const Litmus *test, int i)
{
  int k;
  arrived[MYTHREAD] = i;
  for (k = 0; k < test->threads; k++)
    while (arrived[k] < i && patience > 0) patience--;
  for (k = rand() % 128; k > 0; k--) pause_ = k;
}

static void batch(const Litmus *test)
{
  int i;
  void (*act)(int) = MYTHREAD < test->threads ? test->thread[MYTHREAD] : NULL;
  for (i = MYTHREAD; i < CELLS; i += THREADS) {
    sx[i * LINE] = sy[i * LINE] = sz[i * LINE] = rx[i * LINE] = ry[i * LINE] = rz[i * LINE] = 0;
    if (test->before) test->before(i);
  }
  arrived[MYTHREAD] = -1;
  for (i = 0; i < CELLS; i++) {
    if (i % TOGETHER == 0) {
      upc_barrier;
      trust = patience > 0 ? (trust < 50000 ? 2 * trust : 100000) : trust > 200 ? trust / 2 : 100;
      patience = trust;
    }
    if (act) {
      meet(test, i);
      act(i);
    }
  }
}

/* Runs the test; thread 0 counts and tells. Gives the status that the program ends with. */
static int litmus(const Litmus *test, int iterations, double seconds)
{
  static int number;
  bupc_tick_t start = bupc_ticks_now();
  static long counts[OUTCOMES];
  int done, i, seen = 0, known = 0, failed = 0;
  for (i = 0; i < OUTCOMES; i++) counts[i] = 0;
  number++;
  for (done = 0; done < iterations && enough != number; done += CELLS) {
    batch(test);
    upc_barrier;
    if (MYTHREAD == 0) {
      for (i = 0; i < CELLS; i++) counts[test->outcome(i)]++;
      if (bupc_ticks_to_us(bupc_ticks_now() - start) > seconds * 1e6) enough = number;
    }
    upc_barrier;
  }
  if (MYTHREAD != 0) return 0;
  printf("%s:", test->name);
  for (i = 0; i < OUTCOMES; i++) {
    const char *text = test->outcomes[i];
    known += text && !strchr("!~?", *text);
    seen += counts[i] > 0;
    if (counts[i] || (text && *text == '~')) printf(" [%s] %ld", text ? text : "?", counts[i]);
    if (counts[i] && (!text || *text == '!')) failed = 1;
  }
  if (known > 1 && seen == 1) failed = 2;
  printf("%s\n", failed == 1 ? " FORBIDDEN" : failed == 2 ? " NOT INTERLEAVED" : "");
  return failed;
}

#ifdef EXPLORED

static void once(const Litmus *test)
{
  if (MYTHREAD == 0 && test->before) test->before(0);
  upc_barrier;
  if (MYTHREAD < test->threads) test->thread[MYTHREAD](0);
  upc_barrier;
  if (MYTHREAD == 0) {
    const char *text = test->outcomes[test->outcome(0)];
    printf("%s\n", text ? text : "!unknown");
  }
}

static void list(const Litmus *test)
{
  int i;
  printf("%s", test->name);
  for (i = 0; i < OUTCOMES; i++)
    if (test->outcomes[i]) printf(":%s", test->outcomes[i]);
  printf("\n");
}

#define LITMUS_MAIN(tests) \
  int main(int argc, char **argv) \
  { \
    int k; \
    if (argc > 1) once(&tests[atoi(argv[1])]); \
    else if (MYTHREAD == 0) \
      for (k = 0; k < (int)(sizeof tests / sizeof *tests); k++) list(&tests[k]); \
    return 0; \
  }

#else

/* Runs all tests of a program. */
#define LITMUS_MAIN(tests) \
  int main(int argc, char **argv) \
  { \
    int k, forbidden = 0, alike = 0, iterations = argc > 1 ? atoi(argv[1]) : 50000; \
    for (k = 0; k < (int)(sizeof tests / sizeof *tests); k++) { \
      int failed = litmus(&tests[k], iterations, argc > 2 ? atof(argv[2]) : 1e9); \
      forbidden |= failed == 1; \
      alike |= failed == 2; \
    } \
    return forbidden ? 1 : alike ? 2 : 0; \
  }

#endif
