import { expect, test } from 'vitest';
import { DiagnosticBag, replacement } from '../../compiler/diagnostics/diagnostic.ts';
import { renderDiagnostic, report } from '../../compiler/diagnostics/render.ts';
import { ERROR_LIMIT, selectDiagnostics, summarize } from '../../compiler/diagnostics/select.ts';
import { sourceFile } from '../../compiler/source/source.ts';
import { run } from '../preprocess/harness.ts';

const OPTIONS = { silencedWarnings: new Set<string>(), warningsAreErrors: false, color: false };

function rendered(text: string): string {
  const result = run(text);
  result.tokens();
  return report(result.bag, OPTIONS).text;
}

test('source line, caret, tildes; tabs and wide characters keep their width', () => {
  expect(rendered('\tint \u65e5\u672c = 08;\n')).toBe(
    `main.c:1:11: error LEX1001: invalid digit "8" in an octal constant: 08
    1 | \tint \u65e5\u672c = 08;
      | \t           ^~
1 error
`,
  );
});

test('a place out of macros names the use first, then each definition', () => {
  expect(rendered('#define INNER(x) x + @\n#define OUTER(y) INNER(y) * 2\nint a = OUTER(3);\n')).toBe(
    `main.c:3:9: error LEX1006: stray "@" in the program
    3 | int a = OUTER(3);
      |         ^~~~~
main.c:2:18: note: in expansion of macro "OUTER"
    2 | #define OUTER(y) INNER(y) * 2
      |                  ^~~~~
main.c:1:22: note: in expansion of macro "INNER"
    1 | #define INNER(x) x + @
      |                      ^
1 error
`,
  );
});

test('notes, options of warnings, colours', () => {
  expect(rendered('#define A 1\n#define A 2\n#include <x.h>\n')).toBe(
    `main.c:2:9: warning PP1015: macro "A" redefined [-Wmacro-redefined]
    2 | #define A 2
      |         ^
main.c:1:9: note: the previous definition is here
    1 | #define A 1
      |         ^
main.c:3:10: error PP1051: cannot find <x.h>
    3 | #include <x.h>
      |          ^~~~~
main.c:3:10: note: searched in: .
1 error, 1 warning
`,
  );
  const location = { file: sourceFile('a.c', 'x'), offset: 0, length: 1 };
  const diagnostic = { severity: 'error', code: 'SEM3000', text: 't', location, notes: [] } as const;
  expect(renderDiagnostic(diagnostic, { color: true })).toBe(
    '\x1b[1ma.c:1:1:\x1b[0m \x1b[1;31merror SEM3000:\x1b[0m t\n    1 | x\n      | \x1b[1;31m^\x1b[0m\n',
  );
});

test('a long line is cut around the place; what a terminal obeys is made visible', () => {
  const lines = rendered(`${'a '.repeat(500)}@\x1b${' b'.repeat(500)}`).split('\n');
  expect(lines[1]).toContain('@\ufffd b');
  expect(lines[1]?.length).toBeLessThan(190);
  expect(lines[2]?.indexOf('^')).toBe(lines[1]?.indexOf('@'));
});

test('what mends it: under the caret on the same line, else in a note; dashes under what goes', () => {
  const file = sourceFile('a.c', '\tint long_name;\n\treturn longname + 1 ;\n');
  const bag = new DiagnosticBag();
  const name = { file, offset: 24, length: 8 };
  const include = { title: 'include <x.h>', location: { file, offset: 0, length: 0 }, text: '#include <x.h>\n' };
  const gone = { title: "remove '+ 1'", location: { file, offset: 33, length: 3 }, text: '' };
  const above = { title: "declare it 'shared'", location: { file, offset: 1, length: 0 }, text: 'shared ' };
  bag.error('SEM3004', 'text', name, [{ text: 'a note' }], [replacement(name, 'long_name'), gone, include, above]);
  expect(report(bag, OPTIONS).text).toBe(
    `a.c:2:9: error SEM3004: text
    2 | \treturn longname + 1 ;
      | \t       ^~~~~~~~
      | \t       long_name
      | \t                ---
a.c:2:9: note: a note
a.c:2:9: note: include <x.h>
  +++ |+#include <x.h>
a.c:1:2: note: declare it 'shared'
    1 | \tint long_name;
      | \t^
      | \tshared
1 error
`,
  );
});

test('a place at the end of the file, and none at all', () => {
  const file = sourceFile('a.c', 'int x\n');
  const end = { file, offset: 6, length: 0 };
  const error = { severity: 'error', code: 'SYN2000', text: 'expected ";"', notes: [] } as const;
  expect(renderDiagnostic({ ...error, location: end }, OPTIONS)).toBe(
    'a.c:2:1: error SYN2000: expected ";"\n    2 |\n      | ^\n',
  );
  expect(renderDiagnostic(error, OPTIONS)).toBe('pgasc: error SYN2000: expected ";"\n');
});

test('selection: silenced, promoted, once only, sorted, limited', () => {
  const file = sourceFile('a.c', 'x'.repeat(1000));
  const system = sourceFile('s.h', 'y', true);
  const at = (offset: number) => ({ file, offset, length: 1 });
  const bag = new DiagnosticBag();
  bag.warning('W1', 'one', 'w1', at(5));
  bag.warning('W2', 'two', 'w2', at(3));
  bag.warning('W2', 'two', 'w2', at(3));
  bag.warning('W1', 'one', 'in a header', { file: system, offset: 0, length: 1 });
  const codes = (options: Partial<typeof OPTIONS> & { warnings?: boolean }) =>
    selectDiagnostics(bag.all, { ...OPTIONS, ...options }).map(({ severity, code }) => `${severity} ${code}`);
  expect(codes({})).toEqual(['warning W2', 'warning W1']);
  expect(codes({ silencedWarnings: new Set(['one']) })).toEqual(['warning W2']);
  expect(codes({ warnings: false })).toEqual([]);
  expect(codes({ warningsAreErrors: true })).toEqual(['error W2', 'error W1']);
  for (let k = 0; k < ERROR_LIMIT + 20; k++) bag.error('E', 'e', at(10 + k));
  const shown = selectDiagnostics(bag.all, OPTIONS);
  expect(summarize(shown)).toBe('100 errors, 2 warnings');
  expect(shown.at(-1)?.text).toBe('stopped after 100 errors; 20 more are not shown');
  expect(report(bag, OPTIONS).failed).toBe(true);
});
