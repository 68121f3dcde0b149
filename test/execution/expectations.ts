/** What a program of test/execution/programs says of itself in its first lines (see programs.test.ts), and what a run of it must do. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { expect } from 'vitest';
import { networksOf } from '../support/networks.ts';
import type { Outcome } from '../support/pgasc.ts';
import { type JobCircumstances, runProgram } from '../support/runner.ts';

const THREADS = ['1', '2', '3', '4', '7'];

export interface Expectations {
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

/** What the first lines of a program say. */
export function expectations(path: string): Expectations {
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
    networks: said('network').length > 0 || extname(path) === '.c' ? [] : networksOf(basename(path)),
    sharesMemory: said('processes').length > 0,
    output: existsSync(output) ? readFileSync(output, 'utf8') : undefined,
  };
}

/** Runs it as a job with these flags, and looks at what it does. */
export async function check(
  program: string,
  job: readonly string[],
  expected: Expectations,
  circumstances: JobCircumstances = {},
): Promise<void> {
  judge(await runProgram(program, [...job, ...expected.arguments], circumstances), expected);
}

/** Looks at what a run of it did. */
export function judge(outcome: Outcome, expected: Expectations): void {
  const words = `${outcome.stdout}${outcome.stderr}`;
  expect(outcome.status, words).toBe(expected.status);
  for (const text of expected.stderr) expect(outcome.stderr).toContain(text);
  if (expected.output !== undefined) expect(outcome.stdout).toBe(expected.output);
}
