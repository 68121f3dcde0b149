/**
 * The note for who gives `pgasc run` several source files: all behind the first are arguments of the program, so that the link fails.
 *
 * Takes the command and the diagnostics of the link; adds to the first about a name that nothing defines.
 */
import { existsSync } from 'node:fs';
import type { DiagnosticBag } from '../compiler/diagnostics/diagnostic.ts';
import type { Command } from './options.ts';

/** Undefined references: to any name, to main. */
const UNDEFINED: ReadonlySet<string> = new Set(['LNK4002', 'LNK4003']);

const isSource = (word: string) => /\.(c|upc)$/.test(word) && existsSync(word);

export function adviseOfSources({ run, files, programArguments }: Command, bag: DiagnosticBag): void {
  const others = run ? programArguments.filter(isSource) : [];
  const at = bag.all.findIndex(({ code }) => UNDEFINED.has(code));
  if (others.length === 0 || at < 0) return;
  const all = [...files.map(({ path }) => path), ...others].join(' ');
  const text =
    `run takes one source file, ${others[0]} is an argument of the program; ` +
    `compile several with pgasc ${all} -o out.js`;
  const diagnostic = bag.all[at]!;
  bag.all[at] = { ...diagnostic, notes: [...diagnostic.notes, { text }] };
}
