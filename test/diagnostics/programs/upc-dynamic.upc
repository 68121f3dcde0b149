// THREADS where the number of threads is not known at translation (UPC 6.5.2.1).
shared int ok1[10 * THREADS];
shared int ok2[THREADS * (100 * 20)];
shared int odd1[THREADS * 100 * 20]; // expected-warning{{'THREADS' is multiplied more than once; the specification has one constant factor when the number of threads is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3)}}
shared int bad2[10 + THREADS]; // expected-error{{size of shared array 'bad2': 'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3), or compile with -T=N}}
shared int bad3[10]; // expected-error{{shared array 'bad3' of type 'shared int[10]' needs 'THREADS' in one dimension when the number of threads is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{multiply a dimension by THREADS, give it an indefinite block size, '[]', or compile with -T=N}}
shared [5] int bad4[10]; // expected-error{{shared array 'bad4' of type 'shared [5] int[10]' needs 'THREADS' in one dimension when the number of threads is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{multiply a dimension by THREADS, give it an indefinite block size, '[]', or compile with -T=N}}
shared int bad5[THREADS][4 * THREADS]; // expected-error{{'THREADS' in more than one dimension of 'bad5' needs a fixed number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{keep 'THREADS' in one dimension, or compile with -T=N}}
shared int bad6[THREADS * THREADS]; // expected-error{{size of shared array 'bad6': 'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3), or compile with -T=N}}
shared [] int bad7[THREADS]; // expected-error{{'THREADS' in the size of 'bad7', which has indefinite block size, needs a fixed number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{leave 'THREADS' out, give a definite block size, or compile with -T=N}}
shared [] int ok3[10];
typedef int S[10];
shared [3] S ok4[3 * THREADS];
shared int (**bad8)[THREADS][THREADS]; // expected-error{{'THREADS' in more than one dimension of 'bad8' needs a fixed number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{keep 'THREADS' in one dimension, or compile with -T=N}}
typedef shared int (*bad9)[THREADS][13][THREADS]; // expected-error{{'THREADS' in more than one dimension of 'bad9' needs a fixed number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{keep 'THREADS' in one dimension, or compile with -T=N}}
shared [UPC_MAX_BLOCK_SIZE + 1] char bad10[THREADS]; // expected-error{{block size 1073741824 is larger than UPC_MAX_BLOCK_SIZE, 1073741823 (UPC 1.3, 6.3.3)}}
shared [*] char bad11[(UPC_MAX_BLOCK_SIZE + 1) * THREADS]; // expected-error{{block size 1073741824 is larger than UPC_MAX_BLOCK_SIZE, 1073741823 (UPC 1.3, 6.3.3)}}
shared int bad12[THREADS / 2]; // expected-error{{size of shared array 'bad12': 'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3), or compile with -T=N}}
shared int bad13[THREADS - 1]; // expected-error{{size of shared array 'bad13': 'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3), or compile with -T=N}}
shared int bad14[-3 * THREADS]; // expected-error{{size of shared array 'bad14': 'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)}} expected-note{{group the constants, as in THREADS*(2*3), or compile with -T=N}}
int local[THREADS]; // expected-error{{variably modified 'local' at file scope}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
static int local2[THREADS]; // expected-error{{variably modified 'local2' at file scope}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
enum e { E = THREADS }; // expected-error{{enumerator value for 'E' is not an integer constant expression}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
shared [THREADS] int bad15[THREADS]; // expected-error{{block size is not an integer constant expression (UPC 1.3, 6.5.1.1)}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
int f(shared void *q)
{
  int vla[THREADS];
  switch (1) { case THREADS: ; } // expected-error{{case label is not an integer constant expression}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
  return sizeof((shared int (*)[THREADS][THREADS])q); // expected-error{{'THREADS' in more than one dimension of (unnamed) needs a fixed number of threads (UPC 1.3, 6.5.2.1)}} expected-note{{keep 'THREADS' in one dimension, or compile with -T=N}}
}
shared [2 * THREADS] int *pointer_of_threads; // expected-error{{block size is not an integer constant expression (UPC 1.3, 6.5.1.1)}} expected-note{{'THREADS' is known only when the program starts; -T=N makes it a constant}}
