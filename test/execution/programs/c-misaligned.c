/* Accesses that are not aligned, as programs for x86-64 make them: packed members, casts of char and void pointers; and
   memory read as another type than it was written as, where an attribute or a pragma allows it. The output is gcc's. */
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdlib.h>
typedef uint32_t loose __attribute__((aligned(1)));
struct __attribute__((packed)) packed { char c; int i; double d; short s; };
struct header { uint16_t kind; uint32_t length; uint64_t id; };
static uint32_t direct(const void *p) { return *(const uint32_t *)p; }
static uint64_t direct64(const void *p) { return ((const uint64_t *)p)[1]; }
static void put(void *p, int v) { *(int *)p = v; }
static uint32_t hash(const void *key, int len) {
  const uint8_t *data = (const uint8_t *)key;
  const int blocks = len / 4;
  uint32_t h = 1;
  const uint32_t *words = (const uint32_t *)(data + blocks * 4);
  for (int i = -blocks; i; i++) h = h * 31 + words[i];
  return h;
}
static uint32_t sum(const char *s, int n) {
  const uint16_t *p = (const uint16_t *)s;
  uint32_t t = 0;
  while (n-- > 0) t += *p++;
  return t;
}
__attribute__((optimize("-fno-strict-aliasing"))) static __attribute__((noinline)) int pun(float *f, int *i) { *i = 1; *f = 2.0f; return *i; }
__attribute__((optimize("no-strict-aliasing", "O0"))) static __attribute__((noinline)) int pun2(float *f, int *i) { *i = 1; *f = 2.0f; return *i; }
#pragma GCC push_options
#pragma GCC optimize ("no-strict-aliasing")
static __attribute__((noinline)) int pun3(float *f, int *i) { *i = 1; *f = 2.0f; return *i; }
#pragma GCC pop_options
typedef int __attribute__((may_alias)) aint;
static __attribute__((noinline)) int pun4(float *f, aint *i) { *i = 1; *f = 2.0f; return *i; }
struct __attribute__((may_alias)) sm { int i; };
static __attribute__((noinline)) int pun5(float *f, struct sm *s) { s->i = 1; *f = 2.0f; return s->i; }
static void puns(void) { int x; printf("%x\n", pun((float *)&x, &x)); printf("%x\n", pun2((float *)&x, &x)); printf("%x\n", pun3((float *)&x, &x)); printf("%x\n", pun4((float *)&x, (aint *)&x)); printf("%x\n", pun5((float *)&x, (struct sm *)&x)); }
int main(int argc, char **argv) {
  static char b[64] __attribute__((aligned(16)));
  for (int i = 0; i < 64; i++) b[i] = i;
  int at = argc;
  printf("%x %x\n", *(int *)(b + at), ((int *)(b + at))[1]);
  *(short *)(b + at + 2) = 0x7788;
  *(double *)(b + 9) = 3.5;
  printf("%d %g\n", b[4], *(double *)(b + 8 + at));
  printf("%x %llx\n", direct(b + at), (unsigned long long)direct64(b + at));
  put(b + 21, 77); printf("%d %d\n", b[21], *(int *)(void *)(b + 21));
  printf("%u %u\n", hash(b + at, 20), sum(b + at, 5));
  struct packed p = {1, 2, 3.5, 4};
  int *ip = &p.i; double *dp = &p.d;
  printf("%d %g\n", *ip, *dp); *ip += 5; *dp *= 2; ++*ip; printf("%d %g\n", p.i, p.d);
  struct header *h = (struct header *)(b + 3);
  h->kind = 9; h->length += 2; h->id = 1ull << 40;
  struct header copy = *h; h->id++; copy.length++;
  *h = copy;
  printf("%d %x %llx\n", h->kind, h->length, (unsigned long long)((struct header *)(b + 3))->id);
  loose *l = (loose *)(b + 1); printf("%x %x\n", *l, l[1]);
  for (int i = 0; i < 64; i++) printf("%x ", (unsigned char)b[i]); puts("");
  int64_t acc = 0; char *q = b + 5; for (int i = 0; i < 4; i++, q += 3) acc += *(int32_t *)q; printf("%lld\n", (long long)acc);
  puns();
  float *f = (float *)malloc(64); char *fc = (char *)f + 2; *(float *)fc = 1.25f; float g; memcpy(&g, fc, 4); printf("%g\n", g);
  return 0;
}
