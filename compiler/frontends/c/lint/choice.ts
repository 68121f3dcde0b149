/**
 * Which warnings are shown and which are errors: -WNAME, -Wno-NAME, -Wall, -Werror, -Werror=NAME, -Wno-error=NAME.
 *
 * One idea: the words act in the order in which they stand, as in gcc; later ones overrule earlier ones.
 */
import { inGroup } from '../../../diagnostics/warning-groups.ts';
import type { CompilerOptions } from '../../../options.ts';
import { CHECKS } from './lint.ts';

/** Warnings that are off by default. */
const UNUSUAL: readonly string[] = CHECKS.filter(({ shownBy }) => shownBy !== 'default').map(({ name }) => name);

const ONLY_EXTRA = new Set(CHECKS.filter(({ shownBy }) => shownBy === '-Wextra').map(({ name }) => name));

type WarningChoice = Pick<CompilerOptions, 'silencedWarnings' | 'warningsAreErrors' | 'promotedWarnings'>;

/** From the words after -W. */
export function chooseWarnings(words: readonly string[]): WarningChoice {
  const silenced = new Set(UNUSUAL);
  const promoted = new Map<string, boolean>();
  let all = false;
  for (const word of words) {
    const off = word.startsWith('no-');
    const [kind, name] = (off ? word.slice(3) : word).split('=') as [string, string?];
    if (kind !== 'error') for (const each of namesOf(kind, off)) off ? silenced.add(each) : silenced.delete(each);
    else if (name === undefined) all = !off;
    else {
      promoted.set(name, !off);
      if (!off) silenced.delete(name);
    }
  }
  return { silencedWarnings: silenced, warningsAreErrors: all, promotedWarnings: promoted };
}

/** -Wextra has all of -Wall; -Wunused has of -Wextra's nothing. */
function namesOf(kind: string, off: boolean): readonly string[] {
  if (kind === 'extra' || kind === '') return UNUSUAL;
  if (kind === 'all') return CHECKS.filter(({ shownBy }) => shownBy === '-Wall').map(({ name }) => name);
  return inGroup(kind).filter((name) => off || name === kind || !ONLY_EXTRA.has(name));
}
