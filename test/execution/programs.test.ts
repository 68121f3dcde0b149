/**
 * Programs that verify themselves, at several numbers of threads, which are dealt to the levels of optimization.
 *
 * Each file of programs/ is a test. Its first lines may say, in comments:
 *   // threads: 1 2 4     (else 1 2 3 4 7 for .upc and 1 for .c)
 *   // flags: -g          (more flags for pgasc)
 *   // without: -g        (not at levels with these)
 *   // static: 3 4        (compiled with -T=N as well)
 *   // arguments: a b     (given to the program)
 *   // status: 3          (expected exit status, else 0)
 *   // stderr: text       (standard error must contain it)
 *   // network: smp       (the only network that it is for)
 *   // processes: 1       (its threads must share one memory)
 * A file NAME.out beside it holds the exact expected standard output. Programs in UPC also run on another network,
 * and in several processes where that can; ALL_THREADS=1 runs them on all.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { type Level, levelOf, levels, named } from '../support/levels.ts';
import { checkModule } from '../support/modules.ts';
import { fewer, severalProcesses } from '../support/networks.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { dealt, some } from '../support/share.ts';
import { check, expectations } from './expectations.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));
describe.concurrent('execution', () => {
  for (const name of some(readdirSync(folder).filter((file) => /\.(c|upc)$/.test(file)))) {
    const path = join(folder, name);
    const expected = expectations(path);
    /** Defines a test of the program with more flags. */
    const runs =
      (title: string, { flags, threads }: Level, more: readonly string[][] = []) =>
      () =>
        test(`${name} ${title}`, () =>
          inFolder(async (scratch) => {
            const program = await compiled(scratch, [...flags, path, ...expected.flags]);
            checkModule(program, path);
            for (const job of [...threads.map((count) => ['-n', count]), ...more]) await check(program, job, expected);
          }));
    const wanted = levels(name, expected.threads).filter(
      ({ flags }) => !flags.some((flag) => expected.without.includes(flag)),
    );
    const ways = wanted.map((level) => runs(`${named(level.flags)} at ${level.threads.join(', ')} threads`, level));
    for (const network of expected.networks) {
      const flags = [`-network=${network}`, ...levelOf(`${name} ${network}`)];
      const more = expected.sharesMemory ? [] : severalProcesses(name, network, expected.threads);
      ways.push(runs(flags.join(' '), { flags, threads: fewer(expected.threads) }, more));
    }
    for (const count of expected.statics) {
      const flags = [`-T=${count}`, ...levelOf(`${name} ${count}`)];
      ways.push(runs(flags.join(' '), { flags, threads: [count] }));
    }
    for (const define of dealt(name, ways)) define();
  }
});
