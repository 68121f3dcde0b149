// Pointers to coarrays are given coarrays; XcalableMP's directives.
#include <upc.h>
int a[3]:[*], plain[3], *nothing:[*] = 0;  // expected-note{{declared here}} expected-note{{declared here}}
int *kept:[*] = plain;
void f(int n, int *p:[*]);  // expected-note{{'p' is declared with a coshape here}} expected-note{{'p' is declared with a coshape here}} expected-note{{'p' is declared with a coshape here}} expected-note{{'p' is declared with a coshape here}}
void g(int x[]:[2][*]);  // expected-note{{'x' is declared with a coshape here}}
void *allocated(int bytes);
#pragma xmp nodes p[4]
#pragma xmp template t(0:3)  // expected-warning{{'#pragma xmp template t(0:3)' is ignored: only directives of the local view are known}}
#pragma xmp coarray plain:[3]  // expected-error{{the last codimension of 'plain' must be '[*]': the number of images gives its extent (XcalableMP 1.4, 5.1)}}
#pragma xmp coarray unknown:[*]  // expected-error{{'unknown' undeclared here (not in a function)}}
static int later;
#pragma xmp coarray later:[*]

void use(int k, int *q, int *r:[*]) {  // expected-note{{declared here}} expected-note{{declared here}} expected-note{{'r' is declared with a coshape here}} expected-note{{declared here}}
  int local[3], *near:[*] = a, *far:[*] = &plain[1], *open:[][] = allocated(12);  // expected-error{{what 'far' points to must be a coarray: 'plain' has no coshape (Fortran 2018, 15.5.2.8)}} expected-note{{'far' is declared with a coshape here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{'near' is declared with a coshape here}} expected-note{{declared here}}
  f(1, a);
  f(1, &a[1]);
  f(1, a + 1);
  f(1, r);
  f(1, 0);
  f(1, allocated(3));
  f(1, plain);  // expected-error{{argument 2 of 'f' must be a coarray: 'plain' has no coshape (Fortran 2018, 15.5.2.8)}}
  f(1, local + 1);  // expected-error{{argument 2 of 'f' must be a coarray: 'local' has no coshape (Fortran 2018, 15.5.2.8)}}
  f(1, q);  // expected-error{{argument 2 of 'f' must be a coarray: 'q' has no coshape (Fortran 2018, 15.5.2.8)}}
  f(1, (int *)q);  // expected-error{{argument 2 of 'f' must be a coarray: 'q' has no coshape (Fortran 2018, 15.5.2.8)}}
  g(k ? a : plain);
  g(&local[k]);  // expected-error{{argument 1 of 'g' must be a coarray: 'local' has no coshape (Fortran 2018, 15.5.2.8)}}
  r = q;  // expected-error{{what 'r' points to must be a coarray: 'q' has no coshape (Fortran 2018, 15.5.2.8)}}
  r = near + 1;
  near = local;  // expected-error{{what 'near' points to must be a coarray: 'local' has no coshape (Fortran 2018, 15.5.2.8)}}
  later:[k] = 1;
#pragma xmp post(1)  // expected-warning{{'#pragma xmp post(1)' is ignored: its arguments are not as XcalableMP has them}}
#pragma xmp post(p[2], 3  // expected-warning{{'#pragma xmp post(p[2], 3' is ignored: its arguments are not as XcalableMP has them}}
#pragma xmp task on p[0]  // expected-warning{{'#pragma xmp task on p[0]' is ignored: only directives of the local view are known}}
#pragma xmp wait(1, 2, 3)  // expected-warning{{'#pragma xmp wait(1, 2, 3)' is ignored: its arguments are not as XcalableMP has them}}
#pragma xmp post(undeclared, 3)  // expected-warning{{implicit declaration of function 'xmp_post'}} expected-note{{include <xmp.h>, which declares 'xmp_post'}} expected-error{{'undeclared' undeclared (first use in this function)}}
}
