/** gcc's names for groups of warnings, except -Wall and -Wextra (lint/choice.ts). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  unused: [
    'unused-variable',
    'unused-function',
    'unused-label',
    'unused-value',
    'unused-but-set-variable',
    'unused-parameter',
    'unused-but-set-parameter',
  ],
  uninitialized: ['maybe-uninitialized'],
  'unused-parameter': ['unused-but-set-parameter'],
  format: ['format-extra-args'],
  implicit: ['implicit-int', 'implicit-function-declaration'],
  parentheses: ['dangling-else'],
};

/** The warnings that a name is for, itself first; what is behind a '=' counts not. */
export function inGroup(name: string): readonly string[] {
  return [name, ...(Object.hasOwn(GROUPS, name) ? (GROUPS[name] as readonly string[]) : [])];
}
