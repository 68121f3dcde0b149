/**
 * The book's programs write what the pages say: each page's files are made in a folder, and its sessions run there as a
 * reader types them. A plain `pgasc run FILE` that succeeds writes the same at all levels of optimization and on all
 * networks, so it is tried in one of these ways, or all.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, execute, inFolder, type Outcome, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, some } from '../support/share.ts';
import { type Command, type Example, examplesOf, pagesOf } from './pages.ts';
import { differenceOf } from './transcript.ts';

const WAYS = [[], ['-O2'], ['-O3', '-network=sfi'], ['-network=verbs'], ['-O2', '-network=pami']];
/** Milliseconds of a page, whose sessions follow each other; at length each command runs in all ways. */
const LONGEST = 600_000;
const PATH = `${join(ROOT, 'bin')}${delimiter}${process.env.PATH}`;
/** The file, and the words behind it. */
const PLAIN = /^pgasc run ([^-\s]\S*) (.*)$/;

/** As a reader does it: a shell, and whole processes. Both streams, in their order. */
const typed = (folder: string, words: string): Promise<Outcome> =>
  execute('sh', ['-c', `exec 2>&1; ${words}`], { cwd: folder, env: { PATH }, timeout: 120_000 });

const ran = (file: string, flags: readonly string[], words: string): Promise<Outcome> =>
  inFolder(async (folder) => runProgram(await compiled(folder, [...flags, file]), words.split(' ')));

async function check(folder: string, command: Command): Promise<void> {
  const [, file, words] = (command.fails ? undefined : PLAIN.exec(command.words)) ?? [];
  if (file === undefined) return compare(command, await typed(folder, command.words), command.words);
  for (const flags of dealt(command.words, WAYS))
    compare(command, await ran(join(folder, file), flags, words as string), `${command.words}, ${flags.join(' ')}`);
}

function compare({ expected, fails }: Command, { status, stdout, stderr }: Outcome, title: string): void {
  const written = stdout + stderr;
  const wanted = { title, fails, missing: [], unexpected: [] };
  expect({ title, fails: status !== 0, ...differenceOf(expected, written) }, written).toEqual(wanted);
}

async function tryAll(folder: string, examples: readonly Example[]): Promise<void> {
  for (const example of examples) await tryExample(folder, example);
}

async function tryExample(folder: string, example: Example): Promise<void> {
  if (example.kind === 'session') {
    for (const command of example.commands) await check(folder, command);
    return;
  }
  const path = join(folder, example.name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, example.text);
}

describe.concurrent('the book', () => {
  const pages = pagesOf('docs').map((page) => ({ path: page.path, examples: examplesOf(page) }));
  const tried = pages.filter((page) => page.examples.some(({ kind }) => kind === 'session'));
  for (const { path, examples } of some(some(tried)))
    test(path, () => inFolder((folder) => tryAll(folder, examples)), LONGEST);
});
