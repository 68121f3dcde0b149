/**
 * What loops write, whatever the iteration.
 *
 * Takes: a loop, and what locals hold before it. Gives: its writes, their addresses as values. One idea: at the
 * beginning of an iteration the locals that the loop sets hold who knows what; from there on one goes through it once.
 */
import type { Expression, Loop, Statement } from '../../ir/ir.ts';
import { blocksOf, localsSetBy, mapBlocksOf, some, visitExpression, visitStatements } from '../../ir/walk.ts';
import { type Write, writeOf } from './accesses.ts';
import type { Held, Numbering } from './numbering.ts';

/** The writes of the statements and all in them. `held` comes back as it was. */
export function writesIn(body: readonly Statement[], held: Held, numbering: Numbering): Write[] {
  const writes: Write[] = [];
  const value = (e: Expression) =>
    numbering.of(e, (leaf) => (leaf.op === 'local' ? held.of(leaf.name) : numbering.unknown(leaf.type)));
  const go = (statements: readonly Statement[]): void => {
    for (const s of statements) {
      const write = writeOf(s, (address) => value(address).form);
      if (write) writes.push(write);
      const blocks = blocksOf(s);
      // An arm may come after another, or an iteration after the last one.
      if (blocks.length > 0 && s.op !== 'if') held.forgetSetIn([s]);
      for (const block of blocks) held.along(() => go(block));
      if (s.op === 'if') held.forgetSetIn([s]);
      if (s.op === 'set') held.set(s.local, value(s.value));
      else if (blocks.length === 0) for (const name of localsSetBy(s)) held.forget(name);
    }
  };
  held.along(() => go(body));
  return writes;
}

/** The statements without calls that only lead to the program's end, where __pgasc_unreached marks it: what those write, no iteration reads. */
export function comingBack(body: readonly Statement[]): readonly Statement[] {
  const end = body.findIndex((s) => s.op === 'call' && 'symbol' in s.callee && s.callee.symbol === '__pgasc_unreached');
  const begin = body.slice(0, Math.max(end, 0)).findLastIndex((s) => s.op !== 'call') + 1;
  const rest = end < 0 ? body : body.slice(0, begin);
  return rest.map((s) => mapBlocksOf(s, comingBack));
}

/**
 * Does the loop only wait for another thread to write something? Then its loads are not to be taken out of it, though
 * nothing in it changes them: such a program has to read a strict variable, but would hang for ever if it does not.
 */
export function isWaiting(loop: Loop): boolean {
  const set = new Set<string>();
  visitStatements([loop], (s) => {
    for (const name of localsSetBy(s)) set.add(name);
  });
  return !some({ body: [loop] }, (s) => s.op === 'call' || (s.op === 'set' && reads(s.value, set)));
}

function reads(e: Expression, names: ReadonlySet<string>): boolean {
  let found = false;
  visitExpression(e, (inner) => {
    found ||= inner.op === 'local' && names.has(inner.name);
  });
  return found;
}
