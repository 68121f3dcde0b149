/**
 * The litmus programs, on each network for a short time: no forbidden outcome. On sfi also with the threads in two processes, by one of the ways
 * between them; ALL_THREADS=1 takes all ways. `npm run test:litmus` runs them long.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { levelOf, levels, named } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { NETWORKS } from '../support/networks.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, shareOf, some } from '../support/share.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Iterations, and seconds. */
const MANY = ['20000', '0.1'];

/** With 2 the outcomes were all alike: on a busy machine the threads may never run at one time. */
const FINE: readonly (number | null)[] = [0, 2];

const programs = readdirSync(folder)
  .filter((file) => file.endsWith('.upc'))
  .sort();

/** On smp on both back ends, on another network on one. */
const kindsOf = (name: string): readonly (readonly string[])[] => [
  ...levels(name, ['2']).map(({ flags }) => flags),
  ...NETWORKS.map((network) => [`-network=${network}`, ...levelOf(`${name} ${network}`)]),
];

/** Between processes few iterations suffice, as each waits for the other's. */
const FEW = ['500', '0.02'];
type Variables = Record<string, string>;

/** Between two processes: memories of one process of the operating system, libfabric's providers, and regions that processes map. */
const WAYS: Record<string, Variables> = JSON.parse(readFileSync(join(folder, 'ways.json'), 'utf8'));

const waysOf = (name: string) => {
  const ways = Object.entries(WAYS);
  return process.env.ALL_THREADS ? ways : [ways[shareOf(name, ways.length)]!];
};

function passes(
  name: string,
  flags: readonly string[],
  job: readonly string[],
  words: readonly string[],
  env: Variables,
) {
  return inFolder(async (scratch) => {
    const path = join(folder, name);
    const threads = /^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'))?.[1] as string;
    const program = await compiled(scratch, [...flags, path]);
    const { status, stdout, stderr } = await runProgram(program, ['-n', threads, ...job, ...words], { env });
    expect(FINE, stdout + stderr).toContain(status);
    expect(stdout).toMatch(/^[^\n]+: .*\[/m);
  });
}

for (const [number, name] of some(programs).entries()) {
  const inOneProcess = kindsOf(name).map(
    (flags) => () => test(`${name} ${named(flags)}`, () => passes(name, flags, [], MANY, {})),
  );
  const inTwo = waysOf(name).map(([way, env]) => () => {
    const lacks = way === 'memories' ? '' : libfabricLacks;
    const flags = ['-network=sfi', ...levelOf(`${name} ${way}`)];
    test.skipIf(lacks !== '')(`${name} in two processes, ${way}${lacks}`, () =>
      passes(name, flags, ['--processes', '2'], FEW, env),
    );
  });
  for (const define of dealt(number, [...inOneProcess, ...inTwo])) define();
}
