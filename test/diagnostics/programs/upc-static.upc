// The same declarations are right where it is known.
// flags: -T=4
shared int ok1[10 * THREADS];
shared int ok2[THREADS * (100 * 20)];
shared int bad1[THREADS * 100 * 20];
shared int bad2[10 + THREADS];
shared int bad3[10];
shared [5] int bad4[10];
shared int bad5[THREADS][4 * THREADS];
shared int bad6[THREADS * THREADS];
shared [] int bad7[THREADS];
shared [] int ok3[10];
typedef int S[10];
shared [3] S ok4[3 * THREADS];
shared int (**bad8)[THREADS][THREADS];
typedef shared int (*bad9)[THREADS][13][THREADS];
shared [UPC_MAX_BLOCK_SIZE + 1] char bad10[THREADS]; // expected-error{{block size 1073741824 is larger than UPC_MAX_BLOCK_SIZE, 1073741823 (UPC 1.3, 6.3.3)}}
shared [*] char bad11[(UPC_MAX_BLOCK_SIZE + 1) * THREADS]; // expected-warning{{integer overflow in expression of type 'int' results in '0'}}
shared int bad12[THREADS / 2];
shared int bad13[THREADS - 1];
shared int bad14[-3 * THREADS]; // expected-error{{size of array 'bad14' is negative (-12)}}
int local[THREADS];
static int local2[THREADS];
enum e { E = THREADS };
shared [THREADS] int bad15[THREADS];
int f(shared void *q)
{
  int vla[THREADS];
  switch (1) { case THREADS: ; }
  return sizeof((shared int (*)[THREADS][THREADS])q);
}
