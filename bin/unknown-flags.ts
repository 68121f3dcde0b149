/**
 * Unknown flags of the command line: `-Wname` and `-fname` that are neither pgasc's nor gcc's.
 *
 * One idea: they are reported as warnings, with the nearest known name; `-Wno-name` is accepted silently, as gcc does,
 * so that a makefile may switch off warnings that only newer compilers have.
 */
import type { DiagnosticBag } from '../compiler/diagnostics/diagnostic.ts';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { CHECKS } from '../compiler/frontends/c/lint/lint.ts';
import { SWITCHES } from '../compiler/optimizer/program.ts';
import { explainedWarnings } from './explain.ts';
import { GCC_SWITCHES, GCC_WARNINGS } from './gcc-flags.ts';

/** Name of the warning about these flags. */
const OWN = 'unknown-flags';

/** Switches of gcc that a program may count on. */
const IDLE: Readonly<Record<string, string>> = {
  openmp:
    "#pragma omp is ignored, and the program runs it on one thread; upc_forall deals a loop's iterations to threads",
};

const KNOWN_WARNINGS = new Set(['', 'all', 'extra', 'error', OWN, ...CHECKS.map(({ name }) => name)]);

/** Warns of what is unknown among the words behind -W and those behind -f. */
export function warnOfUnknown(warnings: readonly string[], switches: readonly string[], bag: DiagnosticBag): void {
  for (const word of switches)
    if (IDLE[word] !== undefined) bag.warning('', OWN, `-f${word} has no effect: ${IDLE[word]}`);
  for (const word of warnings) if (!isKnownWarning(word)) tell(bag, '-W', word, warningNames());
  for (const word of switches) if (!isKnownSwitch(word)) tell(bag, '-f', word, SWITCHES);
}

function isKnownWarning(word: string): boolean {
  if (word.startsWith('no-') || /^[alp],/.test(word)) return true; // -Wl,FLAGS is for another program
  const name = nameIn(word);
  return KNOWN_WARNINGS.has(name) || GCC_WARNINGS.has(name) || explainedWarnings().has(name);
}

function isKnownSwitch(word: string): boolean {
  const name = word.replace(/^no-/, '').replace(/=.*/, '');
  return SWITCHES.includes(name) || GCC_SWITCHES.has(name);
}

/** format=2 and error=format are about format. */
const nameIn = (word: string): string => word.replace(/^error=/, '').replace(/=.*/, '');

const warningNames = (): string[] => [...KNOWN_WARNINGS, ...explainedWarnings(), ...GCC_WARNINGS];

function tell(bag: DiagnosticBag, flag: string, word: string, known: readonly string[]): void {
  const name = flag === '-W' ? nameIn(word) : word.replace(/^no-/, '');
  const near = nearestName(name, known);
  const hint = near === undefined ? '' : `; did you mean '${flag}${word.replace(name, near)}'?`;
  bag.warning('', OWN, `unknown flag '${flag}${word}' has no effect${hint}`);
}
