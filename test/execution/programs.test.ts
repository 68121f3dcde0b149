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
 * A file NAME.out beside it holds the exact expected standard output. Programs in UPC also run on the other networks,
 * and in several processes where these can.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Level, levelOf, levels, named } from '../support/levels.ts';
import { checkModule } from '../support/modules.ts';
import { fewer, NETWORKS, severalProcesses } from '../support/networks.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));
const THREADS = ['1', '2', '3', '4', '7'];

interface Expectations {
  readonly threads: readonly string[];
  readonly statics: readonly string[];
  readonly flags: readonly string[];
  readonly without: readonly string[];
  readonly arguments: readonly string[];
  readonly status: number;
  readonly stderr: readonly string[];
  readonly networks: readonly string[];
  readonly sharesMemory: boolean;
  readonly output?: string;
}

function expectations(path: string): Expectations {
  const text = readFileSync(path, 'utf8');
  const said = (name: string) => [...text.matchAll(new RegExp(`^// ${name}: *(.*)$`, 'gm'))].map((m) => m[1] as string);
  const words = (name: string) => said(name).flatMap((line) => line.split(/\s+/).filter(Boolean));
  const output = path.replace(/\.\w+$/, '.out');
  return {
    threads: said('threads').length > 0 ? words('threads') : extname(path) === '.upc' ? THREADS : ['1'],
    statics: words('static'),
    flags: words('flags'),
    without: words('without'),
    arguments: words('arguments'),
    status: Number(words('status')[0] ?? 0),
    stderr: said('stderr'),
    networks: said('network').length > 0 || extname(path) === '.c' ? [] : NETWORKS,
    sharesMemory: said('processes').length > 0,
    output: existsSync(output) ? readFileSync(output, 'utf8') : undefined,
  };
}

async function check(program: string, job: readonly string[], expected: Expectations): Promise<void> {
  const outcome = await runProgram(program, [...job, ...expected.arguments]);
  const words = `${outcome.stdout}${outcome.stderr}`;
  expect(outcome.status, words).toBe(expected.status);
  for (const text of expected.stderr) expect(outcome.stderr).toContain(text);
  if (expected.output !== undefined) expect(outcome.stdout).toBe(expected.output);
}

describe.concurrent('execution', () => {
  for (const name of readdirSync(folder).filter((file) => /\.(c|upc)$/.test(file))) {
    const path = join(folder, name);
    const expected = expectations(path);
    /** A test of the program with more flags. */
    const runs = (title: string, { flags, threads }: Level, more: readonly string[][] = []) =>
      test(`${name} ${title}`, () =>
        inFolder(async (scratch) => {
          const program = await compiled(scratch, [...flags, path, ...expected.flags]);
          checkModule(program, path);
          for (const job of [...threads.map((count) => ['-n', count]), ...more]) await check(program, job, expected);
        }));
    const wanted = levels(expected.threads).filter(
      ({ flags }) => !flags.some((flag) => expected.without.includes(flag)),
    );
    for (const level of wanted) runs(`${named(level.flags)} at ${level.threads.join(', ')} threads`, level);
    for (const network of expected.networks) {
      const flags = [`-network=${network}`, ...levelOf(`${name} ${network}`)];
      const more = expected.sharesMemory ? [] : severalProcesses(name, network, expected.threads);
      runs(flags.join(' '), { flags, threads: fewer(expected.threads) }, more);
    }
    for (const count of expected.statics) {
      const flags = [`-T=${count}`, ...levelOf(`${name} ${count}`)];
      runs(flags.join(' '), { flags, threads: [count] });
    }
  }
});
