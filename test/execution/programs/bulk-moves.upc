// flags: -O2
// Moves of bytes that become instructions: overlapping, of few bytes, of none, between threads.
#include <upc.h>
#include <stdio.h>
#include <string.h>
struct s { char c[21]; double d; };
shared struct s ss[THREADS];
shared [70] char a[70*THREADS];
char buf[100], buf2[100];
#define CHECK(x) do { if (!(x)) { printf("line %d\n", __LINE__); return 1; } } while (0)
static int g(int i) { return i; }
int main() {
  int n = g(5), k;
  for (k = 0; k < 100; k++) buf[k] = k;
  char *r = memmove(buf + 1, buf, 7); CHECK(r == buf + 1);
  for (k = 0; k < 7; k++) CHECK(buf[k+1] == k);
  r = buf; r = memmove(r + 3, r, 50); CHECK(r == buf+3 && r[0] == 0 && r[1] == 0 && r[7] == 6 && r[8] == 8 && r[49] == 49);
  memmove(buf, buf + 3, 50); CHECK(buf[49] == 49 && buf[8] == 8);
  memset(buf2, 0xa5, 23); for (k = 0; k < 23; k++) CHECK((unsigned char)buf2[k] == 0xa5); CHECK(buf2[23] == 0);
  memset(buf2, -1, 7); CHECK(buf2[6] == -1 && (unsigned char)buf2[7] == 0xa5);
  struct s x, y; memset(&x, 7, sizeof x); x.d = 3.5; y = x; CHECK(y.d == 3.5 && y.c[20] == 7);
  ss[(MYTHREAD + 1) % THREADS] = y; upc_barrier; struct s z = ss[MYTHREAD]; CHECK(z.d == 3.5 && z.c[0] == 7 && z.c[20] == 7);
  int next = (MYTHREAD + 1) % THREADS;
  upc_memput(&a[70*next], buf2, 70); upc_barrier;
  char t[70]; upc_memget(t, &a[70*MYTHREAD], 70); CHECK(!memcmp(t, buf2, 70));
  upc_barrier;
  upc_memset(&a[70*next + 3], 9, 11); upc_barrier;
  CHECK(a[70*MYTHREAD+3] == 9 && a[70*MYTHREAD+13] == 9 && a[70*MYTHREAD+14] == buf2[14] && a[70*MYTHREAD+2] == -1);
  upc_barrier;
  upc_memcpy(&a[70*MYTHREAD], &a[70*next+3], n); CHECK(a[70*MYTHREAD] == 9 && a[70*MYTHREAD+4] == 9);
  upc_memcpy(&a[70*MYTHREAD], &a[70*next+3], 0);
  memmove(buf, buf2, n - 5);
  return 0;
}
