/**
 * Accesses to both parts of a pointer-to-shared in shared memory, as one word of 64 bits.
 *
 * Takes: a function before `expand`. Gives: the same, where a get of the target and one of the phase behind it, or two puts, are one
 * get or put of a `word`. One idea: where memories lie apart, the parts share 32 bits, so a put of one part
 * alone has to read them first.
 */
import { binary, local, offset, unary } from '../../ir/builders.ts';
import type { Expression, Get, Put, PutStart, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { mapBlocksOf, visitExpression } from '../../ir/walk.ts';
import type { Names } from '../names.ts';

export function withWholePointers(body: readonly Statement[], names: Names): readonly Statement[] {
  const whole: Statement[] = [];
  for (let n = 0; n < body.length; n++) {
    const [s, next] = [body[n]!, body[n + 1]];
    const word = next && wholeAccess(s, next, names);
    whole.push(...(word ?? [mapBlocksOf(s, (block) => withWholePointers(block, names))]));
    if (word) n++;
  }
  return whole;
}

function wholeAccess(s: Statement, next: Statement, names: Names): readonly Statement[] | undefined {
  if (s.op === 'get' && next.op === 'get' && areParts(s, next) && !mentions(next.address, s.local))
    return wholeGet(s, next, names);
  const arePuts = (s.op === 'put' && next.op === 'put') || (s.op === 'put.start' && next.op === 'put.start');
  if (!arePuts || !areParts(s, next)) return undefined;
  return [{ ...s, memory: 'i64', value: binary('word', s.value, next.value) }];
}

function wholeGet(s: Get, next: Get, names: Names): readonly Statement[] {
  const name = names.local('word', 'i64');
  const word = local(name, 'i64');
  const where = s.at ? { at: s.at } : {};
  return [
    { ...s, local: name, memory: 'i64' },
    { op: 'set', local: s.local, value: unary('place', word), ...where },
    { op: 'set', local: next.local, value: unary('phase', word), ...where },
  ];
}

/** Is the second the access to the phase behind what the first accesses? */
function areParts<T extends Get | Put | PutStart>(s: T, next: T): boolean {
  if (s.memory !== 'shared' || next.memory !== 'phase') return false;
  return printExpression(offset(s.address, 4)) === printExpression(next.address);
}

function mentions(e: Expression, name: string): boolean {
  let found = false;
  visitExpression(e, (part) => {
    found ||= part.op === 'local' && part.name === name;
  });
  return found;
}
