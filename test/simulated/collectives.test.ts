/** Collective operations by the hardware of a machine, in programs: their results, and their times as the closed forms give them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Collective, collectiveSpan, HardwareCollectives } from '../../runtime/machines/collectives.ts';
import { Paths } from '../../runtime/machines/paths.ts';
import { placeRanks } from '../../runtime/machines/placing.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { MICROSECOND } from '../../runtime/machines/time.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, isLong } from '../support/share.ts';
import { simulated } from './simulated.ts';

/** Microseconds of a collective operation of all, if the hardware does it. */
function spanOf(asked: string, ranks: number, perNode: number, collective: Collective): number {
  const machine = machineFor(asked, () => undefined);
  const placement = placeRanks(machine, ranks, { perNode });
  const hardware = new HardwareCollectives(new Paths(machine, placement.nodes), placement);
  return collectiveSpan(hardware, collective) / MICROSECOND;
}

type Run = (machine: string, ranks: number, perNode: number) => Promise<Readonly<Record<string, number>>>;

/** Times by name. */
const withProgram = (file: string, network: string, level: string, use: (run: Run) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const source = join(ROOT, 'test/simulated/programs', file);
    const program = await compiled(folder, ['-simulate', `-network=${network}`, level, source]);
    await use(async (machine, ranks, perNode) => {
      const words = [program, `--simulate=${machine}`, '-n', String(ranks), `--per-node=${perNode}`];
      const { stdout, stderr, status } = await node(words, { timeout: 200_000 });
      expect(status, stderr + stdout).toBe(0);
      const hasSums = /^(bgq|p775)$/.test(machine) && ranks > perNode;
      expect(stderr.split('sums may round differently').length - 1).toBe(hasSums ? 1 : 0);
      expect(stdout).not.toContain('wrong');
      const lines = stdout.trimEnd().split('\n');
      return Object.fromEntries(lines.map((line) => [line.replace(/ [\d.]+$/, ''), Number(line.split(' ').at(-1))]));
    });
  });

describe('OpenSHMEM', () => {
  test.each(dealt('barriers', ['-O0', '-O2']))(
    '%s: barriers take what the hardware does, sums are right, larger ones go by messages',
    (level) =>
      withProgram('hardware-collectives.c', 'pami', level, async (run) => {
        for (const [machine, ranks, perNode] of dealt(level, [
          ['p775', 6, 2],
          ['bgq', 7, 2],
        ] as const)) {
          const [hardware, software] = [
            await run(machine, ranks, perNode),
            await run(`${machine},collectives=software`, ranks, perNode),
          ];
          const span = (kind: Collective['kind'], bytes: number) => spanOf(machine, ranks, perNode, { kind, bytes });
          expect(Math.abs(hardware.barrier! / span('barrier', 0) - 1)).toBeLessThan(0.1);
          expect(Math.abs(hardware['all sum 8']! / span('allreduce', 64) - 1)).toBeLessThan(0.1);
          expect(hardware.barrier).not.toBe(software.barrier);
          // 800 bytes are too many for Power 775.
          const large = machine === 'p775' ? software['all sum 100']! : span('allreduce', 800);
          expect(Math.abs(hardware['all sum 100']! / large - 1)).toBeLessThan(0.1);
        }
      }),
  );
});

const isNear = (found: number, wanted: number) => expect(Math.abs(found / wanted - 1)).toBeLessThan(0.1);

describe("MPI's and UPC's own go by the same hardware, and give the same", () => {
  const WAYS = [
    ...(['-O0', '-O2'] as const).map((level) => ['bgq', 'pami', level] as const),
    ['p775', 'pami', '-O2'],
    ['elan4-itanium2', 'sfi', '-O2'],
  ] as const;
  const RANKS = isLong ? [1, 2, 3, 4, 7] : [2, 7];
  test.each(dealt('MPI', WAYS))('MPI %s %s %s', (machine, network, level) =>
    withProgram('hardware-mpi.c', network, level, async (run) => {
      for (const ranks of RANKS) {
        const hardware = await run(machine, ranks, 2);
        const software = await run(`${machine},collectives=software`, ranks, 2);
        if (ranks < 3) continue;
        const span = (kind: Collective['kind'], bytes: number) => spanOf(machine, ranks, 2, { kind, bytes });
        isNear(hardware['barrier 0']!, span('barrier', 0));
        // Quadrics' switches do not add.
        if (network === 'sfi') continue;
        isNear(hardware['allreduce 1']!, span('allreduce', 8));
        // 800 bytes are too many for Power 775.
        isNear(hardware['allreduce 100']!, machine === 'bgq' ? span('allreduce', 800) : software['allreduce 100']!);
      }
    }),
  );
  test.each(dealt('UPC', WAYS))('UPC %s %s %s', (machine, network, level) =>
    withProgram('hardware-upc.upc', network, level, async (run) => {
      for (const ranks of RANKS) {
        const { barrier, reduce } = await run(machine, ranks, 2);
        if (ranks < 3) continue;
        const span = (kind: Collective['kind'], bytes: number) => spanOf(machine, ranks, 2, { kind, bytes });
        isNear(barrier!, span('barrier', 0));
        if (network === 'pami') isNear(reduce!, span('barrier', 0) + span('allreduce', 8) + span('broadcast', 0));
      }
    }),
  );
});

test.each(
  dealt('coarrays', [
    ['bgq', 'pami', '-O0'],
    ['bgq', 'pami', '-O2'],
    ['ib-vapi-opteron', 'verbs', '-O2'],
  ]),
)('coarrays: images of several nodes meet, %s %s %s', (machine, network, level) =>
  inFolder(async (folder) => {
    const source = join(ROOT, 'test/simulated/programs/coarray-times.upc');
    const program = await compiled(folder, ['-simulate', `-network=${network}`, level, source]);
    for (const ranks of isLong ? [1, 2, 3, 4, 7, 16] : [2, 7]) {
      const words = [program, `--simulate=${machine}`, '-n', String(ranks), '--per-node=1'];
      const { stdout, stderr, status } = await node(words, { timeout: 200_000 });
      expect(status, stderr + stdout).toBe(0);
      const time = Object.fromEntries(stdout.split('\n').map((line) => line.split(' ') as [string, string]));
      expect(stdout).toMatch(/^sync \S+\nsum \S+\nteam \S+\n$/);
      if (machine === 'bgq' && ranks > 2)
        isNear(Number(time.sync), spanOf(machine, ranks, 1, { kind: 'barrier', bytes: 0 }));
      for (const each of ranks > 2 ? ['sync', 'sum', 'team'] : []) expect(Number(time[each]), each).toBeGreaterThan(1);
    }
  }),
);

test.each(dealt('small blocks', ['pami', 'sfi']))('small blocks of many members, %s', (network) =>
  inFolder(async (folder) => {
    const source = join(ROOT, 'test/simulated/programs/many-members.c');
    const program = await compiled(folder, ['-simulate', `-network=${network}`, '-O2', source]);
    for (const ranks of dealt(network, [33, 64, 90]))
      expect((await node([program, '--simulate', '-n', String(ranks)])).stdout, String(ranks)).toBe('right\n');
  }),
);

const MISMATCH = `#include <mpi.h>
int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 2) MPI_Barrier(MPI_COMM_WORLD);
  else MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
`;

test('MPI: ranks that make different operations are told', () =>
  inFolder(async (folder) => {
    const source = join(folder, 'mismatch.c');
    writeFileSync(source, MISMATCH);
    const program = await compiled(folder, ['-simulate', '-network=pami', '-O2', source]);
    const { stderr, status } = await node([program, '--simulate=bgq', '-n', '3', '--per-node=1']);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/MPI_(Bcast|Barrier): rank \d calls MPI_(Barrier|Bcast)/);
  }));

const UPC = `#include <stdio.h>
#include <upc.h>
#include <time.h>
int main(void) {
  struct timespec begin, end;
  upc_barrier;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < 10; i++) {
    upc_notify i;
    upc_wait i;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (MYTHREAD == 0) printf("%.3f\\n", ((end.tv_sec - begin.tv_sec) * 1e6 + (end.tv_nsec - begin.tv_nsec) * 1e-3) / 10);
  upc_barrier;
  upc_barrier MYTHREAD == THREADS - 1;
  return 0;
}
`;

test('UPC: barriers with values, and what differs is told', () =>
  inFolder(async (folder) => {
    const source = join(folder, 'values.upc');
    writeFileSync(source, UPC);
    const program = await compiled(folder, ['-simulate', '-network=pami', '-O2', source]);
    const { stdout, stderr, status } = await node([program, '--simulate=bgq', '-n', '5', '--per-node=1']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('barrier values do not match');
    expect(Math.abs(Number(stdout) / spanOf('bgq', 5, 1, { kind: 'barrier', bytes: 0 }) - 1)).toBeLessThan(0.1);
  }));

/** Prints the bytes of a second at the root of 20 broadcasts of 64 KiB. */
const BROADCASTS = `#include <mpi.h>
#include <stdio.h>
enum { BYTES = 65536, TIMES = 20 };
static char data[BYTES];
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  double time = MPI_Wtime();
  for (int i = 0; i < TIMES; i++) MPI_Bcast(data, BYTES, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%g\\n", (double)TIMES * BYTES / (MPI_Wtime() - time));
  MPI_Finalize();
}
`;

test('broadcasts one after the other pass the hardware one after the other', () =>
  simulated(BROADCASTS, ['-O2', '-network=pami'], async (run) => {
    const { stdout } = await run('--simulate=bgq', '-n', '33');
    const { stream } = machineFor('bgq', () => undefined).device;
    expect(Number(stdout)).toBeGreaterThan(0.9 * stream);
    expect(Number(stdout)).toBeLessThan(stream);
  }));

test.each(['bgq', 'elan3-alpha', 'ib-vapi-opteron'])('--stats counts those of the hardware: %s', (asked) =>
  inFolder(async (folder) => {
    const source = join(folder, 'barriers.upc');
    writeFileSync(source, '#include <upc.h>\nint main(void) { upc_barrier; upc_barrier; return 0; }\n');
    const { network, device } = machineFor(asked, () => undefined);
    const program = await compiled(folder, ['-simulate', '-trace', `-network=${network}`, source]);
    const { stderr } = await node([program, `--simulate=${asked}`, '--stats', '-n', '3']);
    const [each, all] = device.collectives === 'software' ? [0, 0] : [2, 6];
    expect(stderr).toMatch(new RegExp(`collectives by hardware +${all} +${each} +${each} +${each}\\n`));
  }),
);
