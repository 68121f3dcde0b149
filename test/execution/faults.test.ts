/**
 * Run-time errors: each case of a program of faults/ ends the job with the message that stands behind it.
 *
 *   case 3: // 2: text at @+1      run with argument 3 on 2 threads; standard error contains the text, with the place one
 *                                  line below
 *   // flags: -g                   more flags for pgasc
 *   // networks: smp verbs         runs on these, one back end each
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BACK_ENDS, named } from '../support/levels.ts';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, some } from '../support/share.ts';

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
    const message = text!.replace(/@([+-]\d+)/, (_, below) => `${path}:${i + 1 + Number(below)}`);
    return [{ argument, threads: threads!, message }];
  });
}

function wordsOf(path: string, key: string): readonly string[] {
  return new RegExp(`^// ${key}: (.*)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1]?.split(' ') ?? [];
}

/** On both back ends, or each network on one of them. */
function waysOf(path: string): readonly (readonly string[])[] {
  const networks = wordsOf(path, 'networks').map((network) => `-network=${network}`);
  if (networks.length === 0) return BACK_ENDS;
  return networks.map((network, index) => [network, ...BACK_ENDS[index % BACK_ENDS.length]!]);
}

describe.concurrent('faults', () => {
  for (const [path, flags] of some(readdirSync(folder))
    .map((name) => join(folder, name))
    .flatMap((path) => dealt(basename(path), waysOf(path)).map((way) => [path, way] as const)))
    test(`${basename(path)} ${named(flags)}`, { timeout: 240_000 }, () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [path, ...flags, ...wordsOf(path, 'flags')]);
        for (const { argument, threads, message } of some(faultsOf(path))) {
          const outcome = await runProgram(program, ['-n', threads, argument]);
          expect(outcome.stderr, `case ${argument}`).toContain(message);
          expect(outcome.status, `case ${argument}`).not.toBe(0);
        }
      }),
    );
});
