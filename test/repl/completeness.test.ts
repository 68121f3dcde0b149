/** The end of an input. */
import { expect, test } from 'vitest';
import { isComplete, isEmpty } from '../../bin/repl/completeness.ts';
import { Gathering } from '../../bin/repl/pieces.ts';

const isType = (name: string) => name === 'pair';

test.each([
  'x',
  'x;',
  'int x',
  'int f(int a);',
  'int f(int a) { return a; }',
  'pair p = make(3)',
  'f(x)',
  'sizeof(int)',
  'int (*p)(int)',
  'if (x) y = 3',
  'do x--; while (x)',
  'do { x--; } while (x)',
  'struct s { int x; }',
  '#define F(x) (x',
  '#include <stdio.h>',
  '"(" \'{\'',
  '// (',
  '/* { */ x',
  'x++',
  'a[1] = (2)',
  ')',
])('%s is whole', (text) => expect(isComplete(text, isType)).toBe(true));

test.each([
  'int f(int a)',
  'static inline pair f(int a)',
  'int f(int a) {',
  'x +',
  'x =',
  'f(x,',
  'a[',
  'if (x)',
  'if (x) y = 1; else',
  'while (x)',
  'for (i = 0; i < 3; i++)',
  'upc_forall (i = 0; i < 3; i++; i)',
  'do',
  'do x--;\nwhile (x) y++; while (',
  'do { x--; }',
  '/* x',
  'x \\',
  '#if 1',
  '#if 1\n#if 0\n#endif',
  'again:',
  'x ? 1 :',
])('%s goes on', (text) => expect(isComplete(text, isType)).toBe(false));

test('comments and white space are no input', () => {
  expect([' ', '// x', '/* x */\n'].map(isEmpty)).toEqual([true, true, true]);
  expect(isEmpty(';')).toBe(false);
});

test('lines are gathered to inputs, else with its if', () => {
  const gathering = new Gathering(isType);
  expect(gathering.add('if (x)')).toBeUndefined();
  expect(gathering.add('  y = 1;', 'else')).toBeUndefined();
  expect(gathering.add('else')).toBeUndefined();
  expect(gathering.add('  y = 2;')).toBe('if (x)\n  y = 1;\nelse\n  y = 2;');
  expect(gathering.begun).toBe(false);
  expect(gathering.add('// nothing')).toBeUndefined();
  expect(gathering.begun).toBe(false);
  expect(gathering.add('  :list ')).toBe(':list');
  expect(gathering.add('f(')).toBeUndefined();
  expect(gathering.abandon()).toBe('f(');
});
