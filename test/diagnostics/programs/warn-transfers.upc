// -Wbulk-overflow, -Wfree-nonheap-object, -Wdistinct-arrays: shared data and the library (UPC 6.4.2, 7.2.2, 7.2.5).
#include <upc.h>
#include <upc_nb.h>
shared int cyclic[10 * THREADS]; // expected-note{{it is declared here}}
shared [5] int blocked[20 * THREADS]; // expected-note{{it is declared here}}
shared [] int all[100]; // expected-note{{it is declared here}}
shared double scalar; // expected-note{{it is declared here}}
shared struct { int x[4]; } box;
int buffer[100], small[3], one;
void bulk(shared int *p, int *q, int n)
{
  upc_memget(buffer, cyclic, 10 * sizeof(int));
  upc_memget(buffer, cyclic, 11 * sizeof(int)); // expected-warning{{44 bytes at 'cyclic', of which no thread holds more than 40 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(cyclic) bytes or less}}
  upc_memget(buffer, &cyclic[3], sizeof(cyclic)); // expected-warning{{the size of an array that is on all threads at 'cyclic', of which no thread holds more than 40 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(cyclic) bytes or less}}
  upc_memget(buffer, &cyclic[3], upc_localsizeof(cyclic));
  upc_memget(buffer, cyclic, sizeof cyclic); // expected-warning{{the size of an array that is on all threads at 'cyclic', of which no thread holds more than 40 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(cyclic) bytes or less}}
  upc_memput(&blocked[5], buffer, 20 * sizeof(int));
  upc_memput(&blocked[5], buffer, 21 * sizeof(int)); // expected-warning{{84 bytes at 'blocked', of which no thread holds more than 80 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(blocked) bytes or less}}
  upc_memput(&all[5], buffer, sizeof all);
  upc_memput(all + 5, buffer, sizeof(all) + 1); // expected-warning{{401 bytes at 'all', of which no thread holds more than 400 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(all) bytes or less}} expected-warning{{401 bytes at 'buffer', which has 400 bytes}}
  upc_memset(&scalar, 0, sizeof(double));
  upc_memset(&scalar, 0, 9); // expected-warning{{9 bytes at 'scalar', of which no thread holds more than 8 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(scalar) bytes or less}}
  upc_memset(&box.x[1], 0, sizeof(box) + 4); // expected-warning{{20 bytes at 'box', of which no thread holds more than 16 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(box) bytes or less}}
  upc_memcpy(blocked, cyclic, 80); // expected-warning{{80 bytes at 'cyclic', of which no thread holds more than 40 bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)}} expected-note{{transfer each thread's part by itself: upc_localsizeof(cyclic) bytes or less}}
  upc_memget(small, all, sizeof small);
  upc_memget(small, all, 13); // expected-warning{{13 bytes at 'small', which has 12 bytes}}
  upc_memget(&small[1], all, 12); // expected-warning{{12 bytes at 'small', which has 8 of 12 bytes left there}}
  upc_memget(small + 1, all, 8);
  upc_memput(all, &one, 8); // expected-warning{{8 bytes at 'one', which has 4 bytes}}
  upc_memget(q, p, 4000);
  upc_memget(buffer + n, p, 400);
  upc_memget(buffer + n, p, 404); // expected-warning{{404 bytes at 'buffer', which has 400 bytes}}
  upc_memget_nbi(small, all, 16); // expected-warning{{16 bytes at 'small', which has 12 bytes}}
}
void frees(shared int *p, shared [] int *q)
{
  upc_free(cyclic); // expected-warning{{'upc_free' of 'cyclic', which is declared and not allocated (UPC 1.3, 7.2.2)}}
  upc_free(&all[3]); // expected-warning{{'upc_free' of 'all', which is declared and not allocated (UPC 1.3, 7.2.2)}}
  upc_free(&scalar); // expected-warning{{'upc_free' of 'scalar', which is declared and not allocated (UPC 1.3, 7.2.2)}}
  upc_all_free(blocked); // expected-warning{{'upc_all_free' of 'blocked', which is declared and not allocated (UPC 1.3, 7.2.2)}}
  upc_free(p);
  upc_free(p + 3); // expected-warning{{'upc_free' of a place 3 elements behind 'p': only what the allocation returned can be freed (UPC 1.3, 7.2.2)}}
  upc_free(&q[1]); // expected-warning{{'upc_free' of a place 1 element behind 'q': only what the allocation returned can be freed (UPC 1.3, 7.2.2)}}
  upc_free(p - 1); // expected-warning{{'upc_free' of a place 1 element before 'p': only what the allocation returned can be freed (UPC 1.3, 7.2.2)}}
  upc_free((shared void *)q);
  upc_free(p + 0);
}
int arrays(shared int *p)
{
  if (&cyclic[1] < &cyclic[2]) return cyclic + 4 - cyclic;
  static shared int other[THREADS];
  if (&cyclic[1] < &other[1]) return 1; // expected-warning{{'<' on pointers into different arrays, 'cyclic' and 'other', is undefined (UPC 1.3, 6.4.2)}}
  if (&cyclic[1] == &other[1]) return 2;
  if (p < other) return 3;
  return other - cyclic; // expected-warning{{'-' on pointers into different arrays, 'other' and 'cyclic', is undefined (UPC 1.3, 6.4.2)}}
}
