/**
 * What goes wrong at run time: each case of a program of faults/ ends the job with the message that stands behind it.
 *
 *   case 3: // 2: text at @+1      run with argument 3 on 2 threads; standard error contains the text, with the place one
 *                                  line below
 *   // flags: -g                   more flags for pgasc
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BACK_ENDS, named } from '../support/levels.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const folder = fileURLToPath(new URL('faults', import.meta.url));

interface Fault {
  readonly argument: string;
  readonly threads: string;
  readonly message: string;
}

function faultsOf(path: string): Fault[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    const [, argument, threads, text] = /case (\d+): \/\/ (\d+): (.*)/.exec(line) ?? [];
    if (argument === undefined) return [];
    const message = text!.replace(/@\+(\d+)/, (_, below) => `${path}:${i + 1 + Number(below)}`);
    return [{ argument, threads: threads!, message }];
  });
}

function flagsOf(path: string): readonly string[] {
  return /^\/\/ flags: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.split(' ') ?? [];
}

describe.concurrent('faults', () => {
  for (const [name, flags] of readdirSync(folder).flatMap((file) => BACK_ENDS.map((kind) => [file, kind] as const)))
    test(`${name} ${named(flags)}`, { timeout: 240_000 }, () =>
      inFolder(async (scratch) => {
        const path = join(folder, name);
        const program = await compiled(scratch, [path, ...flags, ...flagsOf(path)]);
        for (const { argument, threads, message } of faultsOf(path)) {
          const outcome = await runProgram(program, ['-n', threads, argument]);
          expect(outcome.stderr, `case ${argument}`).toContain(message);
          expect(outcome.status, `case ${argument}`).not.toBe(0);
        }
      }),
    );
});
