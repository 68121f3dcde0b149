// Warnings of gcc -Wall -Wextra about comparisons, cases, and other expressions and statements that are hardly meant.
// flags: -Wall -Wextra
#include <stdbool.h>
#include <string.h>
enum color { RED, GREEN, BLUE };
struct three { int a, b, c; };
struct nested { struct three t; int d; };
extern void use(void *);
int compare(int i, unsigned u, unsigned char c, short s, long l, bool b)
{
  int n = i < u; // expected-warning{{comparison of integer expressions of different signedness: 'int' and 'unsigned int'}}
  n += c < i;
  n += s > u; // expected-warning{{comparison of integer expressions of different signedness: 'short' and 'unsigned int'}}
  n += (i & 15) == u;
  n += 3 < u;
  n += l < u;
  n += u < 0; // expected-warning{{comparison of unsigned expression in '< 0' is always false}}
  n += u >= 0; // expected-warning{{comparison of unsigned expression in '>= 0' is always true}}
  n += 0 > u; // expected-warning{{comparison of unsigned expression in '< 0' is always false}}
  n += c > 255; // expected-warning{{comparison is always false due to limited range of data type}}
  n += c == 300; // expected-warning{{comparison is always false due to limited range of data type}}
  n += s < 100000; // expected-warning{{comparison is always true due to limited range of data type}}
  n += i == i; // expected-warning{{self-comparison always evaluates to true}}
  n += u > u; // expected-warning{{self-comparison always evaluates to false}}
  n += (i > 2) == 3; // expected-warning{{comparison of constant '3' with boolean expression is always false}}
  n += b > 1; // expected-warning{{comparison of constant '1' with boolean expression is always false}}
  n += !i < 2; // expected-warning{{comparison of constant '2' with boolean expression is always true}}
  return n;
}
int cases(enum color c, int n)
{
  switch (c) { // expected-warning{{enumeration value 'GREEN' not handled in switch}}
  case RED: n++; break;
  case BLUE: break;
  }
  switch (n) { // expected-warning@+3{{this statement may fall through}} expected-note@+4{{the next case is here}}
  case 0:
  case 1:
    n++;
  case 2:
    n++;
    /* fall through */
  case 3:
    n--;
    __attribute__((fallthrough));
  case 4:
    if (n) return 1;
    else return 2;
  case 5:
    if (n) return 1;
  // FALLTHRU
  case 6: {
    n = 3;
    break;
  }
  case 7:
    if (n) n = 3;
  default:
    break;
  }
  return n;
}
int *addresses(int k)
{
  int local[3], x; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
  static int kept[2];
  use(local);
  local[3] = 1; // expected-warning{{array subscript 3 is above array bounds of 'int[3]'}}
  local[-1] = 2; // expected-warning{{array subscript -1 is below array bounds of 'int[3]'}}
  use(&local[3]);
  x = sizeof local[7];
  if (k == 1) return local; // expected-warning{{function returns the address of the local variable 'local'}}
  if (k == 2) return &x; // expected-warning{{function returns the address of the local variable 'x'}}
  if (k == 3) return kept;
  if (k == 4) return &kept[1] + 1;
  return &local[1] + kept[2]; // expected-warning{{function returns the address of the local variable 'local'}} expected-warning{{array subscript 2 is above array bounds of 'int[2]'}}
}
int spelled(int a, int b, int c)
{
  if (a = b) c++; // expected-warning{{suggest parentheses around assignment used as truth value}}
  if ((a = b)) c++;
  while (a = c - 1) c--; // expected-warning{{suggest parentheses around assignment used as truth value}}
  c = a && b || c; // expected-warning{{suggest parentheses around '&&' within '||'}}
  c += (a && b) || c;
  c += a << 1 + b; // expected-warning{{suggest parentheses around '+' inside '<<'}}
  c += a & b == c; // expected-warning{{suggest parentheses around comparison in operand of '&'}}
  c += a | b + 1; // expected-warning{{suggest parentheses around arithmetic in operand of '|'}}
  c += a < b < c; // expected-warning{{suggest parentheses around '<': 'a < b < c' compares a truth value}}
  c += (a & b) == c;
  if (a) // expected-warning{{suggest explicit braces to avoid ambiguous 'else'}}
    if (b) c++; // expected-note{{the 'else' belongs to this 'if'}}
    else c--;
  if (a) ; // expected-warning{{suggest braces around empty body in an 'if' statement}}
  if (b) c++; else ; // expected-warning{{suggest braces around empty body in an 'else' statement}}
  a = a++; // expected-warning{{operation on 'a' may be undefined}}
  c = c++ + c; // expected-warning{{operation on 'c' may be undefined}} expected-warning{{operation on 'c' may be undefined}}
  b = (b++, 3);
  c = a++ && a;
  return a + b + c;
}
void memory(char *p, struct three *t)
{
  memset(p, 4, 0); // expected-warning{{'memset' used with constant zero length parameter; this could be due to transposed parameters}}
  memset(p, 0, 0);
  memset(t, 0, sizeof t); // expected-warning{{argument to 'sizeof' in 'memset' call is the same expression as the destination; did you mean to dereference it? ('sizeof *t')}}
  memset(t, 0, sizeof *t);
  strlen(NULL); // expected-warning{{argument 1 null where non-null expected}}
  memcpy(p, 0, 3); // expected-warning{{argument 2 null where non-null expected}}
}
struct three zero = {0}, one = {1}, named = {.a = 1}, all = {1, 2, 3}, array[2] = {{1, 2}, {1, 2, 3}}; // expected-warning{{missing initializer for member 'b' of 'struct three'}} expected-warning{{missing initializer for member 'c' of 'struct three'}}
struct nested deep = {{1, 2, 3}, 4}, part = {{1}, 2}, flat = {1, 2, 3, 4}; // expected-warning{{missing initializer for member 'b' of 'struct three'}}
