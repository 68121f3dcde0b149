/**
 * Output of --remarks and --report: the optimizer's remarks.
 *
 * Takes: remarks of passes as they come. Gives: a line immediately for each that is about communication (--remarks); at
 * the end all of them, by function and pass, with their numbers (--report).
 */
import { ABOUT_COMMUNICATION } from '../compiler/optimizer/program.ts';
import type { Remark } from '../compiler/options.ts';

/** As clang's -Rpass: place, what was done or why not, and the pass's switch; undefined where it is not shown. */
export function remarkLine({ at, pass, done, text }: Remark): string | undefined {
  if (!ABOUT_COMMUNICATION.has(pass)) return undefined;
  return `${at.name}:${at.line}:${at.column}: remark: ${text} [-f${pass}${done ? '' : ', missed'}]\n`;
}

const NOTHING = 'report: the optimizer had nothing to tell; -O2 has it look at the whole program\n';

/** The report on all remarks. */
export function reportOf(remarks: readonly Remark[]): string {
  const functions = grouped(remarks, (remark) => remark.function ?? '');
  return functions.size === 0 ? NOTHING : [...functions].map(([name, own]) => functionText(name, own)).join('');
}

function functionText(name: string, remarks: readonly Remark[]): string {
  const passes = [...grouped(remarks, ({ pass }) => pass)].map(([pass, own]) => passText(pass, own));
  return `${name}:\n${passes.join('')}`;
}

function passText(pass: string, remarks: readonly Remark[]): string {
  const done = remarks.filter((remark) => remark.done).length;
  const counts = [
    ...(done > 0 ? [`${done} done`] : []),
    ...(done < remarks.length ? [`${remarks.length - done} missed`] : []),
  ];
  const lines = remarks.map(({ at, text }) => `    ${at.name}:${at.line}:${at.column}: ${text}\n`);
  return `  ${pass}: ${counts.join(', ')}\n${lines.join('')}`;
}

/** In the order in which the keys come first. */
function grouped(remarks: readonly Remark[], keyOf: (remark: Remark) => string): Map<string, Remark[]> {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    const group = groups.get(keyOf(remark));
    if (group) group.push(remark);
    else groups.set(keyOf(remark), [remark]);
  }
  return groups;
}
