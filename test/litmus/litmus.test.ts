/** The litmus programs, on each network for a short time: no forbidden outcome. `npm run test:litmus` runs them long. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { levelOf, levels, named } from '../support/levels.ts';
import { NETWORKS } from '../support/networks.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const ITERATIONS = '20000';
const SECONDS = '0.1';

/** With 2 the outcomes were all alike: on a busy machine the threads may never run at one time. */
const FINE: readonly (number | null)[] = [0, 2];

const programs = readdirSync(folder).filter((file) => file.endsWith('.upc'));

/** On smp at all levels, on another network at one. */
const kindsOf = (name: string): readonly (readonly string[])[] => [
  ...levels(['2']).map(({ flags }) => flags),
  ...NETWORKS.map((network) => [`-network=${network}`, ...levelOf(`${name} ${network}`)]),
];

for (const [name, flags] of programs.flatMap((program) => kindsOf(program).map((kind) => [program, kind] as const)))
  test(`${name} ${named(flags)}`, () =>
    inFolder(async (scratch) => {
      const path = join(folder, name);
      const threads = /^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'))?.[1] as string;
      const program = await compiled(scratch, [...flags, path]);
      const { status, stdout, stderr } = await runProgram(program, ['-n', threads, ITERATIONS, SECONDS]);
      expect(FINE, stdout + stderr).toContain(status);
      expect(stdout).toMatch(/^[^\n]+: .*\[/m);
    }));
