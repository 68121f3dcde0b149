import { expect, it } from 'vitest';
import { programAfter } from './linked.ts';

const LIBRARY = `function external *exp(%x f64) -> f64 {
  if (gt %x 700.0) {
    return 0.0
  }
  return (mul %x %x)
}`;

const inMain = (body: string): string[] =>
  programAfter('late-inline', `${LIBRARY}\nfunction external *main(%n i32 %x f64) -> i32 {\n${body}\n}`, {
    optimize: 2,
    target: 'webassembly',
  }).lines.slice(1);

const LOOP = (statement: string): string => `local %s f64
while L (lt_s %n 9) {
  ${statement}
} step {
  set %n (add %n 1)
}
return (ne %s 0.0)`;

it('puts the body of a short library function before the statement in a loop that needs its value', () => {
  const lines = inMain(LOOP('set %s (add %s (pure f64 exp (mul %s %x)))'));
  expect(lines.join('\n')).toContain(`set %x_2 (mul %s %x)
if (gt %x_2 700.0) {
set %exp 0.0
} else {
set %exp (mul %x_2 %x_2)
}
set %s (add %s %exp)`);
});

it('leaves the call where it may not be made, and where there is no loop', () => {
  expect(inMain(LOOP('set %s (select (gt %s 1.0) (pure f64 exp %s) 2.0)')).join('\n')).toContain('(pure f64 exp %s)');
  expect(inMain('return (ne (pure f64 exp %x) 0.0)').join('\n')).toContain('(pure f64 exp %x)');
});
