/** What the threads of a program are charged: compiled with -simulate, run as a simulated job, read from the report of --stats. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiled, inFolder, type Outcome } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

/** Back ends and levels, the first of which no pass but `charge` has had a say in. */
export const LEVELS: readonly (readonly string[])[] = [
  ['-target=ts', '-O0'],
  ['-target=wasm', '-O0'],
  ['-O1'],
  ['-O2'],
  ['-O3'],
  ['-target=ts', '-O2'],
];

/** By kind, those above 0. */
export type Charges = Readonly<Record<string, number>>;

/** Compiles a text, or the file with that path; gives the charges of each thread. */
export async function chargesOf(
  source: string,
  flags: readonly string[],
  words: readonly string[],
): Promise<readonly Charges[]> {
  return chargesIn(await outcomeOf(source, flags, words));
}

function outcomeOf(source: string, flags: readonly string[], words: readonly string[]): Promise<Outcome> {
  return inFolder(async (folder) => {
    const path = source.includes('\n') ? join(folder, 'prog.upc') : source;
    if (path !== source) writeFileSync(path, source);
    const program = await compiled(folder, ['-simulate', '-trace', '-w', ...flags, path]);
    return runProgram(program, ['--simulate', '--stats', ...words], { timeout: 300_000 });
  });
}

/** The rows of the report. */
export function chargesIn({ stdout, stderr }: Outcome): readonly Charges[] {
  const [, text] = /\nCHARGED:\n(.*?)\n\n/s.exec(stderr) ?? [];
  if (text === undefined) throw new Error(`no charges in the report:\n${stdout}${stderr}`);
  const [titles, ...rows] = text.split('\n').map((line) => line.trim().toLowerCase().split(/ +/));
  return rows.map(([_, ...amounts]) =>
    Object.fromEntries(titles!.slice(1).flatMap((kind, i) => (amounts[i] === '0' ? [] : [[kind, Number(amounts[i])]]))),
  );
}
