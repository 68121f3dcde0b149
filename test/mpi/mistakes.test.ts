/** A course's classic mistakes (samples/mpi/mistakes): each gets the message that its comment promises. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { some } from '../support/share.ts';

const folder = join(ROOT, 'samples/mpi/mistakes');

interface Promised {
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly job: readonly string[];
  readonly lines: readonly string[];
}

/** What the comment at the head says: the commands, and the message. */
function promisedBy(text: string): Promised {
  const [command, ...lines] = [...text.slice(0, text.indexOf('*/')).matchAll(/^ \* {5}(.*)$/gm)].map(
    ([, line]) => line!,
  );
  const [, flags, variable, value, job] = /^pgasc (.*?)\S+\.c && (?:(\w+)=(\S+) )?node out\.js (.*)$/.exec(command!)!;
  const env: Record<string, string> = variable === undefined ? {} : { [variable]: value! };
  return { flags: flags!.split(' ').filter(Boolean), env, job: job!.split(' '), lines };
}

/** Without what differs from run to run: who notices it first, and addresses. */
const settled = (line: string) =>
  line
    .replace(/\S*\/(\d\d-[\w-]+\.c)/g, '$1')
    .replace(/^pgasc: thread \d+: /, 'pgasc: ')
    .replace(/(can never go on at ).*/, '$1')
    .replace(/rank \d gives \d as root where this rank gives \d as root/, 'rank gives')
    .replace(/0x[0-9a-f.]+/, 'ADDRESS');

const isOfCompiler = (line: string) => line.includes(': warning ');

async function warningsOf(words: readonly string[]): Promise<string[]> {
  const { stderr } = await pgasc(['-c', '-o', '/dev/null', ...words]);
  return stderr.split('\n').filter(isOfCompiler);
}

const isMessage = (line: string) => line !== '' && !line.startsWith('    at ');

describe.concurrent('classic mistakes', () => {
  for (const name of some(readdirSync(folder)))
    test(basename(name, '.c'), { timeout: 60_000 }, () =>
      inFolder(async (scratch) => {
        const { flags, env, job, lines } = promisedBy(readFileSync(join(folder, name), 'utf8'));
        const words = [...flags, join(folder, name)];
        const warnings = lines.some(isOfCompiler) ? await warningsOf(words) : [];
        const program = await compiled(scratch, words);
        const run = await runProgram(program, job, { env });
        const said = [...warnings, ...run.stderr.split('\n').filter(isMessage)];
        expect(said.map(settled)).toEqual(lines.map(settled));
        expect(lines.length).toBeGreaterThan(0);
      }),
    );
});
