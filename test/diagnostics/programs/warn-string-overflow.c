/* -Wstringop-overflow, by default: where gcc 12 tells, and nowhere else. */
#include <stdio.h>
#include <string.h>
struct s { char name[8]; int n; } g;
char gb[4];
void f(const char *s, int n) {
  char b[4]; int v[3]; char two[2][4];
  strcpy(b, "hello"); // expected-warning{{'strcpy' writing 6 bytes into a region of size 4 overflows the destination}}
  strcpy(b, "abc");
  memcpy(b, s, 5); // expected-warning{{'memcpy' writing 5 bytes into a region of size 4 overflows the destination}}
  memmove(b + 1, s, 4); // expected-warning{{'memmove' writing 4 bytes into a region of size 3 overflows the destination}}
  memset(b, 0, 5); // expected-warning{{'memset' writing 5 bytes into a region of size 4 overflows the destination}}
  memset(&b[2], 0, 3); // expected-warning{{'memset' writing 3 bytes into a region of size 2 overflows the destination}}
  strncpy(b, s, 5); // expected-warning{{'strncpy' writing 5 bytes into a region of size 4 overflows the destination}}
  strncpy(b, s, sizeof b);
  strcat(b, "abcdef"); // expected-warning{{'strcat' writing 7 bytes into a region of size 4 overflows the destination}}
  strncat(b, s, 4); // expected-warning{{'strncat' specified bound 4 equals destination size}}
  strncat(b, s, 5); // expected-warning{{'strncat' specified bound 5 exceeds destination size 4}}
  strncat(b, s, sizeof b); // expected-warning{{'strncat' specified bound 4 equals destination size}}
  memset(v, 0, 13); // expected-warning{{'memset' writing 13 bytes into a region of size 12 overflows the destination}}
  memset(v, 0, sizeof v * 4); // expected-warning{{'memset' writing 48 bytes into a region of size 12 overflows the destination}}
  memset(&v[1], 0, 9); // expected-warning{{'memset' writing 9 bytes into a region of size 8 overflows the destination}}
  memset(g.name, 0, 9);
  memset(&g, 0, 13); // expected-warning{{'memset' writing 13 bytes into a region of size 12 overflows the destination}}
  memset(&g.name, 0, 9);
  strcpy(g.name, "12345678");
  strcpy(two[0], "1234");
  memcpy(two[0], s, 5);
  sprintf(b, "hello");
  sprintf(b, "%d", 12345);
  snprintf(b, 5, "%s", s);
  snprintf(b, sizeof b, "hello");
  memcpy(gb, "hello", 6); // expected-warning{{'memcpy' writing 6 bytes into a region of size 4 overflows the destination}}
  memcpy(gb, s, n);
  stpcpy(b, "hello"); // expected-warning{{'stpcpy' writing 6 bytes into a region of size 4 overflows the destination}}
  bzero(b, 5); // expected-warning{{'bzero' writing 5 bytes into a region of size 4 overflows the destination}}
  fgets(b, 5, stdin); // expected-warning{{'fgets' writing 5 bytes into a region of size 4 overflows the destination}}
  strcpy(gb + n, "hello"); // expected-warning{{'strcpy' writing 6 bytes into a region of size 4 overflows the destination}}
  memcpy(&n, s, 8); // expected-warning{{'memcpy' writing 8 bytes into a region of size 4 overflows the destination}}
  memcpy("ab", s, 3);
  puts(b); puts((char*)v); puts(two[0]);
}
