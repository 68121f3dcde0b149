/**
 * <pgas_sim.h>: phantom arrays and kernels. A phantom job sends the messages of the real one, and its kernels take their time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutLimits } from '../support/limits.ts';
import { compiled, execute, inFolder, node, type Outcome } from '../support/pgasc.ts';
import { dealt, isLong, isWhole, some } from '../support/share.ts';

const TIMEOUT = 300_000;
const RANKS = isWhole ? [4, 16, 64] : isLong ? [4, 16] : [4];

/** Tracks of threads have even numbers, those of their memories odd ones. */
interface Event {
  readonly ph: string;
  readonly tid: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The operations of each rank in their order, with peer, bytes and place in the source: phantoms lie elsewhere. Messages that come at one time may do so in any order. */
function operationsIn(file: string): Map<number, string[]> {
  const lists = new Map<number, string[]>();
  for (const { ph, tid, name, args } of JSON.parse(readFileSync(file, 'utf8')) as Event[])
    if (ph === 'X' && tid % 2 === 0 && name !== 'AM handler')
      lists.set(tid, [...(lists.get(tid) ?? []), `${name} ${JSON.stringify({ ...args, offset: undefined })}`]);
  return lists;
}

/**
 * A receiver of MPI acknowledges data in the order in which they come. On verbs that depends on where arrays lie, as pinned buckets cut them, and phantoms lie
 * elsewhere: of this one way the operations are compared without their order, and without the calls in which the messages go out.
 */
const BY_TIME = 'verbs ft-mpi.c SLABS';
const withoutTime = (lists: Map<number, string[]>) =>
  new Map([...lists].map(([rank, list]) => [rank, list.map((each) => each.replace(/"place":"[^"]*"/, '')).sort()]));

/** Each network's machine. */
const MACHINES = { pami: 'bgq', verbs: 'ib-vapi-opteron', sfi: 'elan4-itanium2' } as const;
type NetworkName = keyof typeof MACHINES;
const NETWORKS = Object.keys(MACHINES) as NetworkName[];

/** Compiles for a network and -simulate; `run` runs it on that network's machine. */
function onMachine<T>(
  network: NetworkName,
  words: readonly string[],
  use: (run: (...flags: readonly string[]) => Promise<Outcome>, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const program = await compiled(folder, ['-simulate', `-network=${network}`, ...words]);
    return use(
      (...flags) => node([program, `--simulate=${MACHINES[network]}`, ...flags], { timeout: TIMEOUT }),
      folder,
    );
  });
}

function ofText<T>(
  network: NetworkName,
  text: string,
  words: readonly string[],
  use: (run: (...flags: readonly string[]) => Promise<Outcome>, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const path = join(folder, 'prog.upc');
    writeFileSync(path, text);
    return onMachine(network, [...words, path], use);
  });
}

describe('the messages of a phantom job are those of the real one', () => {
  const forms = [
    ['ft.upc', 'EXCHANGE'],
    ['ft.upc', 'SLABS'],
    ['ft.upc', 'PENCILS'],
    ['ft-mpi.c', 'EXCHANGE'],
    ['ft-mpi.c', 'SLABS'],
  ] as const;
  const ways = dealt('forms', forms).flatMap((form) =>
    dealt(form.join(' '), NETWORKS).map((network) => [network, ...form] as const),
  );
  test.each(ways)(
    'over %s: %s, %s',
    (network, source, method) =>
      onMachine(
        network,
        ['-trace', '-O2', '-DCLASS=S', '-DSTEPS=1', `-DMETHOD=${method}`, `samples/applications/ft/${source}`],
        async (run, folder) => {
          for (const ranks of RANKS) {
            const told = async (name: string, ...flags: readonly string[]) => {
              const file = join(folder, `${name}.json`);
              const outcome = await run('-n', `${ranks}`, `--trace=${file}`, '--trace-limit=4G', ...flags);
              expect(outcome.status, outcome.stderr).toBe(0);
              return { ...outcome, operations: operationsIn(file) };
            };
            const real = await told('real');
            const phantom = await told('phantom', '--phantom');
            expect(real.stdout).toMatch(/Verification +=\s+SUCCESSFUL/);
            expect(phantom.stdout).toMatch(/Verification +=\s+NOT PERFORMED/);
            expect(phantom.stderr).toMatch(
              /^pgasc: \d+ phantom arrays \(.*\), kernels run \d+ of \d+ times: results are not verified$/m,
            );
            expect(real.stderr).not.toMatch(/not verified/);
            expect(real.operations.size).toBe(ranks);
            const compared =
              `${network} ${source} ${method}` === BY_TIME ? withoutTime : (lists: Map<number, string[]>) => lists;
            expect(compared(phantom.operations)).toEqual(compared(real.operations));
          }
        },
      ),
    TIMEOUT,
  );
});

const TIMED = `#include <upc.h>
#include <pgas_sim.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_tick.h>
static double *data;
static void smooth(int n, int rounds) {
  for (int k = 0; k < rounds; k++)
    for (int i = 1; i < n; i++) data[i] = 0.5 * (data[i] + data[i - 1]);
}
static void both(int n) {
  PGAS_KERNEL(smooth(n, 2), n, 2);
  PGAS_KERNEL(smooth(n, 3), n, 3);
}
int main(void) {
  data = PGAS_PHANTOM(malloc(100000 * sizeof *data));
  for (int i = 0; i < 4; i++) {
    upc_tick_t start = upc_ticks_now();
    PGAS_KERNEL(both(1000 * (1 + i % 2)), i % 2);
    PGAS_KERNEL(smooth(500 + MYTHREAD, 1), MYTHREAD);
    upc_barrier;
    if (MYTHREAD == 0) printf("%llu\\n", (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - start));
  }
  if (MYTHREAD == 0) printf("%d\\n", pgas_is_phantom(data));
  free(data);
}
`;

test.each(dealt('kernel', ['-O0', '-O2']))(
  'a kernel takes the time of its run when it is passed over, %s',
  (level) =>
    ofText('pami', TIMED, [level], async (run) => {
      const real = await run('-n', '4');
      const phantom = await run('-n', '4', '--phantom');
      const times = (outcome: Outcome) => outcome.stdout.split('\n').slice(0, 4);
      expect(real).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/\n0\n$/) });
      expect(phantom).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n1\n$/) });
      expect(phantom.stderr).toBe(
        'pgasc: 4 phantom arrays (3.1 MiB), kernels run 10 of 36 times: results are not verified\n',
      );
      expect(times(phantom)).toEqual(times(real));
      expect(Number(times(real)[1])).toBeGreaterThan(Number(times(real)[0]));
    }),
  TIMEOUT,
);

test(
  '--compute=none leaves own code out, a cost takes the place of a run',
  () => {
    const text = `#include <upc.h>
#include <pgas_sim.h>
#include <stdio.h>
#include <upc_tick.h>
static double x = 1;
static void work(void) { for (int i = 0; i < 10000; i++) x = x * 1.0000001; }
static void tell(const char *name, upc_tick_t start) {
  printf("%s %llu\\n", name, (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - start));
}
int main(void) {
  upc_tick_t start = upc_ticks_now();
  work();
  tell("run", start);
  start = upc_ticks_now();
  PGAS_KERNEL_COST(work(), 1e9, 0);
  tell("cost", start);
}
`;
    return ofText('pami', text, ['-O2'], async (run) => {
      const nanoseconds = async (...flags: readonly string[]) => {
        const { stdout } = await run('-n', '1', ...flags);
        return [...stdout.matchAll(/\w+ (\d+)/g)].map((match) => Number(match[1]));
      };
      const [counted, none, phantom] = [
        await nanoseconds(),
        await nanoseconds('--compute=none'),
        await nanoseconds('--phantom'),
      ];
      expect(counted[0]).toBeGreaterThan(1000);
      expect(none[0]).toBeLessThan(500);
      expect(phantom[0]).toBe(counted[0]);
      expect(phantom[1]).toBeGreaterThan(100 * counted[1]!);
    });
  },
  TIMEOUT,
);

const ARRAYS = `#include <upc.h>
#include <pgas_sim.h>
#include <stdio.h>
#include <stdlib.h>
#define SIZE (64 << 20)
shared [] char *shared places[THREADS];
char here[4096];
int main(void) {
  shared [] char *own = PGAS_PHANTOM(upc_alloc(SIZE));
  shared [4096] char *all = PGAS_PHANTOM(upc_all_alloc(THREADS * 4, 4096));
  shared char *cyclic = PGAS_PHANTOM(upc_all_alloc(THREADS * (SIZE / 64), 64));
  char *mine = PGAS_PHANTOM(calloc(SIZE, 1)), *real = malloc(100);
  mine = realloc(mine, SIZE / 2);
  int right = pgas_is_phantom(mine) && pgas_is_phantom((char *)own) && !pgas_is_phantom(real) && !pgas_is_phantom(here);
  places[MYTHREAD] = own;
  upc_barrier;
  int next = (MYTHREAD + 1) % THREADS;
  shared [] char *there = places[next];
  right &= upc_threadof(there) == next && upc_threadof(there + SIZE - 1) == next;
  right &= upc_threadof(&all[4096 * next + 5]) == next && upc_phaseof(&all[4096 * next + 5]) == 5;
  for (int i = 0; i < 3 * THREADS; i++) right &= upc_threadof(&cyclic[i]) == i % THREADS;
  right &= &cyclic[THREADS] - cyclic == THREADS && (char *)own == (char *)&own[0] && there != own;
  here[0] = 'a';
  upc_memput(there + SIZE - 4096, here, 4096);
  upc_memget(here, there, 4096);
  upc_memcpy(there, own, 1 << 20);
  upc_memset(there, 1, 1 << 20);
  right &= here[0] == 'a'; /* nothing came */
  there[7] = 3;
  own[SIZE - 1] = 4;
  upc_barrier;
  right &= (own[SIZE - 1] | there[9]) >= 0;
  upc_free(own);
  free(mine);
  own = PGAS_PHANTOM(upc_alloc(SIZE));
  right &= upc_threadof(own) == MYTHREAD && ((char *)own)[0] >= 0;
  upc_barrier;
  if (MYTHREAD == 0) upc_free(all);
  printf(right ? "right\\n" : "wrong\\n");
}
`;

test.each(
  dealt(
    'arrays',
    NETWORKS.flatMap((network) => ['-O0', '-O2'].map((level) => [network, level] as const)),
  ),
)(
  'phantom arrays have threads, phases and sizes beyond the memory, over %s, %s',
  (network, level) =>
    ofText(network, ARRAYS, [level], async (run) => {
      const outcome = await run('-n', '64', '--phantom');
      expect(withoutLimits(outcome.stderr)).toMatch(
        /^pgasc: 384 phantom arrays \(1[0-9] GiB\): results are not verified\n$/,
      );
      expect(outcome).toMatchObject({ status: 0, stdout: 'right\n'.repeat(64) });
    }),
  TIMEOUT,
);

const LIBRARIES: Readonly<Record<string, string>> = {
  shmem: `#include <shmem.h>
#include <pgas_sim.h>
#include <stdio.h>
int main(void) {
  shmem_init();
  int me = shmem_my_pe(), all = shmem_n_pes();
  double *a = PGAS_PHANTOM(shmem_malloc(32 << 20)), b[100] = {1};
  shmem_putmem(a + 1000, b, sizeof b, (me + 1) % all);
  shmem_getmem(b, a, sizeof b, (me + 1) % all);
  shmem_barrier_all();
  if (me == 0) printf("%d %g\\n", pgas_is_phantom(a), b[0]);
  shmem_free(a);
  shmem_finalize();
}
`,
  armci: `#include <armci.h>
#include <mpi.h>
#include <pgas_sim.h>
#include <stdio.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  int me, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  void *at[64];
  double b[100] = {1};
  PGAS_PHANTOM(ARMCI_Malloc(at, 32 << 20));
  int next = (me + 1) % all, stride = 800, count[] = {80, 10};
  ARMCI_Put(b, at[next], sizeof b, next);
  ARMCI_Get(at[next], b, sizeof b, next);
  ARMCI_PutS(b, &count[0], at[next], &stride, count, 1, next);
  ARMCI_Barrier();
  if (me == 0) printf("%d %g\\n", pgas_is_phantom(at[me]), b[0]);
  ARMCI_Free(at[me]);
  ARMCI_Finalize();
  MPI_Finalize();
}
`,
  mpi: `#include <mpi.h>
#include <pgas_sim.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  int n = 1 << 16, next = (me + 1) % all, before = (me + all - 1) % all;
  double *a = PGAS_PHANTOM(malloc(n * sizeof *a)), *w, one = 1;
  MPI_Sendrecv(a, n / 2, MPI_DOUBLE, next, 0, a + n / 2, n / 2, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Alltoall(a, 1000, MPI_DOUBLE, a + n / 2, 1000, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, a, 10000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(a, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Win window;
  PGAS_PHANTOM(MPI_Win_allocate(n * sizeof *w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &window));
  MPI_Win_fence(0, window);
  MPI_Put(&one, 1, MPI_DOUBLE, next, n - 1, 1, MPI_DOUBLE, window);
  MPI_Get(&one, 1, MPI_DOUBLE, next, 5, 1, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  if (me == 0) printf("%d %g\\n", pgas_is_phantom(a) && pgas_is_phantom(w), one);
  MPI_Win_free(&window);
  free(a);
  MPI_Finalize();
}
`,
};

test.each(
  some(Object.keys(LIBRARIES)).flatMap((name) => dealt(name, NETWORKS).map((network) => [network, name] as const)),
)(
  'over %s: memory of %s',
  (network, name) =>
    ofText(network, LIBRARIES[name]!, ['-O2'], async (run) => {
      const real = await run('-n', '4');
      const phantom = await run('-n', '8', '--phantom');
      expect(real).toMatchObject({ status: 0, stdout: expect.stringMatching(/^0 /), stderr: '' });
      expect(phantom.stderr).toMatch(/^pgasc: \d+ phantom arrays \(.*\): results are not verified\n$/);
      expect(phantom).toMatchObject({ status: 0, stdout: '1 1\n' });
    }),
  TIMEOUT,
);

describe('what is refused', () => {
  test(
    'a kernel that communicates',
    () => {
      const text = `#include <upc.h>
#include <pgas_sim.h>
shared int x[THREADS];
static void put(int n) {
  int y = n;
  upc_memput(&x[(MYTHREAD + 1) % THREADS], &y, sizeof y);
}
int main(void) {
  PGAS_KERNEL(put(3), 3);
}
`;
      return ofText('pami', text, ['-O2'], async (run) => {
        expect(await run('-n', '2')).toMatchObject({ status: 0, stderr: '' });
        const { status, stderr } = await run('-n', '2', '--phantom');
        expect(status).toBe(1);
        expect(stderr).toMatch(/thread \d: put\(3\) at .*prog\.upc:9 makes a call that may communicate/);
      });
    },
    TIMEOUT,
  );

  test(
    'arrays without room, a program without marks, flags without a machine',
    async () => {
      const large = `#include <pgas_sim.h>
#include <stdlib.h>
int main(void) { return PGAS_PHANTOM(malloc(0xf0000000u)) == NULL; }
`;
      await ofText('pami', large, [], async (run) => {
        const { status, stderr } = await run('-n', '2', '--phantom');
        expect(status).toBe(1);
        expect(stderr).toMatch(
          /no room for a phantom array of 3\.8 GiB: a thread has 1024 MiB of addresses for those of either heap/,
        );
      });
      await ofText('pami', 'int main(void) { return 0; }\n', [], async (run) => {
        expect((await run('-n', '2', '--phantom')).stderr).toMatch(/prog\.upc marks no arrays and no kernels/);
        expect((await run('-n', '2', '--compute=some')).stderr).toMatch(/'some' is not .* \(counted, none\)/);
        const { stderr } = await run('--simulate', '-n', '2', '--compute=none');
        expect(stderr).toBe('');
      });
    },
    TIMEOUT,
  );
});

test('elsewhere marks are plain C', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'prog.upc');
    writeFileSync(path, ARRAYS.replace(/right &= here\[0\].*/, '').replace(/\(64 << 20\)/, '(1 << 20)'));
    const program = await compiled(folder, ['-O2', path]);
    const { stdout } = await node([program, '-n', '4']);
    expect(stdout).toBe('wrong\n'.repeat(4)); // pgas_is_phantom is false
    const c = join(folder, 'prog.c');
    writeFileSync(
      c,
      '#include "pgas_sim.h"\n#include <stdlib.h>\nstatic int n;\nstatic void f(int k) { n += k; }\nint main(void) {\n  char *p = PGAS_PHANTOM(malloc(10));\n' +
        '  PGAS_KERNEL(f(3), 3);\n  PGAS_KERNEL_COST(f(4), 1, 1);\n  PGAS_KERNEL(f(5));\n  free(p);\n  return pgas_is_phantom(p) || n != 12;\n}\n',
    );
    const other = await compiled(folder, ['-x', 'c', c]);
    expect((await node([other])).status).toBe(0);
    const gcc = await execute('gcc', ['-Istdlib/include', '-x', 'c', '-', '-fsyntax-only', '-include', 'pgas_sim.h'], {
      input: 'int main(void) { return pgas_is_phantom(0); }\n',
    }).catch(() => undefined);
    if (gcc !== undefined) expect(gcc.stderr).not.toMatch(/pgas_sim\.h/);
  }));
