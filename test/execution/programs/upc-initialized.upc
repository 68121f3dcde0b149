// threads: 3
// flags: -T=3
/* Shared arrays may be initialized where their elements' threads are known: static THREADS, or all on one thread. */
#include <upc.h>
#include <stdio.h>

shared [2] int a[3][4] = {{1, 2, 3, 4}, {5, 6}, [2][3] = 12};
shared double b[7] = {[6] = 0.5, [1] = 1.5};
shared [] int c[] = {1, 2, 3};
shared [3] char text[8] = "shared";
typedef struct { int key; shared [] int *where; } entry_t;
shared entry_t table[4] = {{1, &c[1]}, {2}, {.where = c}};
shared int scalar = 42;
shared [2] int *pointer = &a[1][1];

int main(void) {
  int bad = 0, flat[12] = {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 12};
  for (int i = 0; i < 12; i++) bad += a[i / 4][i % 4] != flat[i];
  for (int i = 0; i < 7; i++) bad += b[i] != (i == 6 ? 0.5 : i == 1 ? 1.5 : 0);
  for (int i = 0; i < 8; i++) bad += text[i] != "shared\0"[i];
  bad += c[2] != 3 || sizeof c != 12 || *table[0].where != 2 || table[1].key != 2 || table[2].where != c || scalar != 42;
  bad += *pointer != 6 || upc_threadof(pointer) != 2 || upc_phaseof(pointer) != 1;
  if (bad) printf("thread %d: %d wrong\n", MYTHREAD, bad);
  return bad != 0;
}
