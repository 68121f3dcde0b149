/**
 * Diagnostics, with what is expected written in the source: a line that has an error, warning or note ends in
 * `// expected-error{{exact text}}` (or expected-warning, expected-note); `@-1` or `@+2` after the word shifts the line.
 * Every diagnostic must be expected and every expectation met. `// flags:` as in the execution tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pgasc } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

const folder = fileURLToPath(new URL('programs', import.meta.url));

/** Sorted lines "12 error: text". */
function expectedIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, k) =>
      [...line.matchAll(/expected-(error|warning|note)(?:@([+-]\d+))?\{\{(.*?)\}\}/g)].map(
        ([, severity, shift, words]) => `${k + 1 + Number(shift ?? 0)} ${severity}: ${words}`,
      ),
    )
    .sort();
}

function reportedIn(text: string, file: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => /^(.*?):(\d+):\d+: (error|warning|note)(?: \w+)?: (.*?)(?: \[-W[\w-]+\])?$/.exec(line));
  return lines.flatMap((match) => (match?.[1] === file ? [`${match[2]} ${match[3]}: ${match[4]}`] : [])).sort();
}

describe.concurrent('diagnostics', () => {
  for (const name of some(some(readdirSync(folder).filter((file) => /\.(c|upc)$/.test(file))))) {
    test(name, async () => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      const flags = /^\/\/ flags: *(.*)$/m.exec(text)?.[1]?.split(/\s+/) ?? [];
      const outcome = await pgasc(['-c', '-o', '/dev/null', path, ...flags]);
      const expected = expectedIn(text);
      expect(reportedIn(outcome.stderr, path)).toEqual(expected);
      expect(outcome.status).toBe(expected.some((line) => / error: /.test(line)) ? 1 : 0);
    });
  }
});
