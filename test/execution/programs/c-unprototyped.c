// flags: -w
/*
 * Calls without a prototype: undeclared, declared as `int f();`, defined in the old style, through pointers. The
 * library's functions get what they take, whatever the caller knew of them.
 */
extern int printf();
extern double pow();
extern long time();
double sqrt(), atof();
int sprintf(), own();
long g();
double h();
typedef long (*teller)();
teller tell = (teller)time;
double (*power)() = pow;

kr(a, b, c) double b; char c; { printf("%d %g %d\n", a, b, c); return a + (int)b; }
long krl(x, y) long x; float y; { return x + (long)(y * 2); }
imp(x) { return x * 2; }
static noproto() { return 5; }
struct s { int a; double d; };
struct s ks(v, k) struct s v; short k; { v.a += k; return v; }
char *index(a, b, c) int a, b, c; { return (char *)0 + a + b + c; }

int main() {
  char b[30];
  struct s v = {1, 2};
  int (*p)() = own, (*r)() = (int (*)())imp;
  double (*q)() = h;
  printf("%d %g %s\n", 3, 2.5, "x");
  sprintf(b, "%d-%ld", 4, 5L);
  printf("%s %g %g %g\n", b, pow(2.0, 3.0), power(2.0, 4.0), atof("2.5"));
  printf("%d %d\n", tell((long *)0) > 1000, (int)(time(0) > 100));
  printf("%d %d\n", lseek(-1, 0, 1), lseek(-1, 0L, 1));
  printf("%d %d %d\n", ftruncate(-1, 0), truncate("/no/such/file", 0), (int)llabs(-5));
  srand48(7);
  usleep(0);
  printf("%d %d\n", open("/no/such/file", 0), open("/no/such/file", 64, 0644) < 0);
  printf("%d %ld %d %d %d\n", kr(1, 2.5, 'a'), krl(5L, 1.5), imp(4), noproto(), noproto(1, 2, 3));
  printf("%d %ld %g\n", own(3, 4), g(5L, 2.0), h(1.5f));
  v = ks(v, 5);
  printf("%d %g\n", v.a, v.d);
  printf("%d %g %g %d %d\n", p(6, 7), q(2.25), (*q)((float)2.25), r(9), (int)(long)index(1, 2, 3));
  return 0;
}
int own(int a, int b) { return a * 10 + b; }
long g(long a, double b) { return a * (long)b; }
double h(double x) { return x * 2; }
