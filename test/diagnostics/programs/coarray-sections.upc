// Array sections and their assignments.
#include <upc.h>
int a[10]:[*], b[10], two[4][6]:[*], three[2][3][4];
int *heads[5], scalar;
struct s { int x, v[3]; int bits : 3; } s[10]:[*];
shared int theirs[4 * THREADS];
shared [] int mine[8];
extern int unknown[];
int g(int x);
int *h(int *p);

void use(int k, int n, double d, int *p, const int *q) {
  a[0:3];  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  scalar = a[0:3];  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  g(a[0:3]);  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  if (a[0:3]) scalar = 1;  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  for (; a[0:1] = 0;) break;  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  k = (a[0:3] = 0);  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  a[0:3] = 0, b[0:3] = 1;  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}} expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  int local = a[0:3];  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  a[0:3] = b[0:4];  // expected-error{{dimension 0 of the section has 4 elements, on the left it has 3 (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  a[0:3]:[k] = b[n:3] + b[2:4];  // expected-error{{dimension 0 of the section has 4 elements, on the left it has 3 (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  two[0:2][:] = b[0:2];  // expected-error{{a section of 1 dimension in an assignment to one of 2 dimensions (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  two[:][:] = three[0][:][:];  // expected-error{{dimension 0 of the section has 3 elements, on the left it has 4 (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  two[0:2][0:1] = b[0:2];
  a[:] = b[::2];  // expected-error{{dimension 0 of the section has 5 elements, on the left it has 10 (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  a[0:0] = 1;  // expected-error{{the length of a section must be positive, not 0 (XcalableMP 1.4, 5.2.2)}}
  a[0:-2] = 1;  // expected-error{{the length of a section must be positive, not -2 (XcalableMP 1.4, 5.2.2)}}
  a[0:3:0] = 1;  // expected-error{{the step of a section cannot be 0 (XcalableMP 1.4, 5.2.2)}}
  a[8:3] = 1;  // expected-warning{{the section reaches element 10 of an array of 10 elements}}
  a[2:4:-1] = b[0:4];  // expected-warning{{the section reaches element -1 of an array of 10 elements}}
  a[d:3] = 1;  // expected-error{{part of a section is not an integer ('double') (XcalableMP 1.4, 5.2.2)}}
  a[0:p] = 1;  // expected-error{{part of a section is not an integer ('int *') (XcalableMP 1.4, 5.2.2)}}
  p[:] = 1;  // expected-error{{the section of a pointer needs a length, as in 'p[start:length]' (XcalableMP 1.4, 5.2.2)}}
  p[0:3] = q[1:3];
  q[0:3] = 1;  // expected-error{{assignment of read-only location}}
  unknown[:] = 1;  // expected-error{{the array has no length here: the section needs one (XcalableMP 1.4, 5.2.2)}}
  unknown[1:2] = 1;
  scalar[0:3] = 1;  // expected-error{{subscripted value is neither array nor pointer ('int')}}
  two[0:2] = 1;  // expected-error{{assignment to expression with array type 'int[6]'}}
  two[0][:] = 2 * two[1:3][0];  // expected-error{{dimension 0 of the section has 3 elements, on the left it has 6 (XcalableMP 1.4, 5.2.2)}} expected-note{{the section assigned to is here}}
  theirs[0:3] = 1;  // expected-error{{a section of 'shared int[4*THREADS]' would lie on several threads (XcalableMP 1.4, 5.2.2)}}
  mine[0:3] = a[0:3]:[k];
  heads[0:3][1] = 1;  // expected-error{{the elements of the section are pointers: what they point to is no section (XcalableMP 1.4, 5.2.2)}}
  *heads[0:3] = 1;  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  heads[0:3] = p;
  b[0:3] = heads[0:3][1];  // expected-error{{the elements of the section are pointers: what they point to is no section (XcalableMP 1.4, 5.2.2)}}
  a[b[0:3]] = 1;  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  a[b[0:3]:3] = 1;  // expected-error{{a section cannot be a subscript, image index or bound of another (XcalableMP 1.4, 5.2.2)}}
  b[0:3] = a[b[0:3]];
  b[0:3] = a[1]:[b[0:3]];
  s[0:3].bits = 1;  // expected-error{{bit-fields have no section (XcalableMP 1.4, 5.2.2)}}
  s[0:3].x = s[4:3].bits:[k];  // expected-error{{bit-fields have no section (XcalableMP 1.4, 5.2.2)}}
  s[0:3] = s[1];
  s[0:3].v[0:2] = two[:3][::3];
  b[0:3] = a[0:3]++;  // expected-error{{on the right of an array assignment a section can only be read (XcalableMP 1.4, 5.2.2)}}
  b[0:3] = (a[0:3] = 2);  // expected-error{{on the right of an array assignment a section can only be read (XcalableMP 1.4, 5.2.2)}}
  heads[0:3] = &a[0:3];  // expected-error{{on the right of an array assignment a section can only be read (XcalableMP 1.4, 5.2.2)}}
  b[0:3] = sizeof a[0:3];  // expected-error{{an array section stands only in an array assignment statement, as in 'a[0:n] = b[0:n];' (XcalableMP 1.4, 5.2.2)}}
  b[0:3] = g(a[0:3]);
  b[0:3] = d * a[0:3];
  heads[0:3] = h(heads[1:3]);
  a[0:3] = "text";  // expected-warning{{assignment to 'int' from 'char *' makes integer from pointer without a cast}}
  b[0:3] += a[4:3]:[k];
  a[1:2][3] = 1;  // expected-error{{subscripted value is neither array nor pointer ('int')}}
}
