// static: 3
// flags: -O2
// Loops through blocks reached by pointers, in locals and static objects, with counters of every type; jumps by distances
// of either sign.
#include <stdio.h>
#include <upc.h>

#define B 20
shared[B] long *kept;
shared[B] double table[7 * B * THREADS];
static int failures;
#define CHECK(x) ((x) ? 0 : (printf("line %d: %s, thread %d\n", __LINE__, #x, MYTHREAD), failures++))

static long sum(shared[B] long *p, int from, int to) {
  long s = 0;
  for (int i = from; i < to; i++) s += p[i];
  return s;
}
static long sumBack(shared[B] long *p, int from, int to) {
  long s = 0;
  for (int i = from; i < to; i++) s += p[i - 7];
  return s;
}
static long sumKept(unsigned from, unsigned to) {
  long s = 0;
  for (unsigned i = from; i < to; i++) s += kept[i];
  return s;
}
static void change(shared[B] long *p, long from, long to) {
  for (long i = from; i < to; i++) p[i] += i;
}
static double rows(size_t k) {
  double s = 0;
  for (size_t j = 0; j < B; j++) s += table[k * B + j];
  return s;
}
static long expected(int from, int to, int factor) {
  long s = 0;
  for (int i = from; i < to; i++) s += (long)factor * i;
  return s;
}

// From element to element in no order: where a pointer comes to, what lies there and some way before it.
#define JUMPS(BLOCK, T, name)                                                                         \
  shared[BLOCK] T name[BLOCK * 60 * THREADS];                                                         \
  static void jump_##name(void) {                                                                     \
    const int n = BLOCK * 60 * THREADS;                                                               \
    upc_forall (int i = 0; i < n; i++; &name[i]) name[i] = i * 7;                                     \
    upc_barrier;                                                                                      \
    shared[BLOCK] T *p = name, *volatile start = name;                                                \
    unsigned r = 12345 + MYTHREAD;                                                                    \
    for (int k = 0, at = 0, to; k < 300; k++, at = to) {                                              \
      r = r * 1103515245u + 12345u, to = (r >> 8) % n, p = start + at;                                \
      int back = (r >> 4) % (to + 1);                                                                 \
      p += to - at;                                                                                   \
      CHECK(p == &name[to] && *p == (T)(to * 7) && p - start == to);                                  \
      CHECK(upc_threadof(p) == to / BLOCK % THREADS && upc_phaseof(p) == to % BLOCK);                 \
      CHECK(p[-back] == (T)((to - back) * 7) && name[to & 31] == (T)((to & 31) * 7));                 \
    }                                                                                                 \
  }
JUMPS(1, long, cyclic)
JUMPS(1, char, bytes)
JUMPS(3, int, threes)
JUMPS(4, short, fours)

int main(void) {
  const int n = 5 * B * THREADS + 3;
  shared[B] long *p = upc_all_alloc(6 * THREADS, B * sizeof(long));
  kept = p;
  for (int i = MYTHREAD; i < n; i += THREADS) p[i] = i;
  upc_forall (int i = 0; i < 7 * B * THREADS; i++; &table[i]) table[i] = i;
  upc_barrier;
  const int edges[] = {0, 1, 7, B - 1, B, B + 1, 2 * B * THREADS, 3 * B + 11, n - 1, n};
  for (int a = 0; a < 10; a++)
    for (int b = 0; b < 10; b++) {
      const int from = edges[a], to = edges[b];
      CHECK(sum(p, from, to) == expected(from, to, 1));
      CHECK(sumKept(from, to) == expected(from, to, 1));
      if (to + 13 <= n) CHECK(sum(p + 13, from, to) == expected(from + 13, to + 13, 1));
      if (from + 7 <= to && to <= n) CHECK(sumBack(p + 9, from + 7, to) == expected(from + 9, to + 2, 1) || to + 2 > n);
    }
  for (int k = 0; k < 7 * THREADS; k++) CHECK(rows(k) == k * B * B + B * (B - 1) / 2);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) change(p, 3, n), change(p + 3, 0, n - 3);
  upc_barrier;
  for (int i = 3; i < n; i++) CHECK(p[i] == i + i + i - 3);
  jump_cyclic(), jump_bytes(), jump_threes(), jump_fours();
  upc_barrier;
  return failures != 0;
}
