// References to objects of other images.
#include <upc.h>
typedef struct { int index; } team_type;
int a[4]:[*], two[3][5]:[2][*], plain[4], *heads[3]:[*], *kept:[*];  // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
struct s { int x; int *p; int v[3]; int bits : 3; } s:[*], t;  // expected-note{{declared here}}
const int fixed:[*] = 3;
shared int theirs[THREADS];
int f(void);
void of(int *p);

int use(int k, double d, int *p, struct s *q, team_type *team, int *stat) {  // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
  int local = 0;  // expected-note{{declared here}}
  int *near:[*] = a;  // expected-note{{declared here}}
  plain[0]:[k] = 1;  // expected-error{{what is coindexed is no coarray: 'plain' has no coshape, as in 'plain:[*]' (XcalableMP 1.4, 5.2)}}
  local:[k] = 1;  // expected-error{{what is coindexed is no coarray: 'local' has no coshape, as in 'local:[*]' (XcalableMP 1.4, 5.2)}}
  f():[k] = 1;  // expected-error{{what is coindexed is no coarray: it is a value, not an object (XcalableMP 1.4, 5.2)}}
  k:[0]++;  // expected-error{{what is coindexed is no coarray: 'k' has no coshape, as in 'k:[*]' (XcalableMP 1.4, 5.2)}}
  a[1]:[k]:[k] = 1;  // expected-error{{the object is coindexed already (XcalableMP 1.4, 5.2)}}
  a[1]:[k][k] = 1;  // expected-error{{'a' has 1 codimension, but 2 image indices are given (XcalableMP 1.4, 5.2)}}
  two[1][1]:[k] = 1;  // expected-error{{'two' has 2 codimensions, but 1 image index is given (XcalableMP 1.4, 5.2)}}
  two[1][1]:[2][k] = 1;  // expected-error{{image index 2 is out of range: this codimension of 'two' has 0 to 1 (XcalableMP 1.4, 5.2)}}
  two[1][1]:[0][-1] = 1;  // expected-error{{image index -1 is out of range: this codimension of 'two' has 0 and more (XcalableMP 1.4, 5.2)}}
  a[1]:[d] = 1;  // expected-error{{image index is not an integer ('double') (XcalableMP 1.4, 5.2)}}
  a[1]:[p] = 1;  // expected-error{{image index is not an integer ('int *') (XcalableMP 1.4, 5.2)}}
  theirs[1]:[k] = 1;  // expected-error{{the object is shared: its thread is known already (XcalableMP 1.4, 5.2)}}
  *heads[1]:[k] = 1;
  (*heads[1]):[k] = 1;  // expected-error{{what is coindexed is no coarray: it lies behind a pointer, whose target can be anywhere (XcalableMP 1.4, 5.2)}}
  heads[1][2]:[k] = 1;  // expected-error{{what is coindexed is no coarray: it lies behind a pointer, whose target can be anywhere (XcalableMP 1.4, 5.2)}}
  s.p[1]:[k] = 1;  // expected-error{{what is coindexed is no coarray: it lies behind a pointer, whose target can be anywhere (XcalableMP 1.4, 5.2)}}
  q->x:[k] = 1;  // expected-error{{what is coindexed is no coarray: the pointer 'q' has no coshape, as in 'q:[*]' (XcalableMP 1.4, 5.2)}}
  t.x:[k] = 1;  // expected-error{{what is coindexed is no coarray: 't' has no coshape, as in 't:[*]' (XcalableMP 1.4, 5.2)}}
  p[1]:[k] = 1;  // expected-error{{what is coindexed is no coarray: the pointer 'p' has no coshape, as in 'p:[*]' (XcalableMP 1.4, 5.2)}}
  near:[k] = 0;  // expected-error{{what is coindexed is no coarray: 'near' is a pointer of this image; what it points to is the coarray (XcalableMP 1.4, 5.2)}}
  near[1]:[k] = kept[1]:[k];
  kept:[k] = 0;
  fixed:[k] = 4;  // expected-error{{assignment of read-only location}}
  a:[k] = plain;  // expected-error{{assignment to expression with array type 'shared [] int[4]'}}
  p = &a[1]:[k];  // expected-error{{assignment to 'int *' from 'shared [] int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  p = a:[k];  // expected-error{{assignment to 'int *' from 'shared [] int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  of(&a[0]:[k]);  // expected-error{{passing argument 1 of 'of': a pointer-to-shared becomes private only by a cast ('shared [] int *' to 'int *'; UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  of(s.v:[k]);  // expected-error{{passing argument 1 of 'of': a pointer-to-shared becomes private only by a cast ('shared [] int *' to 'int *'; UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  s.bits:[k] = 9;
  p = &s.bits:[k];  // expected-error{{cannot take address of bit-field}}
  shared [] int *sp = &a[1]:[k];
  shared int *cyclic = &a[1]:[k];  // expected-error{{initialization of 'shared int *' from 'shared [] int *': a cast is needed, the block sizes are 1 and indefinite (UPC 1.3, 6.5.1.1)}}
  (a + 1):[k] = 1;  // expected-error{{what is coindexed is no coarray: it is a value, not an object (XcalableMP 1.4, 5.2)}}
  (k ? a[0] : a[1]):[k] = 1;  // expected-error{{what is coindexed is no coarray: it is a value, not an object (XcalableMP 1.4, 5.2)}}
  a[1]:[k, stat = stat, team = team] = 1;  // expected-error{{'team =' cannot stand beside 'stat =' (Fortran 2018, 9.6)}}
  a[1]:[k, stat = stat, stat = stat] = 1;  // expected-error{{'stat =' is given twice (Fortran 2018, 9.6)}}
  a[1]:[k, image = 3] = 1;  // expected-error{{unknown image selector 'image': team, team_number and stat are known (Fortran 2018, 9.6)}}
  a[1]:[k, stat = d] = 1;  // expected-error{{'stat =' needs a private 'int *', not 'double' (Fortran 2018, 9.6)}}
  a[1]:[k, team = 3] = 1;  // expected-error{{'team =' needs a private 'team_type *', not 'int' (Fortran 2018, 9.6)}}
  a[1]:[k, team_number = team] = 1;  // expected-error{{'team_number =' needs an integer, not 'struct <anonymous> *' (Fortran 2018, 9.6)}}
  a[1]:[k, team_number = 3] = s:[k, team = team].x;
  nothing[1]:[k] = 1;  // expected-error{{'nothing' undeclared (first use in this function)}}
  sizeof a:[k, bad = 1];  // expected-error{{unknown image selector 'bad': team, team_number and stat are known (Fortran 2018, 9.6)}}
  static int initial = a[1]:[0];  // expected-error{{initializer element is not constant}}
  switch (k) {
    case a[1]:[0]: break;  // expected-error{{case label is not an integer constant expression}}
  }
  return 0;
}
