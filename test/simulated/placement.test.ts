/**
 * Where the ranks of a program are on a machine (--per-node, --map), and what the program sees of it: who is near.
 *
 * A node of a machine is a host with one process: what a program is told is equal to what it is told in a real job on as many hosts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { withoutLimits } from '../support/limits.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, some, testSome } from '../support/share.ts';

const NEAR = `#include <bupc_extensions.h>
#include <stdio.h>
#include <upc.h>
#include <upc_castable.h>
shared int x[THREADS];
int main(void) {
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) {
      printf("%d:", t);
      for (int o = 0; o < THREADS; o++) {
        int is_castable = upc_cast(&x[o]) != NULL;
        if (is_castable != bupc_castable(&x[o]) || is_castable != bupc_thread_castable(o)) puts("differs");
        if (is_castable != (upc_thread_info(o).guaranteedCastable != 0)) puts("differs too");
        printf(" %d%s", (int)bupc_thread_distance(t, o), is_castable ? "c" : "");
      }
      puts("");
    }
    upc_barrier;
  }
  return 0;
}
`;

/** Shares memory of a node by MPI's windows, and tells the ranks of the node. */
const MPI = `#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, *base;
  MPI_Comm node;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &base, &window);
  MPI_Win_fence(0, window);
  *base = rank;
  MPI_Win_fence(0, window);
  char line[200];
  int length = sprintf(line, "%d:", rank);
  for (int i = 0; i < size; i++) {
    MPI_Aint bytes;
    int unit, *there;
    MPI_Win_shared_query(window, i, &bytes, &unit, &there);
    length += sprintf(line + length, " %d", *there);
  }
  puts(line);
  MPI_Win_free(&window);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
`;

const SHMEM = `#include <shmem.h>
#include <stdio.h>
int x;
int main(void) {
  shmem_init();
  int me = shmem_my_pe(), count = shmem_team_n_pes(SHMEM_TEAM_SHARED);
  x = 10 * me;
  shmem_barrier_all();
  char line[200];
  int length = sprintf(line, "%d:", me);
  for (int i = 0; i < count; i++) {
    int pe = shmem_team_translate_pe(SHMEM_TEAM_SHARED, i, SHMEM_TEAM_WORLD);
    int *there = shmem_ptr(&x, pe);
    length += sprintf(line + length, " %d", there ? *there : -1);
  }
  int far = 0;
  for (int pe = 0; pe < shmem_n_pes(); pe++) far += shmem_ptr(&x, pe) == NULL;
  shmem_team_sync(SHMEM_TEAM_SHARED);
  printf("%s, %d far\\n", line, far);
  shmem_finalize();
  return 0;
}
`;

const GA = `#include <stdio.h>
#include <ga.h>
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  int me = GA_Cluster_nodeid();
  char line[200];
  int length = sprintf(line, "%d of %d:", me, GA_Cluster_nnodes());
  for (int i = 0; i < GA_Cluster_nprocs(me); i++) length += sprintf(line + length, " %d", GA_Cluster_procid(me, i));
  puts(line);
  GA_Terminate();
  MPI_Finalize();
  return 0;
}
`;

const GASNET = `#include <gasnet.h>
#include <stdio.h>
int main(int argc, char **argv) {
  gasnet_nodeinfo_t known[64];
  gasnet_init(&argc, &argv);
  gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
  gasnet_getNodeInfo(known, gasnet_nodes());
  for (int i = 0; gasnet_mynode() == 0 && i < gasnet_nodes(); i++) printf("%d: %d %d\\n", i, known[i].host, known[i].supernode);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  return 0;
}
`;

const NAME = `#include <stdio.h>
#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char one[MPI_MAX_PROCESSOR_NAME], other[MPI_MAX_PROCESSOR_NAME];
  int length, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Get_processor_name(one, &length);
  gethostname(other, sizeof other);
  printf("%d: %s %s\\n", rank, one, other);
  MPI_Finalize();
  return 0;
}
`;

const SOURCES = { 'near.upc': NEAR, 'shared.c': MPI, 'shmem.c': SHMEM, 'ga.c': GA, 'gasnet.c': GASNET, 'name.c': NAME };
type Source = keyof typeof SOURCES;

/** The flags of a program that is for a network alone. */
const FLAGS: Partial<Record<Source, readonly string[]>> = { 'gasnet.c': ['-x', 'c'] };

function withProgram<T>(name: Source, flags: readonly string[], use: (program: string, folder: string) => Promise<T>) {
  return inFolder(async (folder) => {
    const path = join(folder, name);
    writeFileSync(path, SOURCES[name]);
    return use(await compiled(folder, ['-w', ...(FLAGS[name] ?? []), ...flags, path]), folder);
  });
}

const sorted = (text: string) => text.trimEnd().split('\n').sort();

/** Lines that a program writes on a machine. */
const onMachine = (name: Source, ...words: readonly string[]) =>
  withProgram(name, ['-simulate', '-network=pami', '-O2'], async (program) => {
    const { stdout, stderr, status } = await node([program, '--simulate=bgq', ...words], { timeout: 100_000 });
    expect(withoutLimits(stderr)).toBe('');
    expect(status).toBe(0);
    return sorted(stdout);
  });

describe('ranks of one node are near', () => {
  testSome('UPC: distance and casts', async () => {
    const two = await onMachine('near.upc', '-n', '5', '--per-node=2');
    expect(two).toEqual([
      '0: 0c 100c 400 400 400',
      '1: 100c 0c 400 400 400',
      '2: 400 400 0c 100c 400',
      '3: 400 400 100c 0c 400',
      '4: 400 400 400 400 0c',
    ]);
    const dealt = await onMachine('near.upc', '-n', '4', '--per-node=2', '--map=cyclic');
    expect(dealt).toEqual(['0: 0c 400 100c 400', '1: 400 0c 400 100c', '2: 100c 400 0c 400', '3: 400 100c 400 0c']);
    expect(await onMachine('near.upc', '-n', '2')).toEqual(['0: 0c 100c', '1: 100c 0c']);
  });

  testSome('MPI: communicators and windows of shared memory', async () => {
    const cyclic = ['-n', '5', '--per-node=2', '--map=cyclic'];
    expect(await onMachine('shared.c', ...cyclic)).toEqual(['0: 0 3', '1: 1 4', '2: 2', '3: 0 3', '4: 1 4']);
    expect(await onMachine('shared.c', '-n', '3', '--per-node=2')).toEqual(['0: 0 1', '1: 0 1', '2: 2']);
  });

  testSome('OpenSHMEM: SHMEM_TEAM_SHARED and shmem_ptr', async () => {
    const [block, cyclic] = [
      await onMachine('shmem.c', '-n', '5', '--per-node=2'),
      await onMachine('shmem.c', '-n', '4', '--per-node=2', '--map=cyclic'),
    ];
    expect(block).toEqual(['0: 0 10, 3 far', '1: 0 10, 3 far', '2: 20 30, 3 far', '3: 20 30, 3 far', '4: 40, 4 far']);
    expect(cyclic).toEqual(['0: 0 20, 2 far', '1: 10 30, 2 far', '2: 0 20, 2 far', '3: 10 30, 2 far']);
  });

  testSome('Global Arrays: cluster nodes', async () => {
    expect(await onMachine('ga.c', '-n', '3', '--per-node=2')).toEqual(['0 of 2: 0 1', '0 of 2: 0 1', '1 of 2: 2']);
    expect(await onMachine('ga.c', '-n', '4', '--per-node=2', '--map=cyclic')).toEqual([
      ...['0 of 2: 0 2', '0 of 2: 0 2'],
      ...['1 of 2: 1 3', '1 of 2: 1 3'],
    ]);
  });

  testSome('GASNet: hosts of nodes; names of hosts', async () => {
    const words = ['-n', '4', '--per-node=2', '--map=cyclic'];
    expect(await onMachine('gasnet.c', ...words)).toEqual(['0: 0 0', '1: 1 1', '2: 0 2', '3: 1 3']);
    expect(await onMachine('name.c', '-n', '3', '--per-node=2')).toEqual([
      ...['0: bgq-0 bgq-0', '1: bgq-0 bgq-0'],
      '2: bgq-1 bgq-1',
    ]);
  });

  test('a file places each rank', () =>
    withProgram('shmem.c', ['-simulate', '-network=pami'], async (program, folder) => {
      const map = join(folder, 'ranks');
      writeFileSync(map, '# node of each\n3\n0\n3\n3 7\n');
      const words = [program, '--simulate=bgq', '-n', '4', `--map=${map}`];
      const { stdout, stderr } = await node(words);
      expect(stderr).toBe('');
      // 0, 2 and 3 are at no regular distance: shared memory they have, a team they are not.
      expect(sorted(stdout)).toEqual(['0: 0, 1 far', '1: 10, 3 far', '2: 20, 1 far', '3: 30, 1 far']);
      const { stderr: few, status } = await node([...words, '-n', '5']);
      expect([few, status]).toEqual([`pgasc: --map=${map}: it has lines for 4 of 5 ranks: give one for each\n`, 2]);
      const detached = await node([program, '--simulate', 'bgq', '-n', '4']);
      expect([detached.stderr, detached.status]).toEqual([
        "pgasc: --simulate bgq: the machine's name stands behind an =, as in --simulate=bgq\n",
        2,
      ]);
    }));
});

describe('flags', () => {
  const hello = `${ROOT}samples/tutorial/01-hello.upc`;
  const run = (...words: readonly string[]) => pgasc(['run', ...words, hello, '-n', '4']);

  const REFUSED: readonly (readonly [readonly string[], string])[] = [
    [['--per-node=0'], "--per-node: '0' is not a number of threads of a node (1, 2, ...)"],
    [
      ['--per-node=2'],
      '--per-node=2: it places threads on the nodes of a simulated machine; name one, as in --simulate=bgq (pgasc machines lists them)',
    ],
    [
      ['--simulate', '--map=cyclic'],
      '--map=cyclic: it places threads on the nodes of a simulated machine; name one, as in --simulate=bgq (pgasc machines lists them)',
    ],
    [
      ['--simulate=bgq', '--map=ABC'],
      '--map=ABC: give each of ABCDET once, the fastest last, as in ABCDET; or block, cyclic, a file as in ./ranks',
    ],
    [
      ['--simulate=bgq', '--map=./none'],
      '--map=./none: there is no such file, or it cannot be read; it has a line for each rank',
    ],
    [
      ['--simulate=bgq', '--per-node', '65'],
      '--per-node=65: a node of bgq has 64 hardware threads, one for each rank: give 1 to 64',
    ],
    [
      ['--simulate=bgq,shapes=1x1x1x1x2', '--per-node=1'],
      '4 nodes: the largest shape of bgq is 1x1x1x1x2, 2 nodes; give a larger one, as in shapes=2x1x1x1x2',
    ],
    [
      ['--simulate=bgq,shapes=1x1x1x1x2', '--per-node=1', '--map=ABCDET'],
      '4 nodes: the largest shape of bgq is 1x1x1x1x2, 2 nodes; give a larger one, as in shapes=2x1x1x1x2',
    ],
  ];
  test.each(some(REFUSED))('%j is refused', async (words, message) => {
    const { stderr, status } = await run(...words);
    expect([stderr, status]).toEqual([`pgasc: ${message}\n`, 2]);
  });

  test('run hands them on', async () => {
    expect(await run('--simulate=bgq', '--per-node', '2', '--map=TEDCBA')).toMatchObject({ status: 0, stderr: '' });
  });
});

const lacks = libfabricLacks || namespacesLack;

describe.skipIf(lacks !== '')(`a real job on as many hosts is told the same${lacks}`, { timeout: 200_000 }, () => {
  let hosts: Hosts;
  beforeAll(() => {
    hosts = makeHosts();
  });
  afterAll(() => hosts.remove());

  test.each(dealt('as many', ['near.upc', 'shared.c', 'shmem.c', 'ga.c', 'gasnet.c'] as const))('%s', async (name) => {
    const simulated = await onMachine(name, '-n', '4', '--per-node=2');
    const real = await withProgram(name, ['-network=sfi', '-O2'], (program) =>
      node([program, '-n', '4', '--hosts', hosts.names.map((host) => `${host}:2`).join(','), '--rsh', hosts.rsh], {
        timeout: 100_000,
      }),
    );
    expect(real.stderr).toBe('');
    expect(sorted(real.stdout)).toEqual(simulated);
  });
});
