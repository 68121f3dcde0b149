/** Programs whose argument chooses a mistake: the first line of what is said of each, in several ways of compiling and running. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder } from './pgasc.ts';
import { runProgram } from './runner.ts';
import { dealt } from './share.ts';

/** Without thread, addresses, folders and columns. */
const plain = (text: string, file: string) =>
  text
    .split('\n')[0]!
    .replace(/^pgasc: thread \d+: /, '')
    .replace(/0x[0-9a-f]+/, 'ADDRESS')
    .replace(new RegExp(`[^ ]*(${file.replace('.', '\\.')}:\\d+):\\d+`, 'g'), '$1');

/** `said`: by the argument; an empty line is of a program that ends with status 0. A way has flags of the compiler and of the job. */
export function testSaid(path: string, said: readonly string[], ways: readonly (readonly [string, string])[]): void {
  test.concurrent.each(dealt(basename(path), ways))('%s %s', { timeout: 120_000 }, (flags, job) =>
    inFolder(async (folder) => {
      const program = await compiled(folder, [...flags.split(' '), path]);
      for (const [which, line] of said.entries()) {
        const { status, stderr } = await runProgram(program, [...job.split(' '), `${which}`]);
        const found = { which, status, said: plain(stderr, basename(path)) };
        expect(found).toEqual({ which, status: line === '' ? 0 : 1, said: line });
      }
    }),
  );
}
