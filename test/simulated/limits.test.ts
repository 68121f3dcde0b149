/** What a job tells of results that are beyond what is known of its machine: once each, and nothing within. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Limits } from '../../runtime/machines/limits.ts';
import { machineFor, PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { compiled, inFolder, node, pgasc } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const PROGRAM = `#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
enum { MOST = 2 << 20 };
shared [MOST] char all[MOST * THREADS];
shared int counter;
char here[MOST];
int main(int argc, char **argv) {
  int bytes = atoi(argv[1]), adds = atoi(argv[2]);
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_INC, 0);
  upc_barrier;
  for (int i = 0; i < 2; i++) upc_memput(&all[MOST * ((MYTHREAD + 1) % THREADS)], here, bytes);
  upc_barrier;
  for (int i = 0; i < adds; i++) upc_atomic_relaxed(domain, NULL, UPC_INC, &counter, NULL, NULL);
  upc_barrier;
  return 0;
}
`;

const RMW = { PGAS_PAMI_ATOMICS: 'rmw' };

/** Compiles for a network; `tell` gives the lines that a job on a machine tells. */
const withProgram = (
  network: string,
  use: (tell: (machine: string, ...words: string[]) => Promise<string[]>) => Promise<void>,
) =>
  inFolder(async (folder) => {
    const source = join(folder, 'limits.upc');
    writeFileSync(source, PROGRAM);
    const program = await compiled(folder, ['-w', '-simulate', `-network=${network}`, '-O2', source]);
    await use(async (machine, ...words) => {
      const flags = [program, `--simulate=${machine}`, ...words];
      const { stderr, status } = await node(flags, { timeout: 200_000, env: RMW });
      expect(status, stderr).toBe(0);
      return stderr === '' ? [] : stderr.trimEnd().split('\n');
    });
  });

test('sizes beyond those that were measured', () =>
  withProgram('sfi', async (tell) => {
    expect(await tell('elan4-itanium2', '-n', '3', '--per-node=1', '524288', '0')).toEqual([]);
    expect(await tell('elan4-itanium2', '-n', '3', '--per-node=1', '524289', '0')).toEqual([
      expect.stringMatching(/^pgasc: elan4-itanium2: a put of 524.289 kB: known up to 512 KiB \(Bell.*\); the rate is/),
    ]);
  }));

test('operations without a figure, crowded nodes, and too many of them', () =>
  withProgram('pami', async (tell) => {
    expect(await tell('bgq', '-n', '3', '--per-node=1', '8', '4')).toEqual([
      expect.stringMatching(/^pgasc: bgq: an atomic operation: times are not known \(.*\); a factor of 2/),
    ]);
    expect(await tell('bgq', '-n', '17', '--per-node=17', '8', '4')).toEqual([
      expect.stringMatching(/^pgasc: bgq: 17 ranks on a node: known up to 16 \(node.cores\); .* up to 4 times/),
    ]);
    expect(await tell('bgq,packets=2', '-n', '3', '--per-node=1', '8', '0')).toEqual([
      expect.stringMatching(/^pgasc: bgq: 3 nodes: known up to 2 \(fabric.packets\); .* to 512 B take no part/),
    ]);
  }));

long('a sweep tells what its runs are told, once', () =>
  inFolder(async (folder) => {
    const source = join(folder, 'limits.upc');
    writeFileSync(source, PROGRAM);
    const words = ['run', '-w', '--simulate=bgq', '--sweep', 'latency=1us,2us', source, '-n', '17', '8', '4'];
    const { stderr, status } = await pgasc(words, { timeout: 200_000, env: RMW });
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/^pgasc: bgq: an atomic operation: .*\n$/);
  }),
);

describe('limits', () => {
  test.each(PRESET_NAMES)('%s: within each bound nothing is told, beyond it once', (name) => {
    const machine = machineFor(name, () => undefined);
    for (const { of, least = 1, most } of machine.limits)
      for (const measured of of) {
        const told: string[] = [];
        const alone = new Limits(
          { ...machine, limits: machine.limits.filter((each) => each.of.includes(measured)) },
          (text) => told.push(text),
        );
        if (most === undefined) alone.see(measured, least);
        else {
          for (const value of [least, most]) alone.see(measured, value);
          expect(told.filter((text) => !text.includes('fabric.packets'))).toEqual([]);
          alone.see(measured, most + 1);
          alone.see(measured, most + 2);
        }
        expect(told.filter((text) => !text.includes('fabric.packets'))).toHaveLength(1);
      }
  });
});

test('messages of the size that was asked for wait where none holds so much: told once', () =>
  inFolder(async (folder) => {
    const source = join(folder, 'eager.c');
    writeFileSync(source, '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n');
    const program = await compiled(folder, ['-simulate', '-network=verbs', source]);
    const told = async (asked: string) =>
      (await node([program, `--simulate=ib-vapi-opteron${asked}`, '-n', '3'])).stderr;
    const lines = (await told(',eager=1MiB')).trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('eager'))).toEqual([
      expect.stringMatching(
        /^pgasc: ib-vapi-opteron: message.eager=1 MiB: a message holds [\d.]+ kB; larger ones wait for their receive$/,
      ),
    ]);
    expect((await told('')) + (await told(',eager=1KiB'))).not.toContain('eager');
  }));
