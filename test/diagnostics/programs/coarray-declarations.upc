// Objects that can be coarrays, and their coshapes.
int good:[*], also:[2][3][*];  // expected-note{{declared here}} expected-note{{declared here}}
extern int good:[*];
int good:[2][*];  // expected-error{{conflicting coshapes for 'good': ':[*]' and ':[2][*]' (XcalableMP 1.4, 5.1)}}
extern int also:[2][4][*];  // expected-error{{conflicting coshapes for 'also': ':[2][3][*]' and ':[2][4][*]' (XcalableMP 1.4, 5.1)}}
int f(void):[*];  // expected-error{{the function 'f' cannot be a coarray: only objects can (XcalableMP 1.4, 5.1)}}
typedef int type:[*];  // expected-error{{the typedef 'type' cannot be a coarray: only objects can (XcalableMP 1.4, 5.1)}}
struct s {
  int bits : 3;
};
shared int global:[*];  // expected-error{{'global' cannot be a coarray: it is shared ('shared int'); a coarray is private data of each image (XcalableMP 1.4, 5.1)}}
volatile int restless:[*];  // expected-error{{'restless' cannot be a coarray: it is volatile (XcalableMP 1.4, 5.1)}}
int last:[2];  // expected-error{{the last codimension of 'last' must be '[*]': the number of images gives its extent (XcalableMP 1.4, 5.1)}}
int open:[];  // expected-error{{'open' is no pointer, so its coshape cannot be left open: only xmp_comalloc fills it in (XcalableMP 1.4, 5.1)}}
int many:[*][*];  // expected-error{{only the last codimension of 'many' can be '[*]', the others need an extent (XcalableMP 1.4, 5.1)}}
int zero:[0][*], negative:[-1][*], real:[1.5][*];  // expected-error{{coextent of 'zero' must be a positive integer constant, not 0 (XcalableMP 1.4, 5.1)}} expected-error{{coextent of 'negative' must be a positive integer constant, not -1 (XcalableMP 1.4, 5.1)}} expected-error{{coextent of 'real' must be a positive integer constant (XcalableMP 1.4, 5.1)}}
int size;
int variable:[size][*];  // expected-error{{coextent of 'variable' must be a positive integer constant (XcalableMP 1.4, 5.1)}}
int half:[][*];  // expected-error{{only the last codimension of 'half' can be '[*]', the others need an extent (XcalableMP 1.4, 5.1)}}
int *pointer:[*], *deferred:[][];
void parameters(int value:[*], int array[]:[*], int (*rows)[3]:[2][*], int *late:[]);  // expected-error{{'value' cannot be a coarray: it is passed by value (XcalableMP 1.4, 5.1)}} expected-note{{declare an array or a pointer, as in '*value:[*]'}}

int main(void) {
  int automatic:[*];  // expected-error{{'automatic' cannot be a coarray: it has automatic storage duration (XcalableMP 1.4, 5.1)}} expected-note{{declare it 'static' or outside of the function, or allocate it with xmp_comalloc}}
  register int fast:[*];  // expected-error{{'fast' cannot be a coarray: it has register storage duration (XcalableMP 1.4, 5.1)}} expected-note{{declare it 'static' or outside of the function, or allocate it with xmp_comalloc}}
  struct s object:[*];  // expected-error{{'object' cannot be a coarray: it has automatic storage duration (XcalableMP 1.4, 5.1)}} expected-note{{declare it 'static' or outside of the function, or allocate it with xmp_comalloc}}
  static int block:[*] = 1;
  int array[3]:[*];  // expected-error{{'array' cannot be a coarray: it has automatic storage duration (XcalableMP 1.4, 5.1)}} expected-note{{declare it 'static' or outside of the function, or allocate it with xmp_comalloc}}
  int *local:[*] = &good, *open:[] = 0;
  shared int *remote:[*];
  {
    extern int good:[*];
    extern int block:[*];
  }
  for (int i:[*] = 0;;) break;  // expected-error{{'i' cannot be a coarray: it has automatic storage duration (XcalableMP 1.4, 5.1)}} expected-note{{declare it 'static' or outside of the function, or allocate it with xmp_comalloc}}
  return 0;
}
