/**
 * Calls of gasnet_coll.h that are not the same on all nodes: each is told, by a node that still waits for data, or that hears of the other's call when its own is over.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Handles } from '../../runtime/gasnet/handles.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

/** Who waits hears of it in the call, who is ahead in the next one that polls. */
const TOLD = /thread \d (makes another collective call|made another one than this thread), or with other arguments/;
const CALLS = [
  'gasnet_coll_broadcast(GASNET_TEAM_ALL, a, 0, b, m ? 16 : 8, NO)',
  'gasnet_coll_exchange(GASNET_TEAM_ALL, a, b, m ? 4 : 8, ALL)',
  'gasnet_coll_gather(GASNET_TEAM_ALL, m, a, b, 8, ALL)',
  'gasnet_coll_gather_all(GASNET_TEAM_ALL, a, b, 8, m ? NO : NO_MY)',
  'if (m) gasnet_coll_gather(GASNET_TEAM_ALL, 0, a, b, 8, NO); else gasnet_coll_broadcast(GASNET_TEAM_ALL, a, 0, b, 8, NO)',
];

const PROGRAM = `
#include <gasnet.h>
#include <gasnet_coll.h>
#include <stdlib.h>
static int a[1000], b[1000];
#define NO (GASNET_COLL_LOCAL | GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_NOSYNC)
#define NO_MY (GASNET_COLL_LOCAL | GASNET_COLL_IN_NOSYNC | GASNET_COLL_OUT_MYSYNC)
#define ALL (GASNET_COLL_LOCAL | GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC)
int main(int argc, char **argv) {
  gasnet_init(&argc, &argv);
  gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
  gasnet_coll_init(NULL, gasnet_mynode(), NULL, 0, 0);
  int m = gasnet_mynode() == gasnet_nodes() - 1;
  switch (atoi(argv[1])) {
${CALLS.map((call, i) => `    case ${i}: ${call}; break;`).join('\n')}
  }
  gasnet_barrier_notify(0, 0);
  gasnet_barrier_wait(0, 0);
  gasnet_barrier_notify(0, 0);
  gasnet_barrier_wait(0, 0);
  gasnet_exit(0);
}
`;

test.each(['smp', 'sfi'])('calls that differ are told: %s', { timeout: 60_000 }, (network) =>
  inFolder(async (folder) => {
    const source = join(folder, 'p.c');
    writeFileSync(source, PROGRAM);
    const program = await compiled(folder, [`-network=${network}`, '-O2', source]);
    for (const [i, call] of CALLS.entries()) {
      const { stderr, status } = await runProgram(program, ['-n', '3', String(i)]);
      expect([stderr, status], call).toEqual([expect.stringMatching(TOLD), 1]);
    }
  }),
);

test('a handle that was released is none, and is used again last', () => {
  const handles = new Handles<string>(0x7ffffffd);
  const first = handles.add('a');
  const last = handles.add('b');
  handles.release(first);
  expect([first, last, handles.add('c'), handles.get(first), handles.get(last)]).toEqual([
    0x7ffffffe,
    0x7fffffff,
    1,
    undefined,
    'b',
  ]);
  for (let i = 0; i < 1e5; i++) handles.release(handles.add('d'));
  expect(handles.get(1)).toBe('c');
});
