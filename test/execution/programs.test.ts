/**
 * Programs that verify themselves, compiled once and run at several numbers of threads.
 *
 * Each file of programs/ is a test. Its first lines may say, in comments:
 *   // threads: 1 2 4     (else 1 2 3 4 7 for .upc and 1 for .c)
 *   // flags: -O2         (more flags for pgasc)
 *   // static: 3 4        (compiled with -T=N as well)
 *   // arguments: a b     (given to the program)
 *   // status: 3          (expected exit status, else 0)
 *   // stderr: text       (standard error must contain it)
 *   // network: smp       (the only network that it is for)
 * A file NAME.out beside it holds the exact expected standard output. Programs in UPC also run on the other networks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fewer, NETWORKS } from '../support/networks.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));
const THREADS = ['1', '2', '3', '4', '7'];

interface Expectations {
  readonly threads: readonly string[];
  readonly statics: readonly string[];
  readonly flags: readonly string[];
  readonly arguments: readonly string[];
  readonly status: number;
  readonly stderr: readonly string[];
  readonly networks: readonly string[];
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
    arguments: words('arguments'),
    status: Number(words('status')[0] ?? 0),
    stderr: said('stderr'),
    networks: said('network').length > 0 || extname(path) === '.c' ? [] : NETWORKS,
    output: existsSync(output) ? readFileSync(output, 'utf8') : undefined,
  };
}

async function check(program: string, threads: string, expected: Expectations): Promise<void> {
  const outcome = await node([program, '-n', threads, ...expected.arguments]);
  const words = `${outcome.stdout}${outcome.stderr}`;
  expect(outcome.status, words).toBe(expected.status);
  for (const text of expected.stderr) expect(outcome.stderr).toContain(text);
  if (expected.output !== undefined) expect(outcome.stdout).toBe(expected.output);
}

describe.concurrent('execution', () => {
  for (const name of readdirSync(folder).filter((file) => /\.(c|upc)$/.test(file))) {
    const path = join(folder, name);
    const expected = expectations(path);
    test(`${basename(name)} at ${expected.threads.join(', ')} threads`, () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [path, ...expected.flags]);
        for (const threads of expected.threads) await check(program, threads, expected);
      }));
    for (const network of expected.networks) {
      test(`${basename(name)} on ${network}`, () =>
        inFolder(async (scratch) => {
          const program = await compiled(scratch, [`-network=${network}`, path, ...expected.flags]);
          for (const threads of fewer(expected.threads)) await check(program, threads, expected);
        }));
    }
    for (const threads of expected.statics) {
      test(`${basename(name)} with -T=${threads}`, () =>
        inFolder(async (scratch) => {
          await check(await compiled(scratch, [path, `-T=${threads}`, ...expected.flags]), threads, expected);
        }));
    }
  }
});
