// Arguments of coarray.h that are of a wrong type.
#include <coarray.h>
float f:[*];
event_type e:[*];
lock_type l:[*];
int n:[*];
long w:[*];
static int plus(int a, int b) { return a + b; }

int main(void) {
  team_type t;
  int old;
  atomic_add(&f:[0], 1); // expected-error{{called object of type 'struct atomic_variables_must_be_int_or_long *' is not a function or function pointer}}
  atomic_fetch_add(&w:[0], 1, &old); // expected-warning{{pointer type mismatch in conditional expression ('int *' and 'long *')}}
  event_post(&l:[0]); // expected-error{{passing argument 1 of '__coarray_event_post': a cast is needed, the element types are 'shared [] struct event_type' and 'shared [] struct lock_type' ('shared [] struct lock_type *' to 'shared [] struct event_type *'; UPC 1.3, 6.5.1.1)}}
  event_post(e:[0]); // expected-error{{incompatible type for argument 1 of '__coarray_event_post'}}
  event_wait(&e:[0]); // expected-error{{passing argument 1 of '__coarray_event_wait': a pointer-to-shared becomes private only by a cast ('shared [] struct event_type *' to 'struct event_type *'; UPC 1.3, 6.4.3)}} expected-note{{cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget}}
  unlock(&n); // expected-error{{passing argument 1 of 'xmp_unlock': a pointer to private data cannot become a pointer-to-shared ('int *' to 'shared [] struct lock_type *'; UPC 1.3, 6.4.3)}} expected-note{{allocate the data with upc_alloc or declare it shared, or copy it with upc_memput}}
  co_reduce(&f, 1, plus); // expected-warning{{pointer type mismatch in conditional expression ('int (*)(int, int)' and 'float (*)(float, float)')}}
  short number = 1;
  co_sum(number); // expected-error{{static assertion failed: "this function works on an array, in place: of a number it takes the address, as in co_sum(&x)"}}
  form_team(1, t); // expected-error{{incompatible type for argument 2 of '__coarray_form_team'}}
  sync_images(1, &w); // expected-warning{{passing argument 2 of 'xmp_sync_images' from incompatible pointer type}}
  critical { // expected-note{{the block is here}}
    event_post(&e); // expected-error{{'__coarray_event_post_own' in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)}} expected-note{{synchronize before or after the block}}
  }
  return num_images(&t) + num_images(3) + plus(1, 2);
}
