/** Sessions for tests: inputs in, what a user would see out. */
import { type Outcome, pgasc } from '../support/pgasc.ts';

/** Gives a script to `pgasc repl`. */
export function session(threads: number, ...lines: readonly string[]): Promise<Outcome> {
  return pgasc(['repl', '-n', String(threads)], { input: `${lines.join('\n')}\n` });
}

/** Standard output of the script, line by line. */
export async function results(threads: number, ...lines: readonly string[]): Promise<string[]> {
  const { stdout } = await session(threads, ...lines);
  return stdout.split('\n').slice(0, -1);
}
