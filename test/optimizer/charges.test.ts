/** Charges gathered in IR: beside loops by their trip counts, behind them by a count, and what must stay where it is. */
import { describe, expect, test } from 'vitest';
import { archiveNames, libraryNames } from '../../bin/installation.ts';
import { gatherAllCharges, gatherCharges } from '../../compiler/optimizer/charges/gather.ts';
import { CHARGED_FUNCTIONS } from '../../compiler/optimizer/charges/library.ts';
import { passed } from './passed.ts';

const gathered = (body: string, run = gatherCharges) => passed(run, 'i i32, j i32, x f64', body).lines;

const loop = (test: string, step: string, body: string) => `while L ${test} {\n${body}\n} step {\nset %i ${step}\n}`;
const counting = (body: string) => `set %i 0\n${loop('(lt_s %i %n)', '(add %i 1)', body)}`;

const COUNTED = [
  ['(lt_s %i 10)', '(add %i 3)', 4],
  ['(le_s %i 9)', '(add %i 3)', 4],
  ['(le_s %i 8)', '(add %i 3)', 3],
  ['(lt_u %i 7)', '(add %i 1)', 7],
  ['(ne %i 5)', '(add %i 1)', 5],
  ['(gt_s %i -7)', '(sub %i 2)', 4],
  ['(ge_s %i -6)', '(sub %i 2)', 4],
  ['(gt_s 6 %i)', '(add %i 1)', 6],
] as const;

describe('gather-charges', () => {
  test.each(COUNTED)('a loop while %s, step %s, runs %i times', (condition, step, trips) => {
    const lines = gathered(`set %i 0\n${loop(condition, step, 'charge flops 2\nset %x (add %x 1.0)')}\nreturn`);
    expect(lines).toContain(`charge flops ${2 * trips}`);
    expect(lines.filter((line) => line.startsWith('charge'))).toHaveLength(1);
  });

  test('multiplies by an unknown number of iterations behind the loop', () => {
    const lines = gathered(`${counting('charge flops 2 integers 3')}\nreturn`);
    expect(lines.slice(-2)).toEqual([
      'charge flops 2 integers 3 times (select (lt_s 0 %n) (convert_u f64 %n) 0.0)',
      'return',
    ]);
  });

  test('stands before the loop where it needs the first value of the counter', () => {
    const lines = gathered(`${loop('(lt_s %i %n)', '(add %i 1)', 'charge flops 2')}\nreturn`);
    expect(lines[0]).toBe('charge flops 2 times (select (lt_s %i %n) (convert_u f64 (sub %n %i)) 0.0)');
  });

  test('multiplies through a nest', () => {
    const inner =
      'set %j 0\nwhile M (lt_s %j %p) {\ncharge flops 1\nset %x (add %x 1.0)\n} step {\nset %j (add %j 1)\n}';
    const lines = gathered(`${counting(inner)}\nreturn`);
    expect(lines.filter((line) => line.startsWith('charge'))).toEqual([
      'charge flops 1 times (mul (select (lt_s 0 %p) (convert_u f64 %p) 0.0) (select (lt_s 0 %n) (convert_u f64 %n) 0.0))',
    ]);
  });

  test.each([
    ['a call', 'call %i = *g [%i] (i32) -> i32'],
    ['a volatile store', 'store i32 volatile &s %i'],
    ['a way out', 'if %p {\nreturn\n}'],
    ['a break', 'if %p {\nbreak L\n}'],
    ['a bound that changes', 'set %n (sub %n 1)'],
    ['a counter that is set', 'set %i (add %i 1)'],
  ])('leaves charges in a loop with %s', (_, statement) => {
    const lines = gathered(`${counting(`charge flops 2\n${statement}`)}\nreturn`);
    const inLoop = lines.slice(
      lines.findIndex((line) => line.startsWith('while')),
      lines.findIndex((line) => line.includes('step')),
    );
    expect(inLoop).toContain('charge flops 2');
  });

  test('moves no charge out of what an iteration may skip', () => {
    const lines = gathered(`${counting('charge flops 2\nif %p {\ncontinue L\n}\ncharge integers 1')}\nreturn`);
    expect(lines).toContain('charge integers 1');
    expect(lines).toContain('charge flops 2 times (select (lt_s 0 %n) (convert_u f64 %n) 0.0)');
  });

  test('adds up within a segment, and not over a call', () => {
    const lines = gathered(`charge flops 1
      if %p {
        charge integers 7
      }
      charge flops 2 stored 8
      call %i = *g [1] (i32) -> i32
      charge flops 4
      return`);
    expect(lines.filter((line) => line.startsWith('charge'))).toEqual([
      'charge flops 3 stored 8',
      'charge integers 7',
      'charge flops 4',
    ]);
  });
});

describe('gather-all-charges', () => {
  test('counts what some iterations are charged', () => {
    const lines = gathered(`${counting('if %p {\ncharge flops 2\n}')}\nreturn`, gatherAllCharges);
    expect(lines).toContain('set %charged (add %charged 1.0)');
    expect(lines.slice(-2)).toEqual(['charge flops 2 times %charged', 'return']);
  });

  test('counts in loops that are left early', () => {
    const lines = gathered(`${counting('charge flops 2\nif %p {\nbreak L\n}')}\nreturn`, gatherAllCharges);
    expect(lines.slice(-2)).toEqual(['charge flops 2 times %charged', 'return']);
  });

  test.each([
    ['a call tells', 'call %i = *g [%i] (i32) -> i32'],
    ['another place is gone to', 'if %p {\nreturn\n}'],
  ])('leaves a loop where %s', (_, statement) => {
    const lines = gathered(`${counting(`${statement}\ncharge flops 2`)}\nreturn`, gatherAllCharges);
    expect(lines).toContain('charge flops 2');
  });
});

test('functions that are charged by name are those of the library', () => {
  const names = new Set([...libraryNames(), ...archiveNames()]);
  expect(CHARGED_FUNCTIONS.filter((name) => !names.has(name))).toEqual([]);
});
