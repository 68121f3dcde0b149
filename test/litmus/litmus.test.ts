/** The litmus programs, on each network for a short time: no forbidden outcome. `npm run test:litmus` runs them long. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NETWORKS } from '../support/networks.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const ITERATIONS = '20000';
const SECONDS = '0.1';

/** With 2 the outcomes were all alike: on a busy machine the threads may never run at one time. */
const FINE: readonly (number | null)[] = [0, 2];

const programs = readdirSync(folder).filter((file) => file.endsWith('.upc'));
for (const [name, network] of ['smp', ...NETWORKS].flatMap((each) =>
  programs.map((program) => [program, each] as const),
))
  test(`${name} on ${network}`, () =>
    inFolder(async (scratch) => {
      const path = join(folder, name);
      const threads = /^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'))?.[1] as string;
      const program = await compiled(scratch, [`-network=${network}`, path]);
      const { status, stdout, stderr } = await node([program, '-n', threads, ITERATIONS, SECONDS]);
      expect(FINE, stdout + stderr).toContain(status);
      expect(stdout).toMatch(/^[^\n]+: .*\[/m);
    }));
