/** Violations of UPC 1.3, each with the clause in its message. One line a case: program, then the messages. */
import { describe, expect, test } from 'vitest';
import { analyzed } from './analyzed.ts';

type Case = readonly [program: string, ...messages: string[]];

const POINTERS = 'shared int *s; shared [2] int *s2; shared void *g; shared char *sc; int *l; int i;';

const DECLARATIONS: readonly Case[] = [
  ['strict relaxed shared int x;', "UPC3101: both 'strict' and 'relaxed' in one list of qualifiers (UPC 1.3, 6.5.2)"],
  [
    'typedef strict shared int T; relaxed T x;',
    "UPC3101: both 'strict' and 'relaxed' in one list of qualifiers (UPC 1.3, 6.5.2)",
  ],
  [
    'shared [2] shared [3] int x[THREADS];',
    'UPC3102: more than one block size in one list of qualifiers: [2] and [3] (UPC 1.3, 6.5.2)',
  ],
  [
    'typedef shared [2] int T; shared [] T x;',
    'UPC3102: more than one block size in one list of qualifiers: [2] and [] (UPC 1.3, 6.5.2)',
  ],
  ['strict int x;', "UPC3103: 'strict' without 'shared' (UPC 1.3, 6.5.1.1)"],
  [
    'struct s { shared int x; };',
    "UPC3111: member 'x' of a struct or union cannot be shared; only what a pointer points to can (UPC 1.3, 6.5.1.1)",
  ],
  [
    'struct s { char * shared p; };',
    "UPC3111: member 'p' of a struct or union cannot be shared; only what a pointer points to can (UPC 1.3, 6.5.1.1)",
  ],
  ['shared [*] int *p;', "UPC3104: layout '[*]' in the specifiers of a pointer type (UPC 1.3, 6.5.1.1)"],
  ['typedef shared [*] int T;', "UPC3106: layout '[*]' in a typedef (UPC 1.3, 6.5.1.1)"],
  ['shared [2] void *p;', "UPC3107: a pointer to 'shared void' has no layout qualifier (UPC 1.3, 6.5.1.1)"],
  [
    'void f(void) { shared int x; }',
    "UPC3108: 'x' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)",
  ],
  [
    'void f(void) { int * shared z; }',
    "UPC3108: 'z' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)",
  ],
  [
    'void f(shared int x);',
    "UPC3108: parameter 'x' cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)",
  ],
  ['shared [-1] int x[THREADS];', 'UPC3118: block size -1 is negative (UPC 1.3, 6.5.1.1)'],
  [
    'shared [2000000000] int x[THREADS];',
    'UPC3119: block size 2000000000 is larger than UPC_MAX_BLOCK_SIZE, 1073741823 (UPC 1.3, 6.3.3)',
  ],
  ['int n; shared [n] int x[THREADS];', 'SEM3301: block size is not an integer constant expression (UPC 1.3, 6.5.1.1)'],
  [
    'extern shared [2] int x[4*THREADS]; shared [3] int x[4*THREADS];',
    "UPC3112: conflicting types for 'x'; have 'shared [3] int[4*THREADS]': the block size is a part of the type (UPC 1.3, 6.5.1.1)",
  ],
  [
    'extern shared int x; int x;',
    "UPC3112: conflicting types for 'x'; have 'int': both or neither must be 'shared' (UPC 1.3, 6.5.1.1)",
  ],
];

const FORM =
  "'THREADS' may stand only alone or multiplied by one positive integer constant expression when its value is not known at translation (UPC 1.3, 6.5.2.1)";
const DIMENSIONS: readonly Case[] = [
  ['shared int x[10*THREADS], y[THREADS*(100*20)]; shared [] int z[10];'],
  ['shared int x[10+THREADS];', `UPC3116: size of shared array 'x': ${FORM}`],
  ['shared int x[THREADS*THREADS];', `UPC3116: size of shared array 'x': ${FORM}`],
  [
    'shared [5] int x[10];',
    "UPC3114: shared array 'x' of type 'shared [5] int[10]' needs 'THREADS' in one dimension when the number of threads is not known at translation (UPC 1.3, 6.5.2.1)",
  ],
  [
    'shared int x[THREADS][4*THREADS];',
    "UPC3115: 'THREADS' in more than one dimension of 'x' needs a fixed number of threads (UPC 1.3, 6.5.2.1)",
  ],
  [
    'shared int (**p)[THREADS][THREADS];',
    "UPC3115: 'THREADS' in more than one dimension of 'p' needs a fixed number of threads (UPC 1.3, 6.5.2.1)",
  ],
  [
    'typedef shared int (*t)[THREADS][13][THREADS];',
    "UPC3115: 'THREADS' in more than one dimension of 't' needs a fixed number of threads (UPC 1.3, 6.5.2.1)",
  ],
  [
    'shared [] int x[THREADS];',
    "UPC3117: 'THREADS' in the size of 'x', which has indefinite block size, needs a fixed number of threads (UPC 1.3, 6.5.2.1)",
  ],
];

const EXPRESSIONS: readonly Case[] = [
  ['i = upc_blocksizeof(i);', "UPC3140: 'upc_blocksizeof' needs a shared type, not 'int' (UPC 1.3, 6.4.1.3)"],
  [
    's == l;',
    "UPC3133: operands of '==' are a pointer-to-shared and a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.2)",
  ],
  [
    's - s2;',
    "UPC3134: operands of '-' are pointers-to-shared of different types: the block sizes are 1 and 2 (UPC 1.3, 6.4.2)",
  ],
  ['g < g;', "UPC3136: '<' on 'shared void *': the pointed-to type is incomplete (UPC 1.3, 6.4.2)"],
  ['g++;', "UPC3132: arithmetic on 'shared void *': the pointed-to type has no size (UPC 1.3, 6.4.2)"],
  [
    '*g;',
    "UPC3130: dereferencing 'shared void *' pointer: the object's type and layout are not known (UPC 1.3, 6.4.2)",
  ],
  [
    's = (shared int *)l;',
    "UPC3126: cast from 'int *' to 'shared int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)",
  ],
  [
    's = l;',
    "UPC3122: assignment to 'shared int *' from 'int *': a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)",
  ],
  [
    's = i;',
    "UPC3121: assignment to 'shared int *' from 'int': only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)",
  ],
  [
    'l = s;',
    "UPC3123: assignment to 'int *' from 'shared int *': a pointer-to-shared becomes private only by a cast (UPC 1.3, 6.4.3)",
  ],
  [
    's = s2;',
    "UPC3120: assignment to 'shared int *' from 'shared [2] int *': a cast is needed, the block sizes are 1 and 2 (UPC 1.3, 6.5.1.1)",
  ],
  [
    's = sc;',
    "UPC3120: assignment to 'shared int *' from 'shared char *': a cast is needed, the element types are 'shared int' and 'shared char' (UPC 1.3, 6.5.1.1)",
  ],
  [
    'i ? s : l;',
    "UPC3138: one side of the conditional is a pointer-to-shared, the other a pointer to private data ('shared int *' and 'int *'; UPC 1.3, 6.4.3)",
  ],
  ['THREADS = 3;', "UPC3131: 'THREADS' is a value, not an object: assignment is not possible (UPC 1.3, 6.3.1)"],
  ['&MYTHREAD;', "UPC3131: 'MYTHREAD' is a value, not an object: it has no address (UPC 1.3, 6.3.2)"],
  ['s = 0; s = (void *)0; g = s2; s = g; l = (int *)s; s = (shared int *)s2; s == g; s == 0; !s;'],
];

const STATEMENTS: readonly Case[] = [
  [
    'upc_barrier l;',
    "UPC3151: the value of 'upc_barrier' has type 'int *', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)",
  ],
  [
    'upc_notify; upc_barrier; upc_wait;',
    "UPC3155: 'upc_barrier' between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)",
    "UPC3154: 'upc_wait' without a 'upc_notify' before it (UPC 1.3, 6.6.1)",
  ],
  [
    'upc_forall(i = 0; i < 4; i++; l) ;',
    "UPC3153: affinity of upc_forall has type 'int *', neither a pointer-to-shared nor an integer (UPC 1.3, 6.6.2)",
  ],
  ['upc_forall(i = 0; i < 4; i++; i) break;', "UPC3150: 'break' leaves a upc_forall before its end (UPC 1.3, 6.6.2)"],
  ['upc_forall(i = 0; i < 4; i++; i) return;', "UPC3150: 'return' leaves a upc_forall before its end (UPC 1.3, 6.6.2)"],
  [
    'upc_forall(i = 0; i < 4; i++; i) goto out; out: ;',
    "UPC3150: 'goto' leaves a upc_forall before its end (UPC 1.3, 6.6.2)",
  ],
  [
    'goto in; upc_forall(i = 0; i < 4; i++; i) { in: ; }',
    'UPC3152: jump into the body of a upc_forall (UPC 1.3, 6.6.2)',
  ],
  ['upc_forall(i = 0; i < 4; i++; &s[i]) { for (;;) break; continue; } upc_forall(;;;continue) ; upc_forall(;;;) ;'],
  ['upc_notify 1; i++; upc_wait; if (i) upc_barrier; upc_notify; upc_wait 2; upc_fence;'],
];

function check(cases: readonly Case[], around: (program: string) => string): void {
  for (const [program, ...messages] of cases) {
    test(program, () => {
      expect(analyzed(around(program)).messages).toEqual(messages.map((each) => `error ${each}`));
    });
  }
}

describe('declarations', () => check(DECLARATIONS, (program) => program));
describe('dimensions where THREADS is not known', () => check(DIMENSIONS, (program) => program));
describe('expressions', () => check(EXPRESSIONS, (program) => `${POINTERS} void f(void) { ${program} }`));
describe('statements', () => check(STATEMENTS, (program) => `${POINTERS} void f(void) { ${program} }`));

test('the forms that need a fixed number of threads are accepted where there is one', () => {
  for (const [program] of DIMENSIONS) expect(analyzed(program, 4).messages).toEqual([]);
});
