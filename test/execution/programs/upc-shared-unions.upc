// flags: -O2
// threads: 1 2 3
// Members of shared unions written as one type and read as another, own and remote, in arrays and by pointers.
#include <stdio.h>
#include <upc.h>

union word {
  float real;
  int whole;
  unsigned char bytes[4];
};
shared union word words[THREADS];
shared[] union word *some;
static int failures;
#define CHECK(x) ((x) ? 0 : (printf("line %d: %s, thread %d\n", __LINE__, #x, MYTHREAD), failures++))

static int turned(shared union word *w, float value) {
  w->whole = 5;
  w->real = value;
  return w->whole;
}
static int bytewise(int k) {
  words[k].whole = 0;
  int sum = words[k].whole;
  for (int j = 0; j < 4; j++) words[k].bytes[j] = j + 1;
  return sum + words[k].whole;
}

int main(void) {
  const int next = (MYTHREAD + 1) % THREADS;
  CHECK(turned(&words[next], 1.0f) == 0x3f800000);
  upc_barrier;
  CHECK(words[MYTHREAD].whole == 0x3f800000);
  words[MYTHREAD].whole = 1;
  words[MYTHREAD].real = -2.0f;
  CHECK(words[MYTHREAD].whole == (int)0xc0000000);
  words[MYTHREAD].bytes[3] = 0x40;
  CHECK(words[MYTHREAD].real == 2.0f);
  upc_barrier;
  CHECK(bytewise(next) == 0x04030201);
  some = upc_alloc(8 * sizeof(union word));
  for (int i = 0; i < 8; i++) some[i].real = i;
  for (int i = 0; i < 8; i++) CHECK((some[i].whole >> 23) == (i == 0 ? 0 : 127 + (i > 1) + (i > 3)));
  return failures != 0;
}
