/**
 * Progress threads on a machine (PGAS_PAMI_PROGRESS=async): fetch-and-add at a process that computes, as in figure 10 of Vishnu et al., ARMCI on Blue Gene/Q.
 *
 * By default requests wait until the target calls the library, so their latency is that of its blocks of computing; with the asynchronous thread it is as if
 * the target did not compute. Which is faster is published, its slope is not: the time of a service is an estimate.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutLimits } from '../support/limits.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

interface Told {
  /** Of a fetch-and-add, on average, and of a block of computing with one of its own; microseconds. */
  readonly latency: number;
  readonly block: number;
  readonly counter: number;
}

/** Is told where the machine's hardware adds. */
const ROUNDING = /^pgasc: the machine's hardware adds .*\n/m;

type Run = (processes: number, blocks: number, isAsync: boolean, machine?: string) => Promise<Told>;

function withProgram(use: (run: Run) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const source = join(ROOT, 'test/simulated/programs/fetch-and-add.c');
    const program = await compiled(folder, ['-simulate', '-network=pami', '-O2', source]);
    await use(async (processes, blocks, isAsync, machine = 'bgq') => {
      const env = { PGAS_PAMI_PROGRESS: isAsync ? 'async' : 'default' };
      const words = [program, `--simulate=${machine}`, '-n', String(processes), String(blocks)];
      const { stdout, stderr, status } = await node(words, { env, timeout: 200_000 });
      expect([withoutLimits(stderr).replace(ROUNDING, ''), status]).toEqual(['', 0]);
      const [latency, block, counter] = stdout.match(/[\d.]+/g)!.map(Number) as [number, number, number];
      return { latency, block, counter };
    });
  });
}

describe('fetch-and-add at a process that computes', () => {
  test('waits for its blocks by default, and not with the asynchronous thread', () =>
    withProgram(async (run) => {
      const [idle, busy] = [await run(4, 0, false), await run(4, 30, false)];
      const [idleAt, busyAt] = [await run(4, 0, true), await run(4, 30, true)];
      for (const { counter } of [idle, busy, idleAt, busyAt]) expect(counter).toBe(3 * 20);
      // Half a block at least, and in turn a whole one: each request waits for the next call of the target.
      expect(busy.latency).toBeGreaterThan(150);
      expect(busy.latency).toBeGreaterThan(20 * busyAt.latency);
      expect(Math.abs(busyAt.latency / idleAt.latency - 1)).toBeLessThan(0.1);
      // The thread has a hardware thread of its own, so the target computes as fast as ever.
      expect(busyAt.block).toBeLessThan(busy.block);
    }));

  long('takes longer in proportion to the processes, served in turn', () =>
    withProgram(async (run) => {
      const [four, eight, sixteen] = [await run(5, 30, true), await run(9, 30, true), await run(17, 30, true)];
      const slopes = [(eight.latency - four.latency) / 4, (sixteen.latency - eight.latency) / 8];
      expect(Math.abs(slopes[0]! / slopes[1]! - 1)).toBeLessThan(0.35);
    }),
  );

  test('a thread without a hardware thread of its own takes time of its rank', () =>
    withProgram(async (run) => {
      const alone = await run(2, 30, true);
      const shared = await run(2, 30, true, 'bgq,node.cores=1,node.threads=1,node.ranks=1');
      expect(shared.counter).toBe(20);
      expect(shared.block).toBeGreaterThan(alone.block);
      expect(shared.block - alone.block).toBeLessThan(20); // 20 services of some microseconds in 30 blocks
    }));
});

test('without a machine there is no time for it to serve in', () =>
  inFolder(async (folder) => {
    const program = await compiled(folder, ['-simulate', '-network=pami', `${ROOT}samples/tutorial/01-hello.upc`]);
    const { stderr, status } = await node([program, '--simulate', '-n', '2'], { env: { PGAS_PAMI_PROGRESS: 'async' } });
    expect(status).toBe(2);
    expect(stderr).toBe(
      'pgasc: a progress thread serves while its thread computes, which takes time on a machine alone: name one, as in --simulate=bgq\n',
    );
  }));
